#include "canberra.hpp"

#include <algorithm>
#include <array>

namespace solver {
namespace {

// --- kinds of card ----------------------------------------------------------------------------------------------------
// By ranks alone a kind is a rank (13 kinds). Towards a suit s a kind is 2 * rank, or 2 * rank + 1 if it is of suit s.

constexpr unsigned PLAIN = 13, SUITED = 26;
constexpr unsigned pairs_of(unsigned kinds) { return kinds * (kinds + 1) / 2; }
constexpr unsigned pair_index(unsigned low, unsigned high) { return high * (high + 1) / 2 + low; }
constexpr unsigned pair_of(unsigned a, unsigned b) { return a < b ? pair_index(a, b) : pair_index(b, a); }

// A set of three kinds, repetition allowed, as a number below C(kinds + 2, 3).
constexpr unsigned triples_of(unsigned kinds) { return kinds * (kinds + 1) * (kinds + 2) / 6; }
constexpr unsigned triple_index(unsigned a, unsigned b, unsigned c) {  // in ascending order
    return c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a;
}
// The same for five kinds, used for community cards by ranks alone.
constexpr unsigned five_index(const std::array<unsigned, 5>& k) {
    return k[4] * (k[4] + 1) * (k[4] + 2) * (k[4] + 3) * (k[4] + 4) / 120 +
           k[3] * (k[3] + 1) * (k[3] + 2) * (k[3] + 3) / 24 + triple_index(k[0], k[1], k[2]);
}
constexpr unsigned FIVES = 13 * 14 * 15 * 16 * 17 / 120;

template <unsigned KINDS>
struct PairTable {
    std::array<std::uint8_t, pairs_of(KINDS)> low{}, high{};
    std::array<std::array<std::int16_t, pairs_of(KINDS)>, KINDS> holds{};  // how many cards of a kind a pair holds
    constexpr PairTable() {
        for (unsigned b = 0; b < KINDS; ++b)
            for (unsigned a = 0; a <= b; ++a) {
                const unsigned at = pair_index(a, b);
                low[at] = static_cast<std::uint8_t>(a);
                high[at] = static_cast<std::uint8_t>(b);
                ++holds[a][at];
                ++holds[b][at];
            }
    }
};
template <unsigned KINDS>
inline constexpr PairTable<KINDS> PAIRS{};

struct Outcome {
    std::array<std::uint16_t, RESULTS> n{};
    std::uint8_t category = 0;
    bool possible = false;
};

// --- step 2: all dealer's holdings against all player's holdings ---------------------------------------------------------

// Given how many cards of each kind are left beside the community cards, and each pair's strength: the outcome of each.
template <unsigned KINDS>
void compare_all(const std::array<int, KINDS>& left, const std::array<Strength, pairs_of(KINDS)>& strength,
                 const Rules& rules, std::array<Outcome, pairs_of(KINDS)>& out) {
    const Strength qualify = rules.qualify;
    const auto& table = PAIRS<KINDS>;
    std::array<std::uint32_t, pairs_of(KINDS)> order;  // strength above, pair below
    unsigned count = 0;
    int dealt = 0, unqualified = 0, cards = 0;
    std::array<int, KINDS> unqualified_with{};
    for (const int copies : left) cards += copies;
    for (unsigned at = 0; at < pairs_of(KINDS); ++at) {
        const unsigned a = table.low[at], b = table.high[at];
        const int ways = a == b ? left[a] * (left[a] - 1) / 2 : left[a] * left[b];
        out[at] = {};
        if (ways == 0) continue;
        order[count++] = std::uint32_t{strength[at]} << 16 | at;
        dealt += ways;
        if (strength[at] < qualify) {
            unqualified += ways;
            unqualified_with[a] += a == b ? left[a] - 1 : left[b];  // holdings that hold one given card of the kind
            if (a != b) unqualified_with[b] += left[a];
        }
    }
    std::sort(order.begin(), order.begin() + count);
    const int rivals = (cards - 2) * (cards - 3) / 2;  // the dealer's holdings once the player's two cards are gone
    int lower = 0;
    std::array<int, KINDS> lower_with{};
    for (unsigned from = 0; from < count;) {
        unsigned to = from;
        const Strength own = static_cast<Strength>(order[from] >> 16);
        int equal = 0;
        std::array<int, KINDS> equal_with{};
        for (; to < count && static_cast<Strength>(order[to] >> 16) == own; ++to) {
            const unsigned at = static_cast<unsigned>(order[to] & 0xffff), a = table.low[at], b = table.high[at];
            equal += a == b ? left[a] * (left[a] - 1) / 2 : left[a] * left[b];
            equal_with[a] += a == b ? left[a] - 1 : left[b];
            if (a != b) equal_with[b] += left[a];
        }
        for (unsigned which = from; which < to; ++which) {
            const unsigned at = static_cast<unsigned>(order[which] & 0xffff), a = table.low[at], b = table.high[at];
            const int below = lower - lower_with[a] - lower_with[b];
            const int same = equal - equal_with[a] - equal_with[b] + 1;  // the player's own pair was taken off twice
            const int fails = unqualified - unqualified_with[a] - unqualified_with[b] + (own < qualify ? 1 : 0);
            auto& result = out[at];
            const auto set = [&](Result what, int n) { result.n[what] = static_cast<std::uint16_t>(n); };
            if (own < qualify) {
                set(UNQUALIFIED_HIGHER, below);
                set(UNQUALIFIED_EQUAL, same);
                set(UNQUALIFIED_LOWER, fails - below - same);
                set(LOWER, rivals - fails);
            } else {
                set(UNQUALIFIED_HIGHER, fails);
                set(HIGHER, below - fails);
                set(EQUAL, same);
                set(LOWER, rivals - below - same);
            }
            result.category = static_cast<std::uint8_t>(rules.scale.category(own));
            result.possible = true;
        }
        lower += equal;
        for (unsigned kind = 0; kind < KINDS; ++kind) lower_with[kind] += equal_with[kind];
        from = to;
    }
}

// --- step 3: the flops that five community cards can have come from ------------------------------------------------------

struct Split {
    unsigned flop;         // triple_index of the flop's kinds
    unsigned first, second;  // kinds of the two river cards
    int first_left, second_left;  // cards of those kinds left beside the flop
};

// The different ways to take two of five kinds as the river. `copies[kind]` is how many cards of it the deck has.
template <unsigned KINDS>
unsigned splits_of(const std::array<unsigned, 5>& board, const std::array<int, KINDS>& copies,
                   std::array<Split, 10>& out) {
    unsigned count = 0;
    for (unsigned i = 0; i < 5; ++i)
        for (unsigned j = i + 1; j < 5; ++j) {
            bool seen = false;
            for (unsigned past = 0; past < count; ++past)
                seen |= out[past].first == board[i] && out[past].second == board[j];
            if (seen) continue;
            std::array<unsigned, 3> flop{};
            int first_left = copies[board[i]], second_left = copies[board[j]];
            for (unsigned k = 0, at = 0; k < 5; ++k)
                if (k != i && k != j) {
                    flop[at++] = board[k];
                    first_left -= board[k] == board[i];
                    second_left -= board[k] == board[j];
                }
            out[count++] = {triple_index(flop[0], flop[1], flop[2]), board[i], board[j], first_left, second_left};
        }
    return count;
}

// into[at] += (ways to deal the river beside the flop and the player's pair `at`) * from[at], for every pair.
// The ways are the same for all pairs that hold neither kind of the river, so those that do are put right afterwards.
template <unsigned KINDS>
void add_river_ways(const Split& split, const std::int64_t* from, std::int64_t* into) {
    const auto& holds = PAIRS<KINDS>.holds;
    const bool alike = split.first == split.second;
    const auto ways = [&](int first, int second) { return alike ? first * (first - 1) / 2 : first * second; };
    const std::int64_t most = ways(split.first_left, split.second_left);
    for (unsigned at = 0; at < pairs_of(KINDS); ++at) into[at] += most * from[at];
    const auto repair = [&](unsigned at) {
        const int own = ways(split.first_left - holds[split.first][at], split.second_left - holds[split.second][at]);
        into[at] += (own - most) * from[at];
    };
    for (unsigned other = 0; other < KINDS; ++other) repair(pair_of(split.first, other));
    for (unsigned other = 0; !alike && other < KINDS; ++other)
        if (other != split.first) repair(pair_of(split.second, other));
}

// --- step 1: all community cards, by ranks and towards one suit -----------------------------------------------------------

template <unsigned KINDS>
struct Board {
    std::array<unsigned, 5> kinds;      // ascending
    std::array<unsigned, 5> ranks;      // ascending
    unsigned suited = 0;                // the ranks of suit s
    std::array<int, KINDS> left;        // cards of each kind left beside them
};

template <typename Visit>
void each_plain_board(const Deck& deck, Visit visit) {
    Board<PLAIN> board;
    std::array<int, PLAIN> left;
    for (unsigned rank = 0; rank < RANKS; ++rank) left[rank] = deck.ranks >> rank & 1 ? static_cast<int>(deck.suits) : 0;
    auto place = [&](auto&& self, unsigned at, unsigned from) -> void {
        if (at == 5) {
            board.ranks = board.kinds;
            board.left = left;
            visit(board);
            return;
        }
        for (unsigned rank = from; rank < RANKS; ++rank)
            if (left[rank]) {
                --left[rank];
                board.kinds[at] = rank;
                self(self, at + 1, rank);
                ++left[rank];
            }
    };
    place(place, 0, 0);
}

template <typename Visit>
void each_suited_board(const Deck& deck, Visit visit) {
    Board<SUITED> board;
    std::array<int, SUITED> left;
    for (unsigned kind = 0; kind < SUITED; ++kind)
        left[kind] = !(deck.ranks >> (kind / 2) & 1) ? 0 : kind & 1 ? 1 : static_cast<int>(deck.suits) - 1;
    auto place = [&](auto&& self, unsigned at, unsigned from, unsigned suited, unsigned others) -> void {
        if (at == 5) {
            board.suited = suited;
            for (unsigned k = 0; k < 5; ++k) board.ranks[k] = board.kinds[k] / 2;
            board.left = left;
            visit(board);
            return;
        }
        for (unsigned kind = from; kind < SUITED; ++kind)
            if (left[kind] && (kind & 1 || others < 2)) {
                --left[kind];
                board.kinds[at] = kind;
                self(self, at + 1, kind, kind & 1 ? suited | 1u << (kind / 2) : suited, others + !(kind & 1));
                ++left[kind];
            }
    };
    place(place, 0, 0, 0, 0);
}

// Outcomes by ranks alone, for all community cards, kept because each suited board corrects them.
struct PlainOutcomes {
    std::vector<std::array<Outcome, pairs_of(PLAIN)>> at;
    std::vector<std::array<Strength, pairs_of(PLAIN)>> strength;
    PlainOutcomes(const Deck& deck, const Rules& rules) : at(FIVES), strength(FIVES) {
        // A card of any suit stands for its rank: seven of one suit do not overflow, and the suits are not looked at.
        const auto sum_of = [](unsigned rank) { return openfelt::CARD[4 * rank].sum; };
        each_plain_board(deck, [&](const Board<PLAIN>& board) {
            const unsigned index = five_index(board.kinds);
            std::uint64_t sum = 0;
            for (const unsigned rank : board.ranks) sum += sum_of(rank);
            for (unsigned b = 0; b < PLAIN; ++b)
                for (unsigned a = 0; a <= b; ++a)
                    if (board.left[a] >= 1 + (a == b) && board.left[b] >= 1)
                        strength[index][pair_index(a, b)] = rules.scale.of_ranks(sum + sum_of(a) + sum_of(b));
            compare_all<PLAIN>(board.left, strength[index], rules, at[index]);
        });
    }
};

// What each set of ranks makes within one suit.
using SuitStrengths = std::array<Strength, 1u << RANKS>;
SuitStrengths suit_strengths(const Scale& scale) {
    SuitStrengths table{};
    for (unsigned ranks = 0; ranks < table.size(); ++ranks) table[ranks] = scale.of_suit(ranks);
    return table;
}

// Outcomes towards suit s for one board, given what its ranks alone make.
void suited_outcomes(const Board<SUITED>& board, const std::array<Strength, pairs_of(PLAIN)>& plain,
                     const SuitStrengths& suit, const Rules& rules, std::array<Outcome, pairs_of(SUITED)>& out) {
    std::array<Strength, pairs_of(SUITED)> strength;
    for (unsigned b = 0, at = 0; b < SUITED; ++b)
        for (unsigned a = 0; a <= b; ++a, ++at) {
            const unsigned ranks = board.suited | (a & 1) << (a / 2) | (b & 1) << (b / 2);
            strength[at] = std::max(plain[pair_index(a / 2, b / 2)], suit[ranks]);
        }
    compare_all<SUITED>(board.left, strength, rules, out);
}

std::int64_t value(const Outcome& outcome, const std::int64_t* payoffs) {
    const std::int64_t* row = payoffs + outcome.category * RESULTS;
    std::int64_t sum = 0;
    for (unsigned result = 0; result < RESULTS; ++result) sum += outcome.n[result] * row[result];
    return sum;
}

template <unsigned KINDS>
std::array<int, KINDS> copies_in(const Deck& deck) {
    std::array<int, KINDS> copies{};
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        const unsigned rank = KINDS == PLAIN ? kind : kind / 2;
        if (!(deck.ranks >> rank & 1)) continue;
        copies[kind] = KINDS == PLAIN ? static_cast<int>(deck.suits) : kind & 1 ? 1 : static_cast<int>(deck.suits) - 1;
    }
    return copies;
}

// Where a decision's entries are: one by ranks, and one for each suit on its flop.
class Places {
   public:
    Places() {
        for (unsigned a = 0; a < 52; ++a)
            for (unsigned b = 0; b < 52; ++b) {
                plain_[a][b] = static_cast<std::uint16_t>(pair_of(a >> 2, b >> 2));
                for (unsigned of = 0; of < 4; ++of)
                    suited_[of][a][b] = static_cast<std::uint16_t>(pair_of(kind(a, of), kind(b, of)));
            }
    }
    static unsigned kind(unsigned card, unsigned suit) { return (card >> 2) * 2 + ((card & 3) == suit); }
    unsigned plain(unsigned a, unsigned b) const { return plain_[a][b]; }
    unsigned suited(unsigned suit, unsigned a, unsigned b) const { return suited_[suit][a][b]; }
    static unsigned plain_flop(const std::uint8_t* flop) { return ordered(flop[0] >> 2, flop[1] >> 2, flop[2] >> 2); }
    static unsigned suited_flop(const std::uint8_t* flop, unsigned suit) {
        return ordered(kind(flop[0], suit), kind(flop[1], suit), kind(flop[2], suit));
    }

   private:
    static unsigned ordered(unsigned a, unsigned b, unsigned c) {
        std::array<unsigned, 3> kinds{a, b, c};
        std::sort(kinds.begin(), kinds.end());
        return triple_index(kinds[0], kinds[1], kinds[2]);
    }
    std::uint16_t plain_[52][52];
    std::uint16_t suited_[4][52][52];
};

unsigned suits_on(const std::uint8_t* flop) { return 1u << (flop[0] & 3) | 1u << (flop[1] & 3) | 1u << (flop[2] & 3); }

}  // namespace

// --- the deck and its decisions --------------------------------------------------------------------------------------------

std::vector<std::uint8_t> Deck::cards() const {
    std::vector<std::uint8_t> all;
    for (unsigned card = 0; card < 52; ++card)
        if (has(card)) all.push_back(static_cast<std::uint8_t>(card));
    return all;
}

Decisions::Decisions(const Deck& of) : deck(of) {
    const auto cards = deck.cards();
    std::vector<std::array<unsigned, 4>> renamings;
    std::array<unsigned, 4> suits{0, 1, 2, 3};
    do renamings.push_back(suits);
    while (std::next_permutation(suits.begin(), suits.begin() + deck.suits));
    const auto code = [](std::array<unsigned, 3> flop) {
        std::sort(flop.begin(), flop.end());
        return flop[0] << 16 | flop[1] << 8 | flop[2];
    };
    for (std::size_t i = 0; i < cards.size(); ++i)
        for (std::size_t j = i + 1; j < cards.size(); ++j)
            for (std::size_t k = j + 1; k < cards.size(); ++k) {
                std::vector<unsigned> orbit;
                for (const auto& names : renamings)
                    orbit.push_back(code({(cards[i] & ~3u) | names[cards[i] & 3], (cards[j] & ~3u) | names[cards[j] & 3],
                                          (cards[k] & ~3u) | names[cards[k] & 3]}));
                std::sort(orbit.begin(), orbit.end());
                if (orbit.front() != code({cards[i], cards[j], cards[k]})) continue;
                weights.push_back(std::unique(orbit.begin(), orbit.end()) - orbit.begin());
                flops.insert(flops.end(), {cards[i], cards[j], cards[k]});
                for (const auto a : cards)
                    for (const auto b : cards)
                        if (a < b && a != cards[i] && a != cards[j] && a != cards[k] && b != cards[i] && b != cards[j] &&
                            b != cards[k])
                            holes.insert(holes.end(), {a, b});
            }
    holdings = (cards.size() - 3) * (cards.size() - 4) / 2;
}

// --- forwards: what calling is worth in each decision -------------------------------------------------------------------------

void call_values(const Decisions& decisions, const Rules& rules, const std::int64_t* payoffs, std::size_t prices,
                 std::int64_t* values) {
    const Deck& deck = decisions.deck;
    const PlainOutcomes plain(deck, rules);
    const SuitStrengths suit = suit_strengths(rules.scale);
    constexpr std::size_t plain_size = triples_of(PLAIN) * pairs_of(PLAIN);
    constexpr std::size_t suited_size = triples_of(SUITED) * pairs_of(SUITED);
    std::vector<std::int64_t> by_ranks(prices * plain_size), by_suit(prices * suited_size);
    std::vector<std::int64_t> plain_value(prices * FIVES * pairs_of(PLAIN));
    std::array<Split, 10> splits;

    const auto plain_copies = copies_in<PLAIN>(deck);
    each_plain_board(deck, [&](const Board<PLAIN>& board) {
        const unsigned index = five_index(board.kinds);
        const unsigned count = splits_of<PLAIN>(board.kinds, plain_copies, splits);
        for (std::size_t price = 0; price < prices; ++price) {
            std::int64_t* own = &plain_value[(price * FIVES + index) * pairs_of(PLAIN)];
            for (unsigned at = 0; at < pairs_of(PLAIN); ++at)
                own[at] = value(plain.at[index][at], payoffs + price * CELLS);
            for (unsigned which = 0; which < count; ++which) {
                std::int64_t* row = &by_ranks[price * plain_size + splits[which].flop * pairs_of(PLAIN)];
                add_river_ways<PLAIN>(splits[which], own, row);
            }
        }
    });

    const auto suited_copies = copies_in<SUITED>(deck);
    std::array<Outcome, pairs_of(SUITED)> out;
    std::array<std::int64_t, pairs_of(SUITED)> correction;
    each_suited_board(deck, [&](const Board<SUITED>& board) {
        const unsigned index = five_index(board.ranks);
        suited_outcomes(board, plain.strength[index], suit, rules, out);
        const unsigned count = splits_of<SUITED>(board.kinds, suited_copies, splits);
        for (std::size_t price = 0; price < prices; ++price) {
            const std::int64_t* own = &plain_value[(price * FIVES + index) * pairs_of(PLAIN)];
            for (unsigned b = 0, at = 0; b < SUITED; ++b)
                for (unsigned a = 0; a <= b; ++a, ++at)
                    correction[at] = !out[at].possible ? 0
                                                       : value(out[at], payoffs + price * CELLS) -
                                                             own[pair_index(a / 2, b / 2)];
            for (unsigned which = 0; which < count; ++which) {
                std::int64_t* row = &by_suit[price * suited_size + splits[which].flop * pairs_of(SUITED)];
                add_river_ways<SUITED>(splits[which], correction.data(), row);
            }
        }
    });

    const Places places;
    for (std::size_t flop = 0; flop < decisions.weights.size(); ++flop) {
        const std::uint8_t* cards = &decisions.flops[flop * 3];
        const std::uint8_t* hole = &decisions.holes[flop * decisions.holdings * 2];
        const unsigned suits = suits_on(cards);
        for (std::size_t price = 0; price < prices; ++price) {
            std::int64_t* row = values + price * decisions.size() + flop * decisions.holdings;
            const std::int64_t* base = &by_ranks[price * plain_size + Places::plain_flop(cards) * pairs_of(PLAIN)];
            for (std::size_t at = 0; at < decisions.holdings; ++at)
                row[at] = base[places.plain(hole[2 * at], hole[2 * at + 1])];
            for (unsigned of = 0; of < 4; ++of) {
                if (!(suits >> of & 1)) continue;
                const std::int64_t* more =
                    &by_suit[price * suited_size + Places::suited_flop(cards, of) * pairs_of(SUITED)];
                for (std::size_t at = 0; at < decisions.holdings; ++at)
                    row[at] += more[places.suited(of, hole[2 * at], hole[2 * at + 1])];
            }
        }
    }
}

// --- backwards: where a strategy's rounds end ---------------------------------------------------------------------------------

void outcomes(const Decisions& decisions, const Rules& rules, const std::uint8_t* called, std::size_t strategies,
              std::int64_t* cells) {
    const Deck& deck = decisions.deck;
    const PlainOutcomes plain(deck, rules);
    const SuitStrengths suit = suit_strengths(rules.scale);
    constexpr std::size_t plain_size = triples_of(PLAIN) * pairs_of(PLAIN);
    constexpr std::size_t suited_size = triples_of(SUITED) * pairs_of(SUITED);
    std::vector<std::int64_t> by_ranks(strategies * plain_size), by_suit(strategies * suited_size);
    std::fill(cells, cells + strategies * CELLS, 0);

    const Places places;
    for (std::size_t strategy = 0; strategy < strategies; ++strategy)
        for (std::size_t flop = 0; flop < decisions.weights.size(); ++flop) {
            const std::uint8_t* cards = &decisions.flops[flop * 3];
            const std::uint8_t* hole = &decisions.holes[flop * decisions.holdings * 2];
            const std::uint8_t* calls = called + strategy * decisions.size() + flop * decisions.holdings;
            const unsigned suits = suits_on(cards);
            const std::int64_t weight = decisions.weights[flop];
            std::int64_t* base = &by_ranks[strategy * plain_size + Places::plain_flop(cards) * pairs_of(PLAIN)];
            for (std::size_t at = 0; at < decisions.holdings; ++at)
                if (calls[at]) base[places.plain(hole[2 * at], hole[2 * at + 1])] += weight;
            for (unsigned of = 0; of < 4; ++of) {
                if (!(suits >> of & 1)) continue;
                std::int64_t* more =
                    &by_suit[strategy * suited_size + Places::suited_flop(cards, of) * pairs_of(SUITED)];
                for (std::size_t at = 0; at < decisions.holdings; ++at)
                    if (calls[at]) more[places.suited(of, hole[2 * at], hole[2 * at + 1])] += weight;
            }
        }

    const auto add = [&](std::size_t strategy, const Outcome& outcome, std::int64_t times) {
        std::int64_t* row = cells + strategy * CELLS + outcome.category * RESULTS;
        for (unsigned result = 0; result < RESULTS; ++result) row[result] += times * outcome.n[result];
    };
    std::array<Split, 10> splits;
    const auto plain_copies = copies_in<PLAIN>(deck);
    each_plain_board(deck, [&](const Board<PLAIN>& board) {
        const unsigned index = five_index(board.kinds);
        const unsigned count = splits_of<PLAIN>(board.kinds, plain_copies, splits);
        for (std::size_t strategy = 0; strategy < strategies; ++strategy) {
            std::array<std::int64_t, pairs_of(PLAIN)> times{};
            for (unsigned which = 0; which < count; ++which)
                add_river_ways<PLAIN>(
                    splits[which], &by_ranks[strategy * plain_size + splits[which].flop * pairs_of(PLAIN)], times.data());
            for (unsigned at = 0; at < pairs_of(PLAIN); ++at)
                if (plain.at[index][at].possible) add(strategy, plain.at[index][at], times[at]);
        }
    });
    const auto suited_copies = copies_in<SUITED>(deck);
    std::array<Outcome, pairs_of(SUITED)> out;
    std::array<std::int64_t, pairs_of(SUITED)> times;
    each_suited_board(deck, [&](const Board<SUITED>& board) {
        const unsigned index = five_index(board.ranks);
        suited_outcomes(board, plain.strength[index], suit, rules, out);
        const unsigned count = splits_of<SUITED>(board.kinds, suited_copies, splits);
        for (std::size_t strategy = 0; strategy < strategies; ++strategy) {
            times.fill(0);
            for (unsigned which = 0; which < count; ++which) {
                const std::int64_t* row = &by_suit[strategy * suited_size + splits[which].flop * pairs_of(SUITED)];
                add_river_ways<SUITED>(splits[which], row, times.data());
            }
            for (unsigned b = 0, at = 0; b < SUITED; ++b)
                for (unsigned a = 0; a <= b; ++a, ++at)
                    if (out[at].possible && times[at]) {
                        add(strategy, out[at], times[at]);
                        add(strategy, plain.at[index][pair_index(a / 2, b / 2)], -times[at]);
                    }
        }
    });
}

// --- one decision, every run-out visited ----------------------------------------------------------------------------------------

void one_decision(const Deck& deck, const Rules& rules, const std::uint8_t hole[2], const std::uint8_t flop[3],
                  std::int64_t* cells) {
    std::fill(cells, cells + CELLS, 0);
    std::vector<std::uint8_t> rest;
    for (const auto card : deck.cards())
        if (card != hole[0] && card != hole[1] && card != flop[0] && card != flop[1] && card != flop[2])
            rest.push_back(card);
    const auto n = static_cast<unsigned>(rest.size());
    openfelt::Holding board = openfelt::EMPTY, mine;
    for (unsigned at = 0; at < 3; ++at) board += openfelt::CARD[flop[at]];
    mine = board + openfelt::CARD[hole[0]] + openfelt::CARD[hole[1]];
    std::vector<Strength> own(n * n);  // the player's strength by river
    for (unsigned b = 1; b < n; ++b)
        for (unsigned a = 0; a < b; ++a)
            own[a * n + b] = rules.scale.of_seven(mine + openfelt::CARD[rest[a]] + openfelt::CARD[rest[b]]);
    const auto count = [&](Strength player, Strength dealer) {
        const unsigned qualified = dealer >= rules.qualify ? HIGHER : UNQUALIFIED_HIGHER;
        const unsigned result = player > dealer ? 0 : player == dealer ? 1 : 2;
        ++cells[rules.scale.category(player) * RESULTS + qualified + result];
    };
    // The dealer ends with the flop and four of the other cards: C(47,4) = 178,365 hands, each of them a river and a
    // dealer's holding in six ways, 1,070,190 run-outs in all.
    for (unsigned d = 3; d < n; ++d)
        for (unsigned c = 2; c < d; ++c)
            for (unsigned b = 1; b < c; ++b) {
                const auto three = board + openfelt::CARD[rest[b]] + openfelt::CARD[rest[c]] + openfelt::CARD[rest[d]];
                for (unsigned a = 0; a < b; ++a) {
                    const Strength dealer = rules.scale.of_seven(three + openfelt::CARD[rest[a]]);
                    for (const Strength player : {own[a * n + b], own[a * n + c], own[a * n + d], own[b * n + c],
                                                  own[b * n + d], own[c * n + d]})
                        count(player, dealer);
                }
            }
}

}  // namespace solver

// What hands are worth, as tables: a scale given by its five-card hands, and what follows from it.
//
// `hands` says what each five-card hand is worth; the caller hands over those strengths as small dense numbers (greater
// wins, 0 is no hand at all): one for each multiset of five ranks of mixed suits, one for each set of five ranks of one suit.
// From these come, by taking the best of the five-card hands allowed:
//   own five        the five cards themselves. A suited hand has its suited value, also where that is worse (deuce to seven).
//   any five of 7   `best7` over multisets of seven ranks and `best_suited` over sets of five to seven ranks of one suit.
//                   The better of the two is the hand's worth, since on a high scale a suited hand is never worth less than
//                   the same ranks of mixed suits, and on an ace-to-five scale suits do not matter.
//                   With a joker among the seven: `joker_best7` over multisets of the other six ranks and `joker_best_suited`
//                   over sets of four to six ranks of one suit, from the strengths of four cards and the joker.
//   two and three   exactly two hole cards with exactly three of the board: `two_three[pair]` over multisets of five board
//                   ranks is the best of the ten triples with that pair; likewise `suited_two_three` within one suit.
#pragma once

#include "ranks.hpp"

namespace openfelt::equity {

enum class Selection { own_five = 0, any_five = 1, two_and_three = 2, own_four = 3 };

// The 91 pairs of ranks, low <= high.
constexpr int PAIRS = RANKS * (RANKS + 1) / 2;
constexpr int pair_index(int a, int b) {
    const int low = a < b ? a : b, high = a < b ? b : a;
    return high * (high + 1) / 2 + low;
}

class Scale {
public:
    Scale(const i16* mixed, const i16* suited, Selection selection, bool has_suited)
        : selection_(selection), has_suited_(has_suited), mixed5_(slots5().table_size(), 0), suited5_(MASKS, 0) {
        const Slots& five = slots5();
        for (std::size_t i = 0; i < five.count(); ++i) mixed5_[five.at(five.keys()[i])] = mixed[i];
        if (has_suited) std::copy(suited, suited + MASKS, suited5_.begin());
        if (selection == Selection::any_five) fill_any_five();
        if (selection == Selection::two_and_three) fill_two_and_three();
    }
    // Any five of seven with a joker in the deck: the strengths of four ranks and the joker, mixed and suited.
    Scale(const i16* mixed, const i16* suited, const i16* joker_mixed, const i16* joker_suited, bool has_suited)
        : Scale(mixed, suited, Selection::any_five, has_suited) {
        fill_joker(joker_mixed, joker_suited);
    }
    // Badugi: one strength for each of the C(52,4) sets of four cards, in colexicographic order; of five cards the best four count.
    explicit Scale(std::vector<i16> four) : selection_(Selection::own_four), has_suited_(false), four_(std::move(four)) {}

    Selection selection() const { return selection_; }
    bool has_suited() const { return has_suited_; }
    i16 mixed5(u32 key) const { return mixed5_[slots5().at(key)]; }
    i16 suited5(u32 ranks) const { return suited5_[ranks]; }
    i16 mixed7(u32 key) const { return best7_[slots7().at(key)]; }
    i16 best_suited(u32 ranks) const { return best_suited_[ranks]; }
    // Of seven cards with the joker: the sum of the other six codes, or those of one suit.
    i16 joker_mixed7(u32 key) const { return joker_best7_[slots6().at(key)]; }
    i16 joker_best_suited(u32 ranks) const { return joker_best_suited_[ranks]; }
    bool has_joker() const { return !joker_best7_.empty(); }
    // The worth of each five-rank board for one pair of hole ranks, by slot.
    const i16* with_pair(int pair) const { return &by_pair_[static_cast<std::size_t>(pair) * slots5().table_size()]; }
    const i16* suited_with_pair(int pair) const { return &suited_by_pair_[static_cast<std::size_t>(pair) * MASKS]; }
    // The best flush of some hole cards with a board, both given as ranks of one suit; 0 if there is none.
    i16 flush(u32 hole, u32 board) const {
        if (selection_ == Selection::any_five) return best_suited_[hole | board];
        i16 best = 0;
        for (u32 first = hole; first; first &= first - 1)
            for (u32 second = first & (first - 1); second; second &= second - 1)
                best = std::max(best, suited_with_pair(pair_index(std::countr_zero(first), std::countr_zero(second)))[board]);
        return best;
    }
    i16 best_four(u64 cards) const {
        if (std::popcount(cards) == 4) return four(cards);
        i16 best = 0;
        for (u64 rest = cards; rest; rest &= rest - 1) best = std::max(best, four(cards & ~(rest & -rest)));
        return best;
    }

private:
    i16 four(u64 cards) const {
        std::array<int, 4> card{};
        for (int i = 0; i < 4; ++i, cards &= cards - 1) {
            const int place = std::countr_zero(cards);
            card[i] = 4 * rank_at(place) + suit_at(place);
        }
        std::sort(card.begin(), card.end());
        u64 index = 0;
        for (int i = 0; i < 4; ++i) index += CHOOSE[card[i]][i + 1];
        return four_[index];
    }

    using Counts = std::array<std::uint8_t, RANKS>;

    static Counts counts_of(const std::uint8_t* ranks, int size) {
        Counts counts{};
        for (int i = 0; i < size; ++i) ++counts[ranks[i]];
        return counts;
    }

    void fill_any_five() {
        const Slots& seven = slots7();
        best7_.assign(seven.table_size(), 0);
        for (std::size_t i = 0; i < seven.count(); ++i) {
            const std::uint8_t* ranks = &seven.ranks()[7 * i];
            i16 best = 0;
            for (int a = 0; a < 7; ++a)
                for (int b = a + 1; b < 7; ++b)
                    best = std::max(best, mixed5(seven.keys()[i] - CODE[ranks[a]] - CODE[ranks[b]]));
            best7_[seven.at(seven.keys()[i])] = best;
        }
        best_suited_.assign(MASKS, 0);
        for (u32 ranks = 0; ranks < MASKS; ++ranks) {
            const int size = std::popcount(ranks);
            if (size == 5) best_suited_[ranks] = suited5_[ranks];
            if (size < 6) continue;
            for (u32 rest = ranks; rest; rest &= rest - 1)  // sets of one card fewer come earlier
                best_suited_[ranks] = std::max(best_suited_[ranks], best_suited_[ranks & ~(rest & -rest)]);
        }
        const Slots& five = slots5();
        by_pair_.assign(PAIRS * five.table_size(), 0);
        for (std::size_t i = 0; i < five.count(); ++i) {
            const Counts counts = counts_of(&five.ranks()[5 * i], 5);
            const u32 key = five.keys()[i];
            for (int b = 0; b < RANKS; ++b)
                for (int a = 0; a <= b; ++a)
                    if (counts[a] < 4 && counts[b] + (a == b) < 4)
                        by_pair_[pair_index(a, b) * five.table_size() + five.at(key)] = mixed7(key + CODE[a] + CODE[b]);
        }
    }

    // The best of four ranks with the joker, or of five without it.
    void fill_joker(const i16* mixed, const i16* suited) {
        const Slots &four = slots4(), &six = slots6();
        std::vector<i16> joker5(four.table_size(), 0);
        for (std::size_t i = 0; i < four.count(); ++i) joker5[four.at(four.keys()[i])] = mixed[i];
        joker_best7_.assign(six.table_size(), 0);
        for (std::size_t i = 0; i < six.count(); ++i) {
            const std::uint8_t* ranks = &six.ranks()[6 * i];
            const u32 key = six.keys()[i];
            i16 best = 0;
            for (int a = 0; a < 6; ++a) {
                best = std::max(best, mixed5(key - CODE[ranks[a]]));
                for (int b = a + 1; b < 6; ++b) best = std::max(best, joker5[four.at(key - CODE[ranks[a]] - CODE[ranks[b]])]);
            }
            joker_best7_[six.at(key)] = best;
        }
        joker_best_suited_.assign(MASKS, 0);
        for (u32 ranks = 0; has_suited_ && ranks < MASKS; ++ranks) {
            const int size = std::popcount(ranks);
            if (size < 4 || size > 6) continue;
            i16& best = joker_best_suited_[ranks];
            best = size == 4 ? suited[ranks] : best_suited_[ranks];
            for (u32 rest = ranks; size > 4 && rest; rest &= rest - 1)  // sets of one card fewer come earlier
                best = std::max(best, joker_best_suited_[ranks & ~(rest & -rest)]);
        }
    }

    void fill_two_and_three() {
        const Slots& five = slots5();
        by_pair_.assign(PAIRS * five.table_size(), 0);
        for (std::size_t i = 0; i < five.count(); ++i) {
            const std::uint8_t* ranks = &five.ranks()[5 * i];
            const Counts counts = counts_of(ranks, 5);
            const u32 key = five.keys()[i], slot = five.at(key);
            for (int b = 0; b < RANKS; ++b)
                for (int a = 0; a <= b; ++a) {
                    if (counts[a] == 4 || counts[b] + (a == b) >= 4) continue;
                    i16 best = 0;
                    for (int x = 0; x < 5; ++x)
                        for (int y = x + 1; y < 5; ++y)
                            best = std::max(best, mixed5(key - CODE[ranks[x]] - CODE[ranks[y]] + CODE[a] + CODE[b]));
                    by_pair_[pair_index(a, b) * five.table_size() + slot] = best;
                }
        }
        if (has_suited_) fill_suited_pairs();
    }

    void fill_suited_pairs() {
        suited_by_pair_.assign(static_cast<std::size_t>(PAIRS) * MASKS, 0);
        for (int b = 0; b < RANKS; ++b)
            for (int a = 0; a < b; ++a) {
                const u32 pair = (1u << a) | (1u << b);
                i16* row = &suited_by_pair_[static_cast<std::size_t>(pair_index(a, b)) * MASKS];
                for (u32 ranks = 0; ranks < MASKS; ++ranks) {
                    const int size = std::popcount(ranks);
                    if ((ranks & pair) || size < 3 || size > 5) continue;
                    if (size == 3) row[ranks] = suited5_[ranks | pair];
                    else
                        for (u32 rest = ranks; rest; rest &= rest - 1)
                            row[ranks] = std::max(row[ranks], row[ranks & ~(rest & -rest)]);
                }
            }
    }

    Selection selection_;
    bool has_suited_;
    std::vector<i16> mixed5_, suited5_, best7_, best_suited_, by_pair_, suited_by_pair_, four_, joker_best7_, joker_best_suited_;
};

}  // namespace openfelt::equity

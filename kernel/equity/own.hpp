// Exact odds of games in which each player has cards of his own (stud, razz, draw, badugi), some of them still unknown.
//
// Two ways. `OwnCount` deals the unknown cards in every way, player after player; the last player's cards are only compared
// with the best of the others. `Sweep` serves two players with many unknown cards each: it sorts both players' holdings by
// worth and counts, for each holding of one, the weaker holdings of the other that have no card in common with it, by
// inclusion and exclusion over the holding's own cards. Third street of seven-card stud has 1.8e10 deals and takes 5e6 steps.
#pragma once

#include <atomic>
#include <functional>

#include "tables.hpp"
#include "tally.hpp"

namespace openfelt::equity {

struct OwnGame {
    const Scale* high = nullptr;
    const Scale* low = nullptr;
    u64 deck = 0;
    u64 dead = 0;
    u64 shared = 0;          // cards that count in everyone's holding
    int shared_missing = 0;
    std::vector<u64> known;  // by player
    std::vector<int> missing;
};

// What a card adds to a holding: its code, and above it one in the count of its suit; the joker counts in every suit.
constexpr auto ADDED = [] {
    std::array<u64, 64> added{};
    for (int place = 0; place < 64; ++place)
        if (rank_at(place) < RANKS) added[place] = CODE[rank_at(place)] + (u64{1} << (32 + 4 * suit_at(place)));
    added[std::countr_zero(bit_of(JOKER))] = JOKER_CODE + (u64{0x1111} << 32);
    return added;
}();

// A holding as it grows: its cards, and the sum of their codes with a count of each suit above (8 or more means five).
struct Held {
    u64 sum = u64{0x3333} << 32;
    u64 cards = 0;
    Held with(int place) const {
        return {sum + ADDED[place], cards | (u64{1} << place)};
    }
    static Held of(u64 cards) {
        Held held;
        for (; cards; cards &= cards - 1) held = held.with(std::countr_zero(cards));
        return held;
    }
};

inline i16 worth(const Scale& scale, const Held& held) {
    const u32 key = static_cast<u32>(held.sum);
    const u32 full = static_cast<u32>(held.sum >> 32) & 0x8888;
    switch (scale.selection()) {
        case Selection::own_four: return scale.best_four(held.cards);
        case Selection::own_five:
            if (full && scale.has_suited()) return scale.suited5(lane(held.cards, std::countr_zero(full) >> 2));
            return scale.mixed5(key);
        default: break;
    }
    if (key & JOKER_CODE) {
        const i16 mixed = scale.joker_mixed7(key & ~JOKER_CODE);
        if (!full || !scale.has_suited()) return mixed;
        return std::max(mixed, scale.joker_best_suited(lane(held.cards, std::countr_zero(full) >> 2)));
    }
    const i16 mixed = scale.mixed7(key);
    if (!full || !scale.has_suited()) return mixed;
    return std::max(mixed, scale.best_suited(lane(held.cards, std::countr_zero(full) >> 2)));
}

class OwnCount {
public:
    explicit OwnCount(const OwnGame& game)
        : game_(game), players_(static_cast<int>(game.known.size())), result_(players_, game.low != nullptr),
          high_(players_), low_(players_) {
        for (int p = 0; p < players_; ++p)
            if (game_.missing[p]) groups_.push_back(p);
        // The player with most unknown cards comes last, where a deal costs least; the next most first, for many small pieces.
        std::stable_sort(groups_.begin(), groups_.end(), [&](int a, int b) { return game_.missing[a] < game_.missing[b]; });
        if (groups_.size() > 2) std::rotate(groups_.begin(), groups_.end() - 2, groups_.end() - 1);
        if (game_.shared_missing) groups_.insert(groups_.begin(), -1);
        u64 gone = game_.dead | game_.shared;
        for (u64 cards : game_.known) gone |= cards;
        left_ = game_.deck & ~gone;
    }

    u64 left() const { return left_; }
    bool is_dealt() const { return groups_.empty(); }
    int first_size() const { return groups_[0] < 0 ? game_.shared_missing : game_.missing[groups_[0]]; }
    // How many of the first group's cards make one piece of work: all of them, if that gives a list of reasonable length.
    int piece_size() const {
        if (is_single()) return std::max(0, first_size() - 3);
        return CHOOSE[std::popcount(left_)][first_size()] <= 2'000'000 ? first_size() : 4;
    }

    // The work in a piece: how often the first group is dealt in it.
    double weight(u64 piece) const {
        if (is_dealt()) return 1;
        return static_cast<double>(CHOOSE[std::popcount(above(piece))][first_size() - std::popcount(piece)]);
    }

    // All deals in which the lowest of the first group's unknown cards are `piece` (nothing, if no card is unknown). `advance`
    // is told of the work done, in all the piece's weight.
    const Tally<i64>& count(u64 piece, const std::atomic<bool>& stopped, const std::function<void(double)>& advance) {
        stopped_ = &stopped;
        advance_ = &advance;
        told_ = done_ = 0;
        result_.clear();
        shared_ = game_.shared;
        settle_known();
        const double whole = weight(piece);
        if (is_dealt()) {
            result_.add(high_.data(), low_.data(), 1);
        } else {
            const int wanted = first_size() - std::popcount(piece);
            if (is_single()) last(groups_[0], wanted, above(piece), piece);
            else deal(0, wanted, above(piece), left_, piece);
        }
        advance(whole - told_);
        return result_;
    }

private:
    bool is_single() const { return groups_.size() == 1 && groups_[0] >= 0; }
    u64 above(u64 piece) const { return piece ? left_ & ~(std::bit_floor(piece) | (std::bit_floor(piece) - 1)) : left_; }

    // Every deal of the groups before the last is an equal part of one deal of the first; word of it is passed on now and then.
    void step(u64 left) {
        double parts = 1;
        int cards = std::popcount(left_) - first_size();
        for (std::size_t group = 1; group + 1 < groups_.size(); cards -= game_.missing[groups_[group]], ++group)
            parts *= static_cast<double>(CHOOSE[cards][game_.missing[groups_[group]]]);
        done_ += 1 / parts;
        untold_ += static_cast<double>(CHOOSE[std::popcount(left)][game_.missing[groups_.back()]]);
        if (untold_ < 1e5) return;
        (*advance_)(done_ - told_);
        told_ = done_;
        untold_ = 0;
    }

    void settle(int p, u64 cards) {
        const Held held = Held::of(game_.known[p] | shared_ | cards);
        high_[p] = worth(*game_.high, held);
        if (game_.low) low_[p] = worth(*game_.low, held);
    }

    void settle_known() {
        for (int p = 0; p < players_; ++p)
            if (!game_.missing[p]) settle(p, 0);
    }

    void take(int group, u64 cards, u64 left) {
        if (groups_[group] < 0) {
            shared_ = game_.shared | cards;
            settle_known();
        } else {
            settle(groups_[group], cards);
        }
        const int next = group + 1;
        if (next == static_cast<int>(groups_.size())) result_.add(high_.data(), low_.data(), 1);
        else if (next + 1 == static_cast<int>(groups_.size())) last(groups_[next], game_.missing[groups_[next]], left, 0), step(left);
        else deal(next, game_.missing[groups_[next]], left, left, 0);
    }

    void deal(int group, int wanted, u64 from, u64 left, u64 chosen) {
        if (wanted == 0) {
            if (!stopped_->load(std::memory_order_relaxed)) take(group, chosen, left & ~chosen);
            return;
        }
        for (; std::popcount(from) >= wanted; from &= from - 1)
            deal(group, wanted - 1, from & (from - 1), left, chosen | (from & -from));
    }

    // The last player's cards against the best of the others, counted by outcome.
    void last(int player, int wanted, u64 left, u64 piece) {
        best_high_ = best_low_ = -1;
        for (int p = 0; p < players_; ++p) {
            if (p == player) continue;
            best_high_ = std::max(best_high_, high_[p]);
            if (game_.low) best_low_ = std::max(best_low_, low_[p]);
        }
        outcomes_ = {};
        cards_.clear();
        for (; left; left &= left - 1) cards_.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
        compare(wanted, 0, Held::of(game_.known[player] | shared_ | piece));
        record(player);
    }

    void compare(int wanted, std::size_t from, const Held& held) {
        if (wanted == 0) {
            const i16 high = worth(*game_.high, held);
            int low_outcome = 0;
            if (game_.low) {
                const i16 low = worth(*game_.low, held);
                low_outcome = low > best_low_ ? 0 : low == best_low_ ? 1 : 2;
            }
            ++outcomes_[high > best_high_ ? 0 : high == best_high_ ? 1 : 2][low_outcome];
            return;
        }
        for (std::size_t i = from; i + wanted <= cards_.size(); ++i) compare(wanted - 1, i + 1, held.with(cards_[i]));
    }

    // The worths used here stand for the outcome only: above, level with or below the best of the others (level with no low
    // at all is no low either).
    void record(int player) {
        for (int h = 0; h < 3; ++h)
            for (int l = 0; l < 3; ++l) {
                if (!outcomes_[h][l]) continue;
                high_[player] = static_cast<i16>(best_high_ + 1 - h);
                if (game_.low) low_[player] = static_cast<i16>(best_low_ + 1 - l);
                result_.add(high_.data(), low_.data(), outcomes_[h][l]);
            }
    }

    const OwnGame game_;
    const int players_;
    Tally<i64> result_;
    std::vector<i16> high_, low_;
    std::vector<int> groups_;  // players with unknown cards, -1 for the shared cards
    u64 left_ = 0, shared_ = 0;
    const std::atomic<bool>* stopped_ = nullptr;
    const std::function<void(double)>* advance_ = nullptr;
    double done_ = 0, told_ = 0, untold_ = 0;  // work of this piece; evaluations since the last word of it
    std::vector<std::uint8_t> cards_;
    i16 best_high_ = -1, best_low_ = -1;
    std::array<std::array<i64, 3>, 3> outcomes_{};
};

// Two players: sorted holdings and inclusion-exclusion. In a split game the second player's holdings are taken one low at a
// time, so that within one piece of work only the high hands have to be swept.
class Sweep {
public:
    Sweep(const OwnGame& game, u64 left) : game_(game) {
        for (; left; left &= left - 1) places_.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
        const int n = static_cast<int>(places_.size());
        deepest_ = std::min(game_.missing[0], game_.missing[1]);
        for (int k = 0; k <= deepest_; ++k) base_[k] = subsets_, subsets_ += CHOOSE[n][k];
        own_ = list(0);
        part_by_low(list(1));
    }

    // The steps a sweep takes at most, to choose between the two ways.
    static double steps(const OwnGame& game, int left) {
        const int a = game.missing[0], b = game.missing[1];
        const double lows = game.low ? 600 : 1;  // eight or better has at most 57
        return static_cast<double>(CHOOSE[left][a]) * (1 << a) * 2 * lows + static_cast<double>(CHOOSE[left][b]) * (1 << b);
    }
    static double holdings(const OwnGame& game, int left) {
        return static_cast<double>(CHOOSE[left][game.missing[0]]) + static_cast<double>(CHOOSE[left][game.missing[1]]);
    }

    std::size_t pieces() const { return lows_.size(); }

    // One low of the second player (the only piece, where there are no lows) against all holdings of the first.
    template <typename Progress>
    void count(std::size_t piece, Tally<u128>& total, Progress&& progress) const {
        const std::vector<Holding>& theirs = theirs_[piece];
        const i16 low = lows_[piece];
        Subsets weaker(subsets_, 0), all(subsets_, 0);
        if (game_.low)
            for (const Holding& one : theirs) insert(all, one.set);
        const i64 everyone = static_cast<i64>(theirs.size() ? CHOOSE[places_.size() - game_.missing[0]][game_.missing[1]] : 0);
        std::array<std::array<i64, 4>, 3> outcomes{};
        std::vector<i64> below;
        std::size_t at = 0;
        for (std::size_t from = 0, to; from < own_.size(); from = to) {
            if (!progress(static_cast<double>(from) / static_cast<double>(own_.size()))) return;
            const i16 high = own_[from].high;
            for (to = from; to < own_.size() && own_[to].high == high;) ++to;
            for (; at < theirs.size() && theirs[at].high < high; ++at) insert(weaker, theirs[at].set);
            below.assign(to - from, 0);
            if (at)
                for (std::size_t i = from; i < to; ++i) below[i - from] = apart(weaker, own_[i].set);
            const std::size_t before = at;
            for (; at < theirs.size() && theirs[at].high == high; ++at) insert(weaker, theirs[at].set);
            for (std::size_t i = from; i < to; ++i) {
                const i64 wins = below[i - from];
                const i64 ties = at > before ? apart(weaker, own_[i].set) - wins : 0;
                const i64 deals = game_.low ? apart(all, own_[i].set) : everyone;
                const int side = own_[i].low > low ? 0 : own_[i].low < low ? 2 : low ? 1 : 3;
                outcomes[0][side] += wins;
                outcomes[1][side] += ties;
                outcomes[2][side] += deals - wins - ties;
            }
        }
        record(outcomes, total);
    }

private:
    struct Holding {
        u64 set;  // of places in `places_`
        i16 high, low;
    };
    using Subsets = std::vector<std::int32_t>;

    // One player's holdings, weakest high hand first.
    std::vector<Holding> list(int p) const {
        std::vector<Holding> found;
        found.reserve(CHOOSE[places_.size()][game_.missing[p]]);
        const auto grow = [&](auto&& self, int wanted, std::size_t from, const Held& held, u64 set) -> void {
            if (wanted == 0) {
                found.push_back({set, worth(*game_.high, held), game_.low ? worth(*game_.low, held) : i16{0}});
                return;
            }
            for (std::size_t i = from; i + wanted <= places_.size(); ++i)
                self(self, wanted - 1, i + 1, held.with(places_[i]), set | (u64{1} << i));
        };
        grow(grow, game_.missing[p], 0, Held::of(game_.known[p] | game_.shared), 0);
        std::sort(found.begin(), found.end(), [](const Holding& a, const Holding& b) { return a.high < b.high; });
        return found;
    }

    void part_by_low(std::vector<Holding> all) {
        if (!game_.low) {
            lows_ = {0};
            theirs_.push_back(std::move(all));
            return;
        }
        std::vector<int> piece(std::size_t{1} << 15, -1);
        for (const Holding& one : all) {
            int& at = piece[static_cast<std::size_t>(one.low)];
            if (at < 0) at = static_cast<int>(lows_.size()), lows_.push_back(one.low), theirs_.emplace_back();
            theirs_[at].push_back(one);
        }
    }

    // Every subset of the holding (up to `deepest_` cards) is contained in one more holding.
    void insert(Subsets& containing, u64 set) const {
        const auto walk = [&](auto&& self, u64 rest, int size, std::size_t index) -> void {
            ++containing[base_[size] + index];
            if (size == deepest_) return;
            for (; rest; rest &= rest - 1)
                self(self, rest & (rest - 1), size + 1, index + CHOOSE[std::countr_zero(rest)][size + 1]);
        };
        walk(walk, set, 0, 0);
    }

    // Inserted holdings that share no card with this one.
    i64 apart(const Subsets& containing, u64 set) const {
        const auto walk = [&](auto&& self, u64 rest, int size, std::size_t index) -> i64 {
            i64 sum = containing[base_[size] + index];
            if (size < deepest_)
                for (; rest; rest &= rest - 1)
                    sum -= self(self, rest & (rest - 1), size + 1, index + CHOOSE[std::countr_zero(rest)][size + 1]);
            return sum;
        };
        return walk(walk, set, 0, 0);
    }

    // Outcomes of the first player: high hand better, level, worse; low hand better, level, worse, none made.
    static void record(const std::array<std::array<i64, 4>, 3>& outcomes, Tally<u128>& total) {
        for (int h = 0; h < 3; ++h)
            for (int l = 0; l < 4; ++l) {
                const i16 high[2] = {static_cast<i16>(2 - h), 1};
                const i16 low[2] = {static_cast<i16>(l == 3 ? 0 : 3 - l), static_cast<i16>(l == 3 ? 0 : 2)};
                total.add(high, low, static_cast<u128>(outcomes[h][l]));
            }
    }

    const OwnGame game_;
    std::vector<std::uint8_t> places_;
    std::vector<Holding> own_;
    std::vector<i16> lows_;
    std::vector<std::vector<Holding>> theirs_;
    std::array<std::size_t, 8> base_{};
    std::size_t subsets_ = 0;
    int deepest_ = 0;
};

}  // namespace openfelt::equity

// Exact odds of games in which each player has cards of his own (stud, razz, draw, badugi), some of them still unknown.
//
// Two ways. `OwnCount` deals the unknown cards in every way, player after player; the last player's cards are only compared
// with the best of the others. `sweep` serves two players with many unknown cards each: it sorts both players' holdings by
// worth and counts, for each holding of one, the weaker holdings of the other that have no card in common with it, by
// inclusion and exclusion over the holding's own cards. Third street of seven-card stud has 1.8e10 deals and takes 5e6 steps.
#pragma once

#include <atomic>

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

// A holding as it grows: its cards, and the sum of their codes with a count of each suit above (8 or more means five).
struct Held {
    u64 sum = u64{0x3333} << 32;
    u64 cards = 0;
    Held with(int place) const {
        return {sum + CODE[rank_at(place)] + (u64{1} << (32 + 4 * suit_at(place))), cards | (u64{1} << place)};
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
        case Selection::own_four: return scale.four(held.cards);
        case Selection::own_five:
            if (full && scale.has_suited()) return scale.suited5(lane(held.cards, std::countr_zero(full) >> 2));
            return scale.mixed5(key);
        default: break;
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
        if (game_.shared_missing) groups_.push_back(-1);
        for (int p = 0; p < players_; ++p)
            if (game_.missing[p]) groups_.push_back(p);
        const auto first = groups_.begin() + (game_.shared_missing ? 1 : 0);
        std::stable_sort(first, groups_.end(), [&](int a, int b) { return game_.missing[a] > game_.missing[b]; });
        u64 gone = game_.dead | game_.shared;
        for (u64 cards : game_.known) gone |= cards;
        left_ = game_.deck & ~gone;
    }

    u64 left() const { return left_; }
    bool is_dealt() const { return groups_.empty(); }
    int first_size() const { return groups_[0] < 0 ? game_.shared_missing : game_.missing[groups_[0]]; }

    // All deals in which the first group of unknown cards is `first` (nothing, if no card is unknown).
    const Tally<i64>& count(u64 first, const std::atomic<bool>& stopped) {
        stopped_ = &stopped;
        result_.clear();
        shared_ = game_.shared;
        if (is_dealt()) {
            for (int p = 0; p < players_; ++p) settle(p, 0);
            result_.add(high_.data(), low_.data(), 1);
        } else {
            settle_known();
            take(0, first, left_ & ~first);
        }
        return result_;
    }

private:
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
        else if (next + 1 == static_cast<int>(groups_.size())) last(groups_[next], left);
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
    void last(int player, u64 left) {
        best_high_ = best_low_ = -1;
        for (int p = 0; p < players_; ++p) {
            if (p == player) continue;
            best_high_ = std::max(best_high_, high_[p]);
            if (game_.low) best_low_ = std::max(best_low_, low_[p]);
        }
        outcomes_ = {};
        cards_.clear();
        for (; left; left &= left - 1) cards_.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
        compare(game_.missing[player], 0, Held::of(game_.known[player] | shared_));
        record(player);
    }

    void compare(int wanted, std::size_t from, const Held& held) {
        if (wanted == 0) {
            const i16 high = worth(*game_.high, held);
            int low_outcome = 0;
            if (game_.low) {
                const i16 low = worth(*game_.low, held);
                low_outcome = low > best_low_ ? 0 : low < best_low_ ? 2 : low ? 1 : 3;
            }
            ++outcomes_[high > best_high_ ? 0 : high == best_high_ ? 1 : 2][low_outcome];
            return;
        }
        for (std::size_t i = from; i + wanted <= cards_.size(); ++i) compare(wanted - 1, i + 1, held.with(cards_[i]));
    }

    // The worths used here stand for the outcome only: above, level with or below the best of the others.
    void record(int player) {
        for (int h = 0; h < 3; ++h)
            for (int l = 0; l < 4; ++l) {
                if (!outcomes_[h][l]) continue;
                high_[player] = static_cast<i16>(best_high_ + 1 - h);
                if (game_.low) low_[player] = static_cast<i16>(l == 3 ? 0 : best_low_ + 1 - l);
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
    std::vector<std::uint8_t> cards_;
    i16 best_high_ = -1, best_low_ = -1;
    std::array<std::array<i64, 4>, 3> outcomes_{};
};

// Two players, high only: sorted holdings and inclusion-exclusion.
class Sweep {
public:
    // The steps a sweep takes, to choose between the two ways.
    static double steps(int left, int a, int b) {
        return static_cast<double>(CHOOSE[left][a]) * (1 << a) * 2 + static_cast<double>(CHOOSE[left][b]) * (1 << b);
    }
    static double holdings(int left, int a, int b) {
        return static_cast<double>(CHOOSE[left][a]) + static_cast<double>(CHOOSE[left][b]);
    }

    Sweep(const OwnGame& game, u64 left) : game_(game) {
        for (; left; left &= left - 1) places_.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
    }

    template <typename Progress>
    bool count(Tally<u128>& total, Progress&& progress) {
        for (int p = 0; p < 2; ++p) list(p);
        const int n = static_cast<int>(places_.size());
        deepest_ = std::min(game_.missing[0], game_.missing[1]);
        std::size_t size = 0;
        for (int k = 0; k <= deepest_; ++k) base_[k] = size, size += CHOOSE[n][k];
        containing_.assign(size, 0);
        const i64 others = static_cast<i64>(CHOOSE[n - game_.missing[0]][game_.missing[1]]);
        u128 wins = 0, ties = 0, losses = 0;
        for (std::size_t v = 0; v < WORTHS; ++v) {
            if (!progress(static_cast<double>(starts_[0][v]) / static_cast<double>(holdings_[0].size()))) return false;
            i64 below = 0, level = 0;
            const std::size_t from = starts_[0][v], to = starts_[0][v + 1];
            for (std::size_t i = from; i < to; ++i) below += apart(holdings_[0][i]);
            for (std::size_t i = starts_[1][v]; i < starts_[1][v + 1]; ++i) insert(holdings_[1][i]);
            if (starts_[1][v] != starts_[1][v + 1]) {
                for (std::size_t i = from; i < to; ++i) level += apart(holdings_[0][i]);
                level -= below;
            }
            wins += static_cast<u64>(below);
            ties += static_cast<u64>(level);
            losses += static_cast<u64>(others * static_cast<i64>(to - from) - below - level);
        }
        total.at(0, 1, 0) += wins, total.at(1, 0, 0) += wins;
        total.at(0, 2, 0) += ties, total.at(1, 2, 0) += ties;
        total.at(0, 0, 0) += losses, total.at(1, 1, 0) += losses;
        return true;
    }

private:
    static constexpr std::size_t WORTHS = 1 << 15;

    // One player's holdings as sets of places in `places_`, sorted by worth.
    void list(int p) {
        std::vector<u64> sets;
        std::vector<i16> worths;
        const auto grow = [&](auto&& self, int wanted, std::size_t from, const Held& held, u64 set) -> void {
            if (wanted == 0) {
                sets.push_back(set);
                worths.push_back(worth(*game_.high, held));
                return;
            }
            for (std::size_t i = from; i + wanted <= places_.size(); ++i)
                self(self, wanted - 1, i + 1, held.with(places_[i]), set | (u64{1} << i));
        };
        grow(grow, game_.missing[p], 0, Held::of(game_.known[p] | game_.shared), 0);
        auto& starts = starts_[p];
        starts.assign(WORTHS + 1, 0);
        for (i16 w : worths) ++starts[static_cast<std::size_t>(w) + 1];
        for (std::size_t v = 0; v < WORTHS; ++v) starts[v + 1] += starts[v];
        auto next = starts;
        holdings_[p].resize(sets.size());
        for (std::size_t i = 0; i < sets.size(); ++i) holdings_[p][next[static_cast<std::size_t>(worths[i])]++] = sets[i];
    }

    // Every subset of the holding (up to `deepest_` cards) is contained in one more holding.
    void insert(u64 set) {
        const auto walk = [&](auto&& self, u64 rest, int size, std::size_t index) -> void {
            ++containing_[base_[size] + index];
            if (size == deepest_) return;
            for (; rest; rest &= rest - 1)
                self(self, rest & (rest - 1), size + 1, index + CHOOSE[std::countr_zero(rest)][size + 1]);
        };
        walk(walk, set, 0, 0);
    }

    // Inserted holdings that share no card with this one.
    i64 apart(u64 set) const {
        const auto walk = [&](auto&& self, u64 rest, int size, std::size_t index) -> i64 {
            i64 sum = containing_[base_[size] + index];
            if (size < deepest_)
                for (; rest; rest &= rest - 1)
                    sum -= self(self, rest & (rest - 1), size + 1, index + CHOOSE[std::countr_zero(rest)][size + 1]);
            return sum;
        };
        return walk(walk, set, 0, 0);
    }

    const OwnGame game_;
    std::vector<std::uint8_t> places_;
    std::array<std::vector<u64>, 2> holdings_;
    std::array<std::vector<std::size_t>, 2> starts_;
    std::array<std::size_t, 8> base_{};
    std::vector<std::int32_t> containing_;
    int deepest_ = 0;
};

}  // namespace openfelt::equity

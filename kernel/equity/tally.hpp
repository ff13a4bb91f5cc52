// Counting who wins.
//
// For each player a table of deals by (high, low): high is the number of players who share the best high hand, 0 if this
// player is not one of them; low likewise, with one more column for "nobody made a low". High-only games have one column.
// Every number that is reported (wins, ties by sharers, scoops, shares, variances) is a sum over this table.
#pragma once

#include "ranks.hpp"

namespace openfelt::equity {

template <typename Count>
class Tally {
public:
    Tally() = default;
    Tally(int players, bool split) : players_(players), columns_(split ? players + 2 : 1), counts_(size(), 0) {}

    int players() const { return players_; }
    int columns() const { return columns_; }
    bool split() const { return columns_ > 1; }
    std::size_t size() const { return static_cast<std::size_t>(players_) * (players_ + 1) * columns_; }
    std::vector<Count>& counts() { return counts_; }
    const std::vector<Count>& counts() const { return counts_; }
    Count& at(int player, int high, int low) { return counts_[(static_cast<std::size_t>(player) * (players_ + 1) + high) * columns_ + low]; }
    void clear() { std::fill(counts_.begin(), counts_.end(), Count{0}); }

    // One showdown that happens `times` times (or, if negative, did not happen after all).
    void add(const i16* high, const i16* low, Count times) {
        if (players_ == 2 && !split()) {
            const int first = high[0] > high[1] ? 1 : high[0] == high[1] ? 2 : 0;
            counts_[first] += times;
            counts_[3 + (first == 2 ? 2 : 1 - first)] += times;
            return;
        }
        const auto [best_high, sharing_high] = best(high);
        if (!split()) {
            for (int p = 0; p < players_; ++p) at(p, high[p] == best_high ? sharing_high : 0, 0) += times;
            return;
        }
        const auto [best_low, sharing_low] = best(low);
        const int no_low = players_ + 1;
        for (int p = 0; p < players_; ++p)
            at(p, high[p] == best_high ? sharing_high : 0, best_low == 0 ? no_low : low[p] == best_low ? sharing_low : 0) += times;
    }

    template <typename Other>
    void merge(const Tally<Other>& other, Count times) {
        for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += static_cast<Count>(other.counts()[i]) * times;
    }

private:
    std::pair<i16, int> best(const i16* values) const {
        i16 best = values[0];
        int sharing = 1;
        for (int p = 1; p < players_; ++p) {
            if (values[p] > best) best = values[p], sharing = 1;
            else if (values[p] == best) ++sharing;
        }
        return {best, sharing};
    }

    int players_ = 0;
    int columns_ = 1;
    std::vector<Count> counts_;
};

constexpr int MOST_PLAYERS = 26;  // a 52-card deck has no more hands of two cards

}  // namespace openfelt::equity

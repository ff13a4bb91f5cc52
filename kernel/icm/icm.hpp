// The prize equity of every player of a field by the independent chip model (Malmuth-Harville).
//
// Each player has a clock that rings after an exponential time whose rate is the player's share of the chips; the order
// of ringing is the order of finishing, the first to ring wins. A player who rings at time t is placed one behind those
// who have rung before, so the equity is an integral over t of a sum over how many of the others have rung (a
// Poisson-binomial count). For one t that sum is found for all players at once:
//
//   before[i][j] = chance that j of the players 0..i-1 have rung,
//   after[i][j]  = expected prize of somebody whom j of them have beaten, over the players i+1.. still to be asked.
//
// Both grow by one player at a time and all terms are positive, so nothing cancels. Counts whose chance is below TRIM
// are left out: of thousands of places only a few hundred matter at any one time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace icm {

inline constexpr double TRIM = 1e-21;

// One row of `before`: counts from `low`, values from `start` in the shared store.
struct Span {
    std::size_t low, size, start;
};

class Field {
   public:
    Field(const double* shares, std::size_t players, const double* prizes, std::size_t places)
        : shares_(shares), players_(players), prizes_(prizes), places_(places), spans_(players) {}

    // Adds the integrand at time t, times `weight`, to each player's equity.
    void add(double t, double weight, double* equities) {
        look_forward(t);
        look_back(t, weight, equities);
    }

   private:
    const double* shares_;
    std::size_t players_;
    const double* prizes_;
    std::size_t places_;
    std::vector<Span> spans_;
    std::vector<double> store_, after_;

    void look_forward(double t) {
        store_.assign(1, 1.0);
        Span row{0, 1, 0};
        for (std::size_t i = 0; i < players_; ++i) {
            spans_[i] = row;
            if (row.size > 0) row = with_one_more(row, -std::expm1(-shares_[i] * t));
        }
    }

    // The next row of `before`: one more player, who has rung with that chance. Empty if nobody behind can win a prize.
    Span with_one_more(Span row, double rung) {
        const std::size_t size = std::min(row.size + 1, places_ - row.low), start = row.start + row.size;
        store_.resize(start + size);
        const double* old = store_.data() + row.start;
        double* next = store_.data() + start;
        const double waits = 1.0 - rung;
        next[0] = old[0] * waits;
        for (std::size_t j = 1; j < std::min(size, row.size); ++j) next[j] = old[j] * waits + old[j - 1] * rung;
        if (size > row.size) next[row.size] = old[row.size - 1] * rung;
        Span kept{row.low, size, start};
        while (kept.size > 0 && next[kept.size - 1] < TRIM) --kept.size;
        while (kept.size > 0 && store_[kept.start] < TRIM) ++kept.start, ++kept.low, --kept.size;
        return kept;
    }

    void look_back(double t, double weight, double* equities) {
        after_.assign(prizes_, prizes_ + places_);
        after_.push_back(0.0);  // behind the last prize
        for (std::size_t i = players_; i-- > 0;) {
            const Span row = spans_[i];
            const double* before = store_.data() + row.start;
            double sum = 0;
            for (std::size_t j = 0; j < row.size; ++j) sum += before[j] * after_[row.low + j];
            equities[i] += weight * shares_[i] * std::exp(-shares_[i] * t) * sum;
            if (i == 0) break;
            // Player i is asked now too. Only counts that the row before holds are needed; the others have no weight.
            const double rung = -std::expm1(-shares_[i] * t), waits = 1.0 - rung;
            double* after = after_.data() + spans_[i - 1].low;
            for (std::size_t j = 0; j < spans_[i - 1].size; ++j) after[j] = after[j] * waits + after[j + 1] * rung;
        }
    }
};

}  // namespace icm

// Strengths as the solvers need them: the scale's own tables (evaluate.hpp), taken apart into ranks and one suit.
//
// The solvers count by pattern: what the ranks alone make (as though suits did not exist), and what one suit makes by
// itself. The better of the two is the hand's strength, because a flush or straight flush needs five cards of one suit and
// every other category needs ranks only.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "evaluate.hpp"

namespace solver {

using Strength = std::uint16_t;
inline constexpr unsigned RANKS = openfelt::RANKS;

// Ten categories, lowest first, as act-holdem 2.6 and nz-big-raise 4.3 list them: 0 high card ... 9 royal flush.
inline constexpr unsigned CATEGORIES = 10;

class Scale {
   public:
    explicit Scale(std::uint64_t spec) : tables_(openfelt::tables(spec)), category_(tables_.classes().size()) {
        if (!tables_.five_card()) throw std::invalid_argument("the solvers need a scale of five-card hands");
        for (std::size_t at = 1; at < category_.size(); ++at) {
            const auto& found = tables_.classes()[at];
            const bool royal = found.category == openfelt::ROYAL_FLUSH ||
                               (found.category == openfelt::STRAIGHT_FLUSH && found.ranks[0] == 14);
            category_[at] = royal ? CATEGORIES - 1 : static_cast<std::uint8_t>(found.category - openfelt::HIGH_CARD);
        }
    }

    unsigned category(Strength strength) const { return category_[strength]; }

    // What seven cards make by their ranks alone; `sum` is the sum of their CARD[].sum and of EMPTY.
    Strength of_ranks(std::uint64_t sum) const { return tables_.of_ranks<7>(sum); }

    // What one suit makes: a flush or better from five or more ranks of it, else 0.
    Strength of_suit(unsigned ranks) const { return std::popcount(ranks) < 5 ? 0 : tables_.flush_value(ranks, false); }

    Strength of_seven(const openfelt::Holding& cards) const { return tables_.best<7>(cards); }

    // The lowest strength that holds a pair of `rank` (2 to 14) or anything higher.
    Strength least_pair(int rank) const {
        for (std::size_t at = 1; at < category_.size(); ++at)
            if (category_[at] > 1 || (category_[at] == 1 && tables_.classes()[at].ranks[0] >= rank))
                return static_cast<Strength>(at);
        throw std::logic_error("a scale without pairs");
    }

   private:
    const openfelt::Tables& tables_;
    std::vector<std::uint8_t> category_;
};

}  // namespace solver

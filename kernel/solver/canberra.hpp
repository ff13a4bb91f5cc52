// Canberra Casino Hold-em, counted whole (act-holdem 6 to 9).
//
// A round is a player's two cards, a flop, two river cards and two dealer cards: C(52,2) C(50,3) C(47,2) C(45,2) =
// 27,813,810,024,000 in all. They are counted, not visited:
//
//  1. Strength is the better of what the ranks make and what one suit makes (strength.hpp), and five community cards hold
//     three or more of at most one suit. So the result of a (community cards, player's cards) pair is
//         result by ranks alone  +  correction, if some suit s has three or more community cards.
//     The first term knows 13 kinds of card, the second 26: (rank, of suit s or not).
//  2. For community cards of given kinds, the dealer's two-card holdings are sorted by strength once. A running total and
//     one running total per kind of card give, by inclusion and exclusion of the player's two cards, how many of the
//     dealer's C(45,2) = 990 holdings are lower, equal and higher, below and above the qualifying pair.
//  3. Each pair is added to the ten flops it can have come from, times the number of ways of the other two cards. A
//     decision (player's cards, flop) is then the sum of one entry by ranks and one for each suit on its flop.
//
// Everything is an integer. The same passes run backwards to turn a strategy into the table of outcomes.
#pragma once

#include <cstdint>
#include <vector>

#include "strength.hpp"

namespace solver {

// What may happen once the player has called, for the dealer's holdings against one player's hand.
enum Result : unsigned { UNQUALIFIED_HIGHER, UNQUALIFIED_EQUAL, UNQUALIFIED_LOWER, HIGHER, EQUAL, LOWER, RESULTS };
inline constexpr unsigned CELLS = CATEGORIES * unsigned{RESULTS};  // by the player's category, then by result

// A deck of whole ranks and whole suits; the full deck unless a test asks for less.
struct Deck {
    unsigned ranks = (1u << RANKS) - 1;  // a set of ranks
    unsigned suits = 4;                  // the first so many of clubs, diamonds, hearts, spades
    bool has(unsigned card) const { return ranks >> (card >> 2) & 1 && (card & 3) < suits; }
    std::vector<std::uint8_t> cards() const;
};

// All decisions of the game: one flop of each suit pattern, and every two cards that can go with it.
struct Decisions {
    Deck deck;
    std::vector<std::uint8_t> flops;     // three cards for each flop
    std::vector<std::int64_t> weights;   // how many flops of the deck are this one with suits renamed
    std::vector<std::uint8_t> holes;     // for each flop, two cards for each holding
    std::size_t holdings = 0;            // holdings for each flop
    explicit Decisions(const Deck& deck);
    std::size_t size() const { return weights.size() * holdings; }
};

// A dealer's hand below `qualify` does not qualify.
struct Rules {
    const Scale& scale;
    Strength qualify;
};

// The sum over all run-outs of `payoffs[cell]`, for each decision; one row of CELLS for each price, one result row each.
void call_values(const Decisions& decisions, const Rules& rules, const std::int64_t* payoffs, std::size_t prices,
                 std::int64_t* values);

// How many rounds end in each cell when the player calls exactly where `called` is not zero.
void outcomes(const Decisions& decisions, const Rules& rules, const std::uint8_t* called, std::size_t strategies,
              std::int64_t* cells);

// One decision by visiting every run-out: the count of each cell.
void one_decision(const Deck& deck, const Rules& rules, const std::uint8_t hole[2], const std::uint8_t flop[3],
                  std::int64_t* cells);

}  // namespace solver

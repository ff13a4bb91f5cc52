// Strength of a holding from its ranks and from its suits, taken apart.
//
// The solvers count by pattern: what the ranks alone make (as though suits did not exist), and what one suit makes by
// itself. The better of the two is the hand's strength, because a flush or straight flush needs five cards of one suit
// and every other category needs ranks only.
//
// Layout of a strength, high bits first:   category (4 bits) | five ranks, 4 bits each, in the order they are compared
//   0 high card  1 pair  2 two pair  3 three of a kind  4 straight  5 flush  6 full house  7 four of a kind
//   8 straight flush  9 royal flush                                (act-holdem 2.6, nz-big-raise 4.3)
// Ranks are 0 (deuce) to 12 (ace). In a straight only the top rank stands; five-four-three-two-ace has top rank 3.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace solver {

using Strength = std::uint32_t;

enum Category : unsigned {
    HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH, CATEGORIES
};

inline constexpr unsigned RANKS = 13;
inline constexpr unsigned WHEEL = 0b1000000001111;  // five, four, three, two, ace

constexpr unsigned category(Strength strength) { return strength >> 20; }

constexpr Strength compose(Category of, unsigned a = 0, unsigned b = 0, unsigned c = 0, unsigned d = 0, unsigned e = 0) {
    return Strength{of} << 20 | a << 16 | b << 12 | c << 8 | d << 4 | e;
}

constexpr unsigned top(unsigned ranks) { return static_cast<unsigned>(std::bit_width(ranks)) - 1; }

// The top rank of the best straight in a set of ranks, or -1.
constexpr int straight_top(unsigned ranks) {
    for (int high = 12; high >= 4; --high)
        if ((ranks >> (high - 4) & 0b11111) == 0b11111) return high;
    return (ranks & WHEEL) == WHEEL ? 3 : -1;
}

// The five (or fewer) highest ranks of a set, one nibble each.
constexpr Strength kickers(unsigned ranks, unsigned how_many) {
    Strength packed = 0;
    for (unsigned taken = 0; taken < how_many && ranks; ++taken) {
        const unsigned high = top(ranks);
        packed = packed << 4 | high;
        ranks &= ~(1u << high);
    }
    return packed;
}

// What one suit makes: a flush or better from five or more ranks of it, else 0.
constexpr Strength suited_strength(unsigned ranks) {
    if (std::popcount(ranks) < 5) return 0;
    const int high = straight_top(ranks);
    if (high == 12) return compose(ROYAL_FLUSH, 12);
    if (high >= 0) return compose(STRAIGHT_FLUSH, static_cast<unsigned>(high));
    return compose(FLUSH) | kickers(ranks, 5);
}

// What ranks alone make, from how often each is held (five to seven cards in all).
inline Strength rank_strength(const std::array<std::uint8_t, RANKS>& held) {
    unsigned any = 0, pairs = 0, trips = 0, quads = 0;
    for (unsigned rank = 0; rank < RANKS; ++rank) {
        const unsigned bit = 1u << rank;
        if (held[rank] >= 1) any |= bit;
        if (held[rank] == 2) pairs |= bit;
        if (held[rank] == 3) trips |= bit;
        if (held[rank] == 4) quads |= bit;
    }
    if (quads) {
        const unsigned four = top(quads);
        return compose(QUADS, four, top(any & ~(1u << four)));
    }
    if (trips) {
        const unsigned three = top(trips);
        const unsigned full = (trips & ~(1u << three)) | pairs;
        if (full) return compose(FULL_HOUSE, three, top(full));
    }
    if (const int high = straight_top(any); high >= 0) return compose(STRAIGHT, static_cast<unsigned>(high));
    if (trips) {
        const unsigned three = top(trips);
        return compose(TRIPS, three) | kickers(any & ~(1u << three), 2) << 8;
    }
    if (std::popcount(pairs) >= 2) {
        const unsigned upper = top(pairs), lower = top(pairs & ~(1u << upper));
        return compose(TWO_PAIR, upper, lower, top(any & ~(1u << upper) & ~(1u << lower)));
    }
    if (pairs) {
        const unsigned pair = top(pairs);
        return compose(PAIR, pair) | kickers(any & ~(1u << pair), 3) << 4;
    }
    return compose(HIGH_CARD) | kickers(any, 5);
}

// The strength of any five to seven cards (numbers 4 * rank + suit).
template <typename Cards>
Strength strength(const Cards& cards) {
    std::array<std::uint8_t, RANKS> held{};
    std::array<unsigned, 4> suits{};
    for (const auto card : cards) {
        ++held[card >> 2];
        suits[card & 3] |= 1u << (card >> 2);
    }
    Strength best = rank_strength(held);
    for (const unsigned ranks : suits)
        if (const Strength flush = suited_strength(ranks); flush > best) best = flush;
    return best;
}

// How a pay table tells five-card hands apart: 0 odd cards, 1-13 a pair of twos to aces, then 14 two pairs, 15 three of a
// kind, 16 straight, 17 flush, 18 full house, 19 four of a kind, 20 straight flush, 21 royal flush.
inline constexpr unsigned PAY_CLASSES = 22;
constexpr unsigned pay_class(Strength strength) {
    switch (category(strength)) {
        case HIGH_CARD: return 0;
        case PAIR: return 1 + (strength >> 16 & 15);
        default: return 12 + category(strength);
    }
}

}  // namespace solver

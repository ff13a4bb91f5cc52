// Cards and rank multisets, the alphabet of the odds kernel.
//
// A set of cards is one 64-bit word, four lanes of 16 bits, one per suit (c, d, h, s from the low end); bit r of a lane is
// rank r (0 = two .. 12 = ace). Suit symmetry is a permutation of lanes, a suit's ranks are one shift and mask. The joker is
// bit 13 of the first lane, as its number 52 says; it is of no rank and of every suit.
//
// What a holding is worth without a flush depends only on how often each rank occurs: on a multiset of ranks. There are
// 6,175 multisets of five ranks with none more than four times, C(17,5) - 13, and 49,205 of seven. Each rank has a code
// such that the sum of codes names the multiset; `Slots` turns the sum into a small table index without collisions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace openfelt::equity {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;
using i64 = std::int64_t;
using u128 = unsigned __int128;

constexpr int RANKS = 13;
constexpr int SUITS = 4;
constexpr u32 MASKS = 1u << RANKS;
constexpr int JOKER = 52;

// Sums of up to seven of these, none used more than four times, are all different (`Slots` asserts it).
constexpr std::array<u32, RANKS> CODE{0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181};

// Stands beside a sum of codes for the joker; no sum reaches it.
constexpr u32 JOKER_CODE = 1u << 31;

// C(n, k) for ways to take k of n cards of a rank, and for the sizes of whole enumerations.
constexpr auto CHOOSE = [] {
    std::array<std::array<u64, 54>, 54> c{};
    for (int n = 0; n < 54; ++n) {
        c[n][0] = 1;
        for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + (k <= n - 1 ? c[n - 1][k] : 0);
    }
    return c;
}();

// The bit of a card numbered as the rest of openfelt does, 4 * rank + suit.
constexpr u64 bit_of(int card) { return u64{1} << (16 * (card & 3) + (card >> 2)); }
constexpr int rank_at(int place) { return place & 15; }
constexpr int suit_at(int place) { return place >> 4; }
constexpr u32 lane(u64 cards, int suit) { return static_cast<u32>(cards >> (16 * suit)) & (MASKS - 1); }

inline u32 key_of(u64 cards) {
    u32 key = 0;
    for (; cards; cards &= cards - 1) key += CODE[rank_at(std::countr_zero(cards))];
    return key;
}

// A table index for every multiset of `size` ranks, no two alike: hash the sum of codes, then shift it by what its bucket needs.
class Slots {
public:
    Slots(int size, int bucket_bits, int table_bits)
        : size_(size), bucket_shift_(64 - bucket_bits), mask_((1u << table_bits) - 1), move_(std::size_t{1} << bucket_bits) {
        std::vector<int> ranks;
        list(0, ranks);
        auto sorted = keys_;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::logic_error("two multisets of ranks share a key");
        while (!place()) mix_ = mix_ * 0xD1342543DE82EF95u + 2;  // stays odd
    }
    u32 at(u32 key) const {
        const u64 hash = key * mix_;
        return (static_cast<u32>(hash >> 24) ^ move_[hash >> bucket_shift_]) & mask_;
    }
    std::size_t table_size() const { return std::size_t{mask_} + 1; }
    std::size_t count() const { return keys_.size(); }
    const std::vector<u32>& keys() const { return keys_; }
    // The ranks of the multisets, `size` of them after each other, in the order of `keys`.
    const std::vector<std::uint8_t>& ranks() const { return ranks_; }

private:
    void list(int from, std::vector<int>& chosen) {
        if (static_cast<int>(chosen.size()) == size_) {
            u32 key = 0;
            for (int rank : chosen) key += CODE[rank], ranks_.push_back(static_cast<std::uint8_t>(rank));
            keys_.push_back(key);
            return;
        }
        for (int rank = from; rank < RANKS; ++rank) {
            if (std::count(chosen.begin(), chosen.end(), rank) == 4) continue;
            chosen.push_back(rank);
            list(rank, chosen);
            chosen.pop_back();
        }
    }

    // Fullest buckets first, each moved to the first place where none of its keys meets another.
    bool place() {
        std::vector<std::vector<u32>> buckets(move_.size());
        for (u32 key : keys_) buckets[(key * mix_) >> bucket_shift_].push_back(static_cast<u32>((key * mix_) >> 24) & mask_);
        std::vector<u32> order(buckets.size());
        for (u32 i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return buckets[a].size() > buckets[b].size(); });
        std::vector<char> taken(table_size(), 0);
        for (u32 i : order) {
            auto& hashes = buckets[i];
            std::sort(hashes.begin(), hashes.end());
            if (std::adjacent_find(hashes.begin(), hashes.end()) != hashes.end()) return false;
            u32 move = 0;
            const auto meets = [&](u32 hash) { return taken[hash ^ move] != 0; };
            while (std::any_of(hashes.begin(), hashes.end(), meets))
                if (++move > mask_) return false;
            for (u32 hash : hashes) taken[hash ^ move] = 1;
            move_[i] = static_cast<u16>(move);
        }
        return true;
    }

    int size_;
    int bucket_shift_;
    u32 mask_;
    u64 mix_ = 0x9E3779B97F4A7C15u;
    std::vector<u16> move_;
    std::vector<u32> keys_;
    std::vector<std::uint8_t> ranks_;
};

inline const Slots& slots4() {
    static const Slots slots(4, 9, 12);
    return slots;
}
inline const Slots& slots5() {
    static const Slots slots(5, 11, 13);
    return slots;
}
inline const Slots& slots6() {
    static const Slots slots(6, 13, 15);
    return slots;
}
inline const Slots& slots7() {
    static const Slots slots(7, 14, 16);
    return slots;
}

// The 24 ways to rename suits, applied to a set of cards.
constexpr auto RENAMINGS = [] {
    std::array<std::array<int, 4>, 24> all{};
    std::array<int, 4> p{0, 1, 2, 3};
    for (auto& one : all) {
        one = p;
        std::next_permutation(p.begin(), p.end());
    }
    return all;
}();

inline u64 rename(u64 cards, const std::array<int, 4>& to) {
    u64 out = cards & bit_of(JOKER);
    for (int suit = 0; suit < SUITS; ++suit) out |= static_cast<u64>(lane(cards, suit)) << (16 * to[suit]);
    return out;
}

// The renamings that leave every one of `fixed` as it is: what the known cards cannot tell apart.
inline std::vector<std::array<int, 4>> symmetries(const std::vector<u64>& fixed) {
    std::vector<std::array<int, 4>> found;
    for (const auto& p : RENAMINGS)
        if (std::all_of(fixed.begin(), fixed.end(), [&](u64 cards) { return rename(cards, p) == cards; })) found.push_back(p);
    return found;
}

}  // namespace openfelt::equity

// Many hands at once: rows of card numbers in, strengths out; and exact counts over all holdings of a deck.
//
// The loops are compiled twice, for any processor and for those with AVX2, BMI2 and POPCNT; the machine decides at run time.

#pragma once

#include <cstddef>
#include <cstdlib>

#include "evaluate.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define OPENFELT_FAST __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define OPENFELT_HAS_FAST 1
#else
#define OPENFELT_FAST
#define OPENFELT_HAS_FAST 0
#endif
#define OPENFELT_INLINE inline __attribute__((always_inline))

namespace openfelt {

// The first row that holds a card outside the deck or the same card twice.
struct Fault {
  size_t row = 0;
  bool found = false;
  explicit operator bool() const { return found; }
};

// OPENFELT_PLAIN=1 in the environment asks for the plain loops, so that both can be tested on one machine.
inline bool fast_machine() {
#if OPENFELT_HAS_FAST
  static const bool fast = !std::getenv("OPENFELT_PLAIN") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
  return fast;
#else
  return false;
#endif
}

inline const char* instructions() { return fast_machine() ? "avx2" : "plain"; }

// All cards of a deck in the `suits` form of a holding.
inline uint64_t deck_suits(Spec spec) {
  uint64_t all = 0;
  for (uint64_t left = spec.deck(); left; left &= left - 1) all |= CARD[std::countr_zero(left)].suits;
  return all;
}

// Two words that are added together: the sum and the suits of a holding.
typedef uint64_t Words __attribute__((vector_size(16)));

template <int K>
OPENFELT_INLINE Holding sum_of(const uint8_t* row, uint64_t bias) {
  Words total = {bias, 0};
  for (int j = 0; j < K; ++j) total += *reinterpret_cast<const Words*>(&CARD[row[j]]);
  return {total[0], total[1]};
}

// The sums alone, for rows that need no check.
inline constexpr auto SUM = [] {
  std::array<uint64_t, 256> all{};
  for (int c = 0; c < 256; ++c) all[c] = CARD[c].sum;
  return all;
}();

// A holding is good if every card is in the deck and none was added twice.
OPENFELT_INLINE bool is_good(uint64_t suits, int cards, uint64_t deck) {
  return std::popcount(suits) == cards && (suits & ~deck) == 0;
}

inline constexpr size_t BLOCK = 16;

// The first bad row of a block that is known to have one.
template <int K>
Fault bad_row(const uint8_t* cards, size_t start, size_t size, uint64_t deck) {
  for (size_t i = start; i < start + size; ++i)
    if (!is_good(sum_of<K>(cards + i * K, 0).suits, K, deck)) return {i, true};
  throw std::logic_error("a block without a bad row was called bad");
}

// From the sums of a block to its strengths: first all places, then all values, so that many loads are under way at once;
// then the suits of those few rows that hold five of one.
template <int K>
OPENFELT_INLINE void look_up(const Tables& t, const Tables::Ranks& ranks, const uint64_t* sums, const uint8_t* cards,
                             size_t start, size_t size, uint16_t* __restrict out) {
  const uint64_t flush_bits = t.flush_bits();
  uint32_t places[BLOCK];
  uint64_t any = 0;
  for (size_t i = 0; i < size; ++i) {
    places[i] = ranks.place(sums[i]);
    any |= sums[i];
  }
  for (size_t i = 0; i < size; ++i) out[start + i] = ranks.value[places[i]];
  if (any & flush_bits)
    for (size_t i = 0; i < size; ++i)
      if (sums[i] & flush_bits) [[unlikely]] {
        const Holding h = sum_of<K>(cards + (start + i) * K, EMPTY.sum);
        if (h.five_suited()) out[start + i] = t.with_flush<K>(h, out[start + i]);  // else: a trusted row of no cards
      }
}

// Rows from `start` on, for any processor. `Checked` rows are looked at for cards outside the deck or given twice.
template <int K, bool Checked>
OPENFELT_INLINE Fault batch_rows(const Tables& t, const uint8_t* cards, size_t start, size_t n, uint16_t* __restrict out) {
  const uint64_t deck = deck_suits(t.spec());
  const Tables::Ranks ranks = t.ranks<K>();
  for (; start < n; start += BLOCK) {
    const size_t size = std::min(BLOCK, n - start);
    uint64_t sums[BLOCK];
    bool good = true;
    for (size_t i = 0; i < size; ++i) {
      const uint8_t* row = cards + (start + i) * K;
      if constexpr (Checked) {
        const Holding h = sum_of<K>(row, EMPTY.sum);
        good &= is_good(h.suits, K, deck);
        sums[i] = h.sum;
      } else {
        sums[i] = EMPTY.sum;
        for (int j = 0; j < K; ++j) sums[i] += SUM[row[j]];
      }
    }
    if (!good) [[unlikely]]
      return bad_row<K>(cards, start, size, deck);
    look_up<K>(t, ranks, sums, cards, start, size, out);
  }
  return {};
}

// Badugi, and hands of three cards or fewer.
template <int K>
OPENFELT_INLINE Fault batch_small(const Tables& t, const uint8_t* cards, size_t n, uint16_t* out) {
  const uint64_t deck = deck_suits(t.spec());
  for (size_t i = 0; i < n; ++i, cards += K) {
    if (!is_good(sum_of<K>(cards, 0).suits, K, deck)) [[unlikely]]  // always: these tables are indexed by the card itself
      return {i, true};
    out[i] = t.strength(cards, K);
  }
  return {};
}

OPENFELT_INLINE Fault batch_any(const Tables& t, const uint8_t* cards, size_t n, int k, uint16_t* out, bool checks) {
  switch (k) {
    case 1: return batch_small<1>(t, cards, n, out);
    case 2: return batch_small<2>(t, cards, n, out);
    case 3: return batch_small<3>(t, cards, n, out);
    case 4: return batch_small<4>(t, cards, n, out);
    case 5:
      if (!t.five_card()) return batch_small<5>(t, cards, n, out);
      return checks ? batch_rows<5, true>(t, cards, 0, n, out) : batch_rows<5, false>(t, cards, 0, n, out);
    case 6: return checks ? batch_rows<6, true>(t, cards, 0, n, out) : batch_rows<6, false>(t, cards, 0, n, out);
    default: return checks ? batch_rows<7, true>(t, cards, 0, n, out) : batch_rows<7, false>(t, cards, 0, n, out);
  }
}

// Boards are one per row, or one for all (`board_step` 0). Rows are always checked: look-ups are by the card itself.
template <int H, int B>
OPENFELT_INLINE Fault two_and_three_rows(const Tables& t, const uint8_t* hole, const uint8_t* board, int board_step, size_t n,
                                         uint16_t* out) {
  const uint64_t deck = deck_suits(t.spec());
  const bool rows = t.has_rows();
  for (size_t i = 0; i < n; ++i, hole += H, board += board_step) {
    if (!is_good(sum_of<H>(hole, 0).suits + sum_of<B>(board, 0).suits, H + B, deck)) [[unlikely]]
      return {i, true};
    out[i] = rows ? t.two_and_three_of<H, B>(hole, t.rows_of<B>(board)) : t.two_and_three(hole, H, board, B);
  }
  return {};
}

OPENFELT_INLINE Fault two_and_three_any(const Tables& t, const uint8_t* hole, int h, const uint8_t* board, int b,
                                        int board_step, size_t n, uint16_t* out) {
  const auto with_board = [&]<int H>() {
    return b == 5 ? two_and_three_rows<H, 5>(t, hole, board, board_step, n, out)
                  : b == 4 ? two_and_three_rows<H, 4>(t, hole, board, board_step, n, out)
                           : two_and_three_rows<H, 3>(t, hole, board, board_step, n, out);
  };
  switch (h) {
    case 2: return with_board.template operator()<2>();
    case 3: return with_board.template operator()<3>();
    case 4: return with_board.template operator()<4>();
    case 5: return with_board.template operator()<5>();
    default: return with_board.template operator()<6>();
  }
}

#if OPENFELT_HAS_FAST
}  // namespace openfelt
#include "avx2.hpp"
namespace openfelt {
#endif

OPENFELT_FAST inline Fault batch_fast(const Tables& t, const uint8_t* cards, size_t n, int k, uint16_t* out, bool checks) {
#if OPENFELT_HAS_FAST
  if (k == 5 && t.five_card()) return avx2::batch_rows<5>(t, cards, n, out, checks);
  if (k == 6) return avx2::batch_rows<6>(t, cards, n, out, checks);
  if (k == 7) return avx2::batch_rows<7>(t, cards, n, out, checks);
#endif
  return batch_any(t, cards, n, k, out, checks);
}
OPENFELT_FAST inline Fault two_and_three_fast(const Tables& t, const uint8_t* hole, int h, const uint8_t* board, int b,
                                              int board_step, size_t n, uint16_t* out) {
  return two_and_three_any(t, hole, h, board, b, board_step, n, out);
}

inline Fault batch(const Tables& t, const uint8_t* cards, size_t n, int k, uint16_t* out, bool checks) {
  return fast_machine() ? batch_fast(t, cards, n, k, out, checks) : batch_any(t, cards, n, k, out, checks);
}
inline Fault batch_two_and_three(const Tables& t, const uint8_t* hole, int h, const uint8_t* board, int b, int board_step,
                                 size_t n, uint16_t* out) {
  return fast_machine() ? two_and_three_fast(t, hole, h, board, b, board_step, n, out)
                        : two_and_three_any(t, hole, h, board, b, board_step, n, out);
}

// Counts the strengths of all holdings that add `left` cards of deck[from..] to what is held.
template <int K>
void count_from(const Tables& t, const Tables::Ranks& ranks, const std::vector<Holding>& deck, size_t from, int left,
                const Holding& held, uint64_t* counts) {
  if (left > 1) {
    for (size_t i = from; i + left <= deck.size(); ++i) count_from<K>(t, ranks, deck, i + 1, left - 1, held + deck[i], counts);
    return;
  }
  const uint64_t flush_bits = t.flush_bits();
  for (size_t i = from; i < deck.size(); ++i) {
    const uint64_t sum = held.sum + deck[i].sum;
    uint16_t found = ranks(sum);
    if (sum & flush_bits) [[unlikely]]
      found = t.with_flush<K>(held + deck[i], found);
    ++counts[found];
  }
}

// How many holdings of k cards have each strength: every holding of the deck is visited once.
inline std::vector<uint64_t> count_classes(const Tables& t, int k) {
  std::vector<uint64_t> counts(t.classes().size());
  std::vector<uint8_t> numbers;
  std::vector<Holding> deck;
  for (uint64_t left = t.deck(); left; left &= left - 1) {
    const int c = std::countr_zero(left);
    numbers.push_back(static_cast<uint8_t>(c));
    deck.push_back(CARD[c]);
  }
  if (!t.five_card()) {
    std::array<uint8_t, 5> cards{};
    const auto visit = [&](auto&& self, size_t from, int at) -> void {
      if (at == k) return void(++counts[t.strength(cards.data(), k)]);
      for (size_t i = from; i < numbers.size(); ++i) cards[at] = numbers[i], self(self, i + 1, at + 1);
    };
    visit(visit, 0, 0);
    return counts;
  }
  if (k == 5) count_from<5>(t, t.ranks<5>(), deck, 0, 5, EMPTY, counts.data());
  if (k == 6) count_from<6>(t, t.ranks<6>(), deck, 0, 6, EMPTY, counts.data());
  if (k == 7) count_from<7>(t, t.ranks<7>(), deck, 0, 7, EMPTY, counts.data());
  return counts;
}

}  // namespace openfelt

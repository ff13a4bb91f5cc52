// Sums of four holdings at once with AVX2. Included by batch.hpp.
//
// Four rows are spread over four lanes of eight bytes (the bytes beyond the row count for nothing). A card's weight is looked
// up byte by byte in tables of sixteen entries (pshufb, by rank or by suit), and the bytes of a lane are added together
// (psadbw). So a lane ends up holding exactly the `sum` of evaluate.hpp.

#pragma once

#include <immintrin.h>

#define OPENFELT_AVX2 OPENFELT_FAST inline __attribute__((always_inline))

namespace openfelt::avx2 {

using Table = std::array<uint8_t, 16>;

// Byte `at` of the 64-bit weights of the thirteen ranks; the joker is rank 13 and weighs elsewhere.
constexpr Table ranks_byte(int at) {
  Table table{};
  for (int r = 0; r < RANKS; ++r) table[r] = static_cast<uint8_t>(rank_weight(r) >> (8 * at));
  return table;
}
// Clubs and diamonds in one byte, hearts and spades in the other; entries from 4 on are the joker, one of every suit.
constexpr Table suits_byte(int at) {
  Table table{};
  table[2 * at] = 0x01;
  table[2 * at + 1] = 0x10;
  for (int i = 4; i < 8; ++i) table[i] = 0x11;
  return table;
}
inline constexpr Table LOW_0 = ranks_byte(0), LOW_1 = ranks_byte(1), HIGH_0 = ranks_byte(4), HIGH_1 = ranks_byte(5);
inline constexpr Table SUITS_0 = suits_byte(0), SUITS_1 = suits_byte(1);

// Where the bytes of two rows go: row one into the lower eight, row two into the upper; 0x80 leaves a zero.
template <int K>
constexpr Table spread() {
  Table table{};
  for (int i = 0; i < 16; ++i) table[i] = static_cast<uint8_t>(i % 8 < K ? i / 8 * K + i % 8 : 0x80);
  return table;
}
// The bytes beyond the row: a look-up by them gives zero (bit 7), and they differ from every card and from each other.
template <int K>
constexpr Table beyond() {
  Table table{};
  for (int i = 0; i < 16; ++i) table[i] = static_cast<uint8_t>(i % 8 < K ? 0 : 0x80 | i % 8);
  return table;
}
// Bytes of a lane turned round by `by`: compared with the lane itself it finds equal cards.
constexpr Table turned(int by) {
  Table table{};
  for (int i = 0; i < 16; ++i) table[i] = static_cast<uint8_t>(i / 8 * 8 + (i % 8 + by) % 8);
  return table;
}
inline constexpr Table TURNED[4] = {turned(1), turned(2), turned(3), turned(4)};

template <int K>
inline constexpr Table SPREAD = spread<K>();
template <int K>
inline constexpr Table BEYOND = beyond<K>();

OPENFELT_AVX2 __m256i both(const Table& table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
}

OPENFELT_AVX2 __m256i added(__m256i table, __m256i index) {
  return _mm256_sad_epu8(_mm256_shuffle_epi8(table, index), _mm256_setzero_si256());
}

// Four rows as they lie in memory, one to a lane. Reads sixteen bytes from the third row on.
template <int K>
OPENFELT_AVX2 __m256i four_rows(const uint8_t* rows) {
  const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows));
  const __m128i second = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + 2 * K));
  return _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1), both(SPREAD<K>));
}

template <bool Joker>
OPENFELT_AVX2 __m256i sums_of(__m256i cards, __m256i beyond) {
  const __m256i rank = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(cards, 2), _mm256_set1_epi8(0x0f)), beyond);
  __m256i suit = _mm256_or_si256(_mm256_and_si256(cards, _mm256_set1_epi8(3)), beyond);
  __m256i sum = _mm256_set1_epi64x(static_cast<long long>(EMPTY.sum));
  if constexpr (Joker) {
    const __m256i joker = _mm256_cmpeq_epi8(cards, _mm256_set1_epi8(JOKER));
    suit = _mm256_or_si256(suit, _mm256_and_si256(joker, _mm256_set1_epi8(4)));
    const __m256i one = _mm256_sad_epu8(_mm256_and_si256(joker, _mm256_set1_epi8(1)), _mm256_setzero_si256());
    sum = _mm256_add_epi64(sum, _mm256_slli_epi64(one, 48));
  }
  const __m256i low = _mm256_add_epi64(added(both(LOW_0), rank), _mm256_slli_epi64(added(both(LOW_1), rank), 8));
  const __m256i high = _mm256_add_epi64(added(both(HIGH_0), rank), _mm256_slli_epi64(added(both(HIGH_1), rank), 8));
  const __m256i suits = _mm256_add_epi64(added(both(SUITS_0), suit), _mm256_slli_epi64(added(both(SUITS_1), suit), 8));
  sum = _mm256_add_epi64(sum, _mm256_add_epi64(low, _mm256_slli_epi64(high, 32)));
  return _mm256_add_epi64(sum, _mm256_slli_epi64(suits, 16));
}

// Bytes that are wrong: outside lowest..highest, or equal to another of the same lane.
OPENFELT_AVX2 __m256i wrong(__m256i cards, __m256i beyond, __m256i lowest, __m256i highest) {
  const __m256i inside = _mm256_cmpeq_epi8(_mm256_min_epu8(_mm256_max_epu8(cards, lowest), highest), cards);
  const __m256i in_row = _mm256_cmpgt_epi8(beyond, _mm256_set1_epi8(-1));
  const __m256i apart = _mm256_or_si256(cards, beyond);
  __m256i bad = _mm256_andnot_si256(inside, in_row);
  for (const Table& by : TURNED) bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(apart, _mm256_shuffle_epi8(apart, both(by))));
  return bad;
}

template <int K, bool Checked, bool Joker>
OPENFELT_FAST Fault rows(const Tables& t, const uint8_t* cards, size_t n, uint16_t* __restrict out) {
  const Spec spec = t.spec();
  const Tables::Ranks ranks = t.ranks<K>();
  const __m256i beyond = both(BEYOND<K>);
  const __m256i lowest = _mm256_set1_epi8(static_cast<char>(4 * spec.lowest()));
  const __m256i highest = _mm256_set1_epi8(static_cast<char>(51 + spec.joker()));
  size_t start = 0;
  // A block reads up to 16 - 2K bytes beyond its last row, so the last rows are left to the plain loop.
  for (; start + BLOCK + 2 <= n; start += BLOCK) {
    alignas(32) uint64_t sums[BLOCK];
    __m256i bad = _mm256_setzero_si256();
    for (size_t i = 0; i < BLOCK; i += 4) {
      const __m256i four = four_rows<K>(cards + (start + i) * K);
      if constexpr (Checked) bad = _mm256_or_si256(bad, wrong(four, beyond, lowest, highest));
      _mm256_store_si256(reinterpret_cast<__m256i*>(sums + i), sums_of<Joker>(four, beyond));
    }
    if (Checked && !_mm256_testz_si256(bad, bad)) [[unlikely]]
      return bad_row<K>(cards, start, BLOCK, deck_suits(spec));
    look_up<K>(t, ranks, sums, cards, start, BLOCK, out);
  }
  return openfelt::batch_rows<K, Checked>(t, cards, start, n, out);
}

template <int K>
OPENFELT_FAST Fault batch_rows(const Tables& t, const uint8_t* cards, size_t n, uint16_t* out, bool checks) {
  if (t.spec().joker()) return checks ? rows<K, true, true>(t, cards, n, out) : rows<K, false, true>(t, cards, n, out);
  return checks ? rows<K, true, false>(t, cards, n, out) : rows<K, false, false>(t, cards, n, out);
}

}  // namespace openfelt::avx2

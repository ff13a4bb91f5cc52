// Many hands at once: rows of card numbers in, strengths out; and exact counts over all holdings of a deck.

#pragma once

#include <cstddef>

#include "evaluate.hpp"

namespace openfelt {

// The first row that holds a card outside the deck or the same card twice.
struct Fault {
  size_t row = 0;
  bool found = false;
  explicit operator bool() const { return found; }
};

inline uint64_t deck_mask(Spec spec) {
  return ((uint64_t{1} << 52) - 1) >> (4 * spec.lowest()) << (4 * spec.lowest()) | uint64_t{spec.joker()} << JOKER;
}

inline const char* instructions() { return "plain"; }

inline bool row_is_good(const uint8_t* row, int k, uint64_t deck, uint64_t& seen) {
  int count = 0;
  for (int i = 0; i < k; ++i) {
    if (row[i] > 63) return false;
    count += !(seen >> row[i] & 1);
    seen |= uint64_t{1} << row[i];
  }
  return count == k && (seen & ~deck) == 0;
}

template <int K>
void batch_rows(const Tables& t, const uint8_t* cards, size_t n, uint16_t* out) {
  for (size_t i = 0; i < n; ++i, cards += K) {
    Holding h = EMPTY;
    for (int j = 0; j < K; ++j) h.sum += CARD[cards[j]].sum;
    const uint16_t ranks = t.of_ranks<K>(h.sum);
    out[i] = ranks;
    if (h.sum & t.flush_bits()) [[unlikely]] {
      for (int j = 0; j < K; ++j) h.suits += CARD[cards[j]].suits;
      out[i] = t.with_flush<K>(h, ranks);
    }
  }
}

inline Fault batch(const Tables& t, const uint8_t* cards, size_t n, int k, uint16_t* out, bool checks) {
  const uint64_t deck = deck_mask(t.spec());
  if (checks)
    for (size_t i = 0; i < n; ++i) {
      uint64_t seen = 0;
      if (!row_is_good(cards + i * k, k, deck, seen)) return {i, true};
    }
  if (!t.five_card()) {
    for (size_t i = 0; i < n; ++i) out[i] = t.strength(cards + i * k, k);
    return {};
  }
  if (k == 5) batch_rows<5>(t, cards, n, out);
  if (k == 6) batch_rows<6>(t, cards, n, out);
  if (k == 7) batch_rows<7>(t, cards, n, out);
  return {};
}

inline Fault batch_two_and_three(const Tables& t, const uint8_t* hole, int h, const uint8_t* board, int b, bool one_board,
                                 size_t n, uint16_t* out, bool checks) {
  const uint64_t deck = deck_mask(t.spec());
  for (size_t i = 0; i < n; ++i) {
    const uint8_t* own = hole + i * h;
    const uint8_t* common = one_board ? board : board + i * b;
    if (checks) {
      uint64_t seen = 0;
      if (!row_is_good(own, h, deck, seen) || !row_is_good(common, b, deck, seen)) return {i, true};
    }
    out[i] = t.two_and_three(own, h, common, b);
  }
  return {};
}

// How many holdings of k cards have each strength: every holding of the deck is visited once.
inline std::vector<uint64_t> count_classes(const Tables& t, int k) {
  std::vector<uint64_t> counts(t.classes().size());
  std::vector<uint8_t> deck;
  for (int c = 4 * t.spec().lowest(); c < 52 + t.spec().joker(); ++c) deck.push_back(static_cast<uint8_t>(c));
  const int n = static_cast<int>(deck.size());
  if (!t.five_card()) {
    std::array<uint8_t, 7> cards{};
    const auto visit = [&](auto&& self, int from, int at) -> void {
      if (at == k) return void(++counts[t.strength(cards.data(), k)]);
      for (int i = from; i < n; ++i) cards[at] = deck[i], self(self, i + 1, at + 1);
    };
    visit(visit, 0, 0);
    return counts;
  }
  const auto visit = [&]<int K>(auto&& self, int from, int left, const Holding& so_far) -> void {
    if (left == 1) {
      for (int i = from; i < n; ++i) ++counts[t.best<K>(so_far + CARD[deck[i]])];
      return;
    }
    for (int i = from; i + left <= n; ++i) self.template operator()<K>(self, i + 1, left - 1, so_far + CARD[deck[i]]);
  };
  if (k == 5) visit.template operator()<5>(visit, 0, 5, EMPTY);
  if (k == 6) visit.template operator()<6>(visit, 0, 6, EMPTY);
  if (k == 7) visit.template operator()<7>(visit, 0, 7, EMPTY);
  return counts;
}

}  // namespace openfelt

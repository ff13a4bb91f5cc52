// How the tables of `evaluate.hpp` are built, and the evaluations that are not a plain look-up. Included by it.

#pragma once

namespace openfelt {

// A number that orders hands of one scale: the category's place, then the ranks, a nibble each.
inline uint32_t Tables::score(Category category, const uint8_t* ranks, int n) const {
  uint32_t s = static_cast<uint32_t>(spec_.place(category));
  if (s == 0) return 0;
  for (int i = 0; i < 5; ++i) {
    const uint32_t nibble = i >= n ? 0 : spec_.lower_wins() ? 15u - ranks[i] : ranks[i];
    s = s << 4 | nibble;
  }
  return s;
}

// The top rank (2..14) of five ranks in sequence, or 0. The low ace sits under the lowest rank of the deck.
inline int Tables::top_of_sequence(uint32_t mask) const {
  const int bottom = std::countr_zero(mask);
  if (mask == 0x1fu << bottom) return bottom + 4 + 2;
  if (spec_.ace_low() && mask == (1u << 12 | 0xfu << spec_.lowest())) return spec_.lowest() + 3 + 2;
  return 0;
}

// The score of five cards given as rank counts, suited or not; 0 if they are no hand on this scale.
inline uint32_t Tables::five(const Counts& counts, bool suited, Class* out) const {
  const bool low = spec_.kind() == Kind::low;
  Class made;
  uint32_t mask = 0;
  int most = 0, groups = 0;
  // Groups of five, four, three, two, one; within a group size from the highest rank down.
  for (int size = 5; size >= 1; --size)
    for (int i = RANKS - 1; i >= 0; --i) {
      const int r = low && spec_.low_ace() ? (i + RANKS - 1) % RANKS : i;  // the ace becomes the lowest
      if (counts[r] != size) continue;
      made.ranks[groups++] = static_cast<uint8_t>(low && spec_.low_ace() ? i + 1 : r + 2);
      most = std::max(most, size);
      mask |= 1u << r;
    }
  made.size = static_cast<uint8_t>(groups);
  if (groups == 5) {
    const int top = low ? 0 : top_of_sequence(mask);
    const bool flush = suited && !low;
    made.category = top && flush ? (top == 14 ? ROYAL_FLUSH : STRAIGHT_FLUSH) : flush ? FLUSH : top ? STRAIGHT : HIGH_CARD;
    if (top) made.size = 1, made.ranks = {static_cast<uint8_t>(top)};
  } else {
    static constexpr Category by_groups[5][6] = {{},
                                                 {NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, FIVE_OF_A_KIND},
                                                 {NOTHING, NOTHING, NOTHING, FULL_HOUSE, QUADS, NOTHING},
                                                 {NOTHING, NOTHING, TWO_PAIR, TRIPS, NOTHING, NOTHING},
                                                 {NOTHING, NOTHING, PAIR, NOTHING, NOTHING, NOTHING}};
    made.category = by_groups[groups][most];
  }
  if (out) *out = made;
  if (spec_.eight() && (made.category != HIGH_CARD || made.ranks[0] > 8)) return 0;
  return score(made.category, made.ranks.data(), made.size);
}

inline uint32_t Tables::three(int a, int b, int c, bool suited, Class* out) const {
  std::array<int, 3> r{a, b, c};
  std::sort(r.begin(), r.end(), std::greater<>());
  Class made;
  const auto rank = [&](int i) { return static_cast<uint8_t>(r[i] + 2); };
  if (r[0] == r[2]) {
    made = {TRIPS, 1, {rank(0)}};
  } else if (r[0] == r[1] || r[1] == r[2]) {
    made = {PAIR, 2, {rank(1), r[0] == r[1] ? rank(2) : rank(0)}};
  } else {
    const int top = r[0] - r[2] == 2 ? rank(0) : r[0] == 12 && r[1] == 1 && r[2] == 0 && spec_.ace_low() ? 3 : 0;
    made = {suited ? FLUSH : HIGH_CARD, 3, {rank(0), rank(1), rank(2)}};
    if (top) made = {suited ? STRAIGHT_FLUSH : STRAIGHT, 1, {static_cast<uint8_t>(top)}};
  }
  if (out) *out = made;
  return score(made.category, made.ranks.data(), made.size);
}

// Every five-card rank pattern of the deck, natural ones unsuited and (if all ranks differ) suited, then five of a kind.
template <class F>
void Tables::each_five(F&& f) const {
  Counts counts{};
  detail::each_multiset(counts, spec_.lowest(), RANKS - 1, 5, spec_.joker() ? 5 : 4, [&](const Counts& c) {
    f(c, false);
    if (std::all_of(c.begin(), c.end(), [](uint8_t n) { return n < 2; })) f(c, true);
  });
}

// How many classes there must be, by counting ranks: the check on what the listing finds.
inline uint64_t Tables::expected_classes() const {
  using detail::choose;
  const int r = spec_.ranks();
  switch (spec_.kind()) {
    case Kind::high:
    case Kind::deuce_to_seven:
      return 2 * choose(r, 5)                                      // flushes and high cards, both kinds of straight among them
             + 2 * r * (r - 1)                                     // four of a kind, full houses
             + r * choose(r - 1, 2) + choose(r, 2) * (r - 2)       // three of a kind, two pair
             + r * choose(r - 1, 3)                                // pairs
             + (spec_.joker() ? r : 0);                            // five of a kind
    case Kind::low: {
      if (spec_.eight()) return choose(7 - spec_.lowest() + (spec_.low_ace() ? 1 : 0), 5);
      return choose(r + 4, 5) - r;  // multisets of five, less five alike
    }
    case Kind::badugi:
      return choose(r, 4) + choose(r, 3) + choose(r, 2) + r;
    case Kind::three_card:
      return 2 * choose(r, 3) + r + r * (r - 1);
    case Kind::two_card:
      return choose(r, 2) + r;
    case Kind::one_card:
      return r;
  }
  return 0;
}

inline void Tables::number_classes(std::vector<std::pair<uint32_t, Class>> found) {
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  classes_.assign(1, Class{});
  for (const auto& [score, made] : found)
    if (score != 0 && number_.try_emplace(score, static_cast<uint16_t>(classes_.size())).second) classes_.push_back(made);
  if (classes_.size() - 1 != expected_classes())
    throw std::logic_error("scale " + std::to_string(spec_.bits) + " has " + std::to_string(classes_.size() - 1) +
                           " classes, not " + std::to_string(expected_classes()));
}

inline uint16_t& Tables::at(const Counts& counts, int n, bool joker) {
  return value_[n][base_[n][detail::low_part(counts)] + within_[detail::high_part(counts) + (joker ? JOKER_WEIGHT : 0)]];
}

inline void Tables::build_five() {
  std::vector<std::pair<uint32_t, Class>> found;
  const bool low = spec_.kind() == Kind::low;
  each_five([&](const Counts& counts, bool suited) {
    if (low && std::any_of(counts.begin(), counts.end(), [](uint8_t n) { return n == 5; })) return;
    Class made;
    const uint32_t s = five(counts, suited, &made);
    found.emplace_back(s, made);
  });
  number_classes(std::move(found));
  build_ranks();
  build_flushes();
  build_pairs();
}

// Five cards by classifying them; six and seven as the best of what is left when one card is taken away.
inline void Tables::build_ranks() {
  const auto& places = detail::places();
  const bool joker = spec_.joker();
  within_ = places.within.data();
  for (int n = 5; n <= 7; ++n) {
    base_[n] = places.base[joker][n].data();
    value_[n].assign(places.size[joker][n] + detail::Places::SLACK, 0);
  }
  const auto number = [&](const Counts& c) {
    const uint32_t s = five(c, false);
    return s == 0 ? uint16_t{0} : number_.at(s);
  };
  Counts counts{};
  const auto each = [&](int n, auto&& f) { detail::each_multiset(counts, spec_.lowest(), RANKS - 1, n, 4, f); };
  each(5, [&](const Counts& c) { at(c, 5, false) = number(c); });
  if (joker)
    each(4, [&](const Counts& c) {
      uint16_t best = 0;
      Counts with = c;
      for (int r = spec_.lowest(); r < RANKS; ++r) {
        if (spec_.kind() == Kind::low && c[r] == 4) continue;
        ++with[r];
        best = std::max(best, number(with));
        --with[r];
      }
      at(c, 5, true) = best;
    });
  for (int n = 6; n <= 7; ++n)
    for (int wild = 0; wild <= joker; ++wild)
      each(n - wild, [&](const Counts& c) {
        uint16_t best = wild ? at(c, n - 1, false) : 0;
        Counts less = c;
        for (int r = spec_.lowest(); r < RANKS; ++r) {
          if (c[r] == 0) continue;
          --less[r];
          best = std::max(best, at(less, n - 1, wild));
          ++less[r];
        }
        at(c, n, wild) = best;
      });
}

inline void Tables::build_flushes() {
  for (auto& table : flush_) table.assign(8192, 0);
  if (spec_.kind() == Kind::low) return;
  flush_bits_ = FIVE_SUITED;
  const uint32_t deck = 0x1fffu >> spec_.lowest() << spec_.lowest();
  for (int n = 5; n <= 7; ++n)
    for (uint32_t mask = 0; mask < 8192; ++mask) {
      if (std::popcount(mask) != n || (mask & ~deck)) continue;
      if (n == 5) {
        Counts counts{};
        for (int r = 0; r < RANKS; ++r) counts[r] = mask >> r & 1;
        flush_[0][mask] = number_.at(five(counts, true));
      } else {
        for (uint32_t left = mask; left; left &= left - 1)
          flush_[0][mask] = std::max(flush_[0][mask], flush_[0][mask & ~(left & -left)]);
      }
    }
  if (!spec_.joker()) return;
  // A joker in a flush takes a rank the flush does not have: there is no double-ace flush (act-stud 3.3(f), note).
  for (uint32_t mask = 0; mask < 8192; ++mask) {
    if (std::popcount(mask) < 4 || std::popcount(mask) > 6 || (mask & ~deck)) continue;
    for (int r = spec_.lowest(); r < RANKS; ++r)
      if (!(mask >> r & 1)) flush_[1][mask] = std::max(flush_[1][mask], flush_[0][mask | 1u << r]);
  }
}

inline void Tables::build_pairs() {
  const auto& groups = detail::groups();
  pair_rows_.assign(455 * PAIR_ROW, 0);
  Counts counts{};
  for (int a = 0; a < RANKS; ++a)
    for (int b = a; b < RANKS; ++b)
      for (int c = b; c < RANKS; ++c)
        for (int d = 0; d < RANKS; ++d)
          for (int e = d; e < RANKS; ++e) {
            counts.fill(0);
            for (int r : {a, b, c, d, e}) ++counts[r];
            if (*std::max_element(counts.begin(), counts.end()) > 4 || std::min(a, d) < spec_.lowest()) continue;
            pair_rows_[groups.triple[a * 169 + b * 13 + c] * PAIR_ROW + groups.pair[d * 13 + e]] = at(counts, 5, false);
          }
}

inline void Tables::build_badugi() {
  std::vector<std::pair<uint32_t, Class>> found;
  const bool low_ace = spec_.low_ace();
  const auto made_of = [low_ace](uint32_t mask) {  // bit 0 is the ace
    Class made;
    if (!low_ace && mask & 1) made.ranks[made.size++] = 14;
    for (int r = RANKS - 1; r >= (low_ace ? 0 : 1); --r)
      if (mask >> r & 1) made.ranks[made.size++] = static_cast<uint8_t>(r + 1);
    made.category = static_cast<Category>(ONE_CARD + made.size - 1);
    return made;
  };
  for (uint32_t mask = 1; mask < 8192; ++mask) {
    if (std::popcount(mask) > 4) continue;
    const Class made = made_of(mask);
    found.emplace_back(score(made.category, made.ranks.data(), made.size), made);
  }
  number_classes(found);
  badugi_.assign(8192, 0);
  for (uint32_t mask = 1; mask < 8192; ++mask) {
    if (std::popcount(mask) > 4) continue;
    const Class made = made_of(mask);
    badugi_[mask] = number_.at(score(made.category, made.ranks.data(), made.size));
  }
  static constexpr int pairs[6] = {0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100};
  for (int clashes = 0; clashes < 64; ++clashes) {
    int found = 0;
    for (int size = 4; size >= 1 && !found; --size)
      for (int set = 1; set < 16; ++set) {
        bool apart = std::popcount(static_cast<uint32_t>(set)) == size;
        for (int p = 0; p < 6; ++p) apart = apart && !((clashes >> p & 1) && (set & pairs[p]) == pairs[p]);
        if (apart) apart_[clashes][found++ & 3] = static_cast<uint8_t>(set);
        if (found > 4) throw std::logic_error("more than four largest sets of four cards");
      }
    for (int i = found; i < 4; ++i) apart_[clashes][i] = apart_[clashes][0];
  }
}

inline void Tables::build_three() {
  std::vector<std::pair<uint32_t, Class>> found;
  const auto each = [&](auto&& f) {
    for (int a = 0; a < RANKS; ++a)
      for (int b = a; b < RANKS; ++b)
        for (int c = b; c < RANKS; ++c) {
          f(a, b, c, false);
          if (a != b && b != c) f(a, b, c, true);
        }
  };
  each([&](int a, int b, int c, bool suited) {
    Class made;
    const uint32_t s = three(a, b, c, suited, &made);
    found.emplace_back(s, made);
  });
  number_classes(found);
  for (auto& table : three_) table.assign(455, 0);
  each([&](int a, int b, int c, bool suited) {
    three_[suited][detail::groups().triple[a * 169 + b * 13 + c]] = number_.at(three(a, b, c, suited));
  });
}

// Two cards (a pair, or the higher card and then the lower) or one, whatever their suits.
inline void Tables::build_few() {
  const bool two = spec_.kind() == Kind::two_card;
  const int last = RANKS - 1 - spec_.above();
  std::vector<std::pair<uint32_t, Class>> found;
  const auto each = [&](auto&& f) {
    for (int a = spec_.lowest(); a <= last; ++a)
      for (int b = two ? a : last; b <= last; ++b) {
        const auto high = static_cast<uint8_t>((two ? b : a) + 2), low = static_cast<uint8_t>(a + 2);
        const Class made = !two ? Class{HIGH_CARD, 1, {high}} : a == b ? Class{PAIR, 1, {high}} : Class{HIGH_CARD, 2, {high, low}};
        f(two ? detail::groups().pair[a * 13 + b] : a, made);
      }
  };
  each([&](int, const Class& made) { found.emplace_back(score(made.category, made.ranks.data(), made.size), made); });
  number_classes(found);
  few_.assign(two ? 91 : RANKS, 0);
  each([&](int at, const Class& made) { few_[at] = number_.at(score(made.category, made.ranks.data(), made.size)); });
}

inline Tables::Tables(Spec spec) : spec_(spec), deck_(spec.deck()) {
  switch (spec.kind()) {
    case Kind::badugi: build_badugi(); break;
    case Kind::three_card: build_three(); break;
    case Kind::two_card:
    case Kind::one_card: build_few(); break;
    default: build_five();
  }
  number_.clear();
}

// ---- evaluations that are not a plain look-up -----------------------------------------------------------------------

// Deuce-to-seven with five or more suited cards among six or seven: the best five that are not all of one suit count as
// their ranks; five of one suit count as a flush.
inline uint16_t Tables::avoiding_flush(const Holding& h, int n) const {
  std::array<uint8_t, 7> cards{};
  int size = 0;
  for (int s = 0; s < 4; ++s)
    for (uint32_t mask = h.suits >> (16 * s) & 0x1fff; mask && size < n; mask &= mask - 1)
      cards[size++] = static_cast<uint8_t>(std::countr_zero(mask) * 4 + s);
  if (size != n) return 0;  // a trusted row that was not worth it
  uint16_t best = 0;
  for (int i = 0; i < size; ++i) {
    const Holding without = h - CARD[cards[i]];
    if (n == 6) best = std::max(best, this->best<5>(without));
    for (int j = i + 1; n == 7 && j < size; ++j) best = std::max(best, this->best<5>(without - CARD[cards[j]]));
  }
  return best;
}

// Two cards clash if they share a rank or a suit. Which of the six pairs clash decides which sets of cards are the largest
// without a clash; there are never more than four of them.
inline uint16_t Tables::best_badugi(const uint8_t* cards) const {
  static constexpr auto clash = [] {
    std::array<uint8_t, 64> found{};
    for (int x = 0; x < 64; ++x) found[x] = x < 4 || (x & 3) == 0;
    return found;
  }();
  const uint8_t a = cards[0], b = cards[1], c = cards[2], d = cards[3];
  const int clashes = clash[a ^ b] | clash[a ^ c] << 1 | clash[a ^ d] << 2 | clash[b ^ c] << 3 | clash[b ^ d] << 4 |
                      clash[c ^ d] << 5;
  // The ace is bit 0. A plain shift by the rank would be vectorised, and the loads below would wait for its stores.
  const auto bit = [](uint8_t card) { return 1u << (card >= 48 ? 0 : (card >> 2) + 1); };
  std::array<uint32_t, 16> ranks;
  ranks[0] = 0, ranks[1] = bit(a), ranks[2] = bit(b), ranks[4] = bit(c), ranks[8] = bit(d);
  ranks[3] = ranks[1] | ranks[2];
  for (int i = 1; i < 4; ++i) ranks[4 + i] = ranks[4] | ranks[i];
  for (int i = 1; i < 8; ++i) ranks[8 + i] = ranks[8] | ranks[i];
  const auto& keep = apart_[clashes];
  return std::max(std::max(badugi_[ranks[keep[0]]], badugi_[ranks[keep[1]]]),
                  std::max(badugi_[ranks[keep[2]]], badugi_[ranks[keep[3]]]));
}

// A badugi has four cards at most, so the best of five cards is the best of four of them.
inline uint16_t Tables::best_badugi_of_five(const uint8_t* cards) const {
  std::array<uint8_t, 4> kept{cards[1], cards[2], cards[3], cards[4]};
  uint16_t best = best_badugi(kept.data());
  for (int i = 0; i < 4; ++i) {
    kept[i] = cards[i];
    best = std::max(best, best_badugi(kept.data()));
  }
  return best;
}

inline uint16_t Tables::strength(const uint8_t* cards, int n) const {
  if (spec_.kind() == Kind::badugi) return n == 4 ? best_badugi(cards) : best_badugi_of_five(cards);
  if (spec_.kind() == Kind::three_card) {
    const bool suited = ((cards[0] ^ cards[1]) & 3) == 0 && ((cards[0] ^ cards[2]) & 3) == 0;
    return three_[suited][groups_->triple[(cards[0] >> 2) * 169 + (cards[1] >> 2) * 13 + (cards[2] >> 2)]];
  }
  if (spec_.kind() == Kind::two_card) return few_[groups_->pair[(cards[0] >> 2) * 13 + (cards[1] >> 2)]];
  if (spec_.kind() == Kind::one_card) return few_[cards[0] >> 2];
  Holding h = EMPTY;
  for (int i = 0; i < n; ++i) h += CARD[cards[i]];
  switch (n) {
    case 5: return best<5>(h);
    case 6: return best<6>(h);
    default: return best<7>(h);
  }
}

template <int B>
inline Tables::Rows Tables::rows_of(const uint8_t* board) const {
  const auto& triple = groups_->triple;
  const uint16_t* all = pair_rows_.data();
  Rows rows;
  rows.cards = {0x55550000u, 0};  // three more set bit 3
  int r[B];
  for (int i = 0; i < B; ++i) {
    rows.cards += CARD[board[i]];
    r[i] = board[i] >> 2;
  }
  int at = 0;
#pragma GCC unroll 5
  for (int i = 0; i < B; ++i)
#pragma GCC unroll 5
    for (int j = i + 1; j < B; ++j)
#pragma GCC unroll 5
      for (int k = j + 1; k < B; ++k) rows.row[at++] = all + triple[r[i] * 169 + r[j] * 13 + r[k]] * PAIR_ROW;
  rows.size = at;
  return rows;
}

inline Tables::Rows Tables::rows(const uint8_t* board, int n) const {
  return n == 5 ? rows_of<5>(board) : n == 4 ? rows_of<4>(board) : rows_of<3>(board);
}

// Every pair keeps its own best, so that no comparison waits for another.
template <int H, int B>
inline uint16_t Tables::two_and_three_of(const uint8_t* hole, const Rows& rows) const {
  constexpr int PAIRS = H * (H - 1) / 2, ROWS = B * (B - 1) * (B - 2) / 6;
  const auto& pair = groups_->pair;
  Holding own{0x66660000u, 0};  // two more set bit 3
  int at[PAIRS], best[PAIRS] = {};
  for (int i = 0, p = 0; i < H; ++i) {
    own += CARD[hole[i]];
    for (int j = i + 1; j < H; ++j) at[p++] = pair[(hole[i] >> 2) * 13 + (hole[j] >> 2)];
  }
#pragma GCC unroll 10
  for (int k = 0; k < ROWS; ++k)
#pragma GCC unroll 15
    for (int p = 0; p < PAIRS; ++p) best[p] = std::max(best[p], int{rows.row[k][at[p]]});
  for (int p = 1; p < PAIRS; ++p) best[0] = std::max(best[0], best[p]);
  const auto found = static_cast<uint16_t>(best[0]);
  const uint64_t flags = own.sum & rows.cards.sum & flush_bits_;
  if (!flags) [[likely]]
    return found;
  return std::max(found, suited_two_and_three(own.suits, rows.cards.suits, static_cast<uint32_t>(flags)));
}

// The best flush of two hole cards and three of the board in a suit that has enough of both.
inline uint16_t Tables::suited_two_and_three(uint64_t hole, uint64_t board, uint32_t flags) const {
  uint16_t best = 0;
  for (; flags; flags &= flags - 1) {
    const int lane = 16 * ((std::countr_zero(flags) - 19) >> 2);
    const uint32_t own = hole >> lane & 0x1fff, common = board >> lane & 0x1fff;
    for (uint32_t a = own; a; a &= a - 1)
      for (uint32_t b = a & (a - 1); b; b &= b - 1)
        for (uint32_t c = common; c; c &= c - 1)
          for (uint32_t d = c & (c - 1); d; d &= d - 1)
            for (uint32_t e = d & (d - 1); e; e &= e - 1)
              best = std::max(best, flush_[0][(a & -a) | (b & -b) | (c & -c) | (d & -d) | (e & -e)]);
  }
  return best;
}

inline uint16_t Tables::two_and_three(const uint8_t* hole, int n, const Rows& rows) const {
  const auto with_board = [&]<int H>() {
    return rows.size == 10 ? two_and_three_of<H, 5>(hole, rows)
                           : rows.size == 4 ? two_and_three_of<H, 4>(hole, rows) : two_and_three_of<H, 3>(hole, rows);
  };
  switch (n) {
    case 2: return with_board.template operator()<2>();
    case 3: return with_board.template operator()<3>();
    case 4: return with_board.template operator()<4>();
    case 5: return with_board.template operator()<5>();
    default: return with_board.template operator()<6>();
  }
}

inline uint16_t Tables::brute_two_and_three(const uint8_t* hole, int hole_size, const uint8_t* board, int board_size) const {
  uint16_t best = 0;
  for (int a = 0; a < hole_size; ++a)
    for (int b = a + 1; b < hole_size; ++b)
      for (int c = 0; c < board_size; ++c)
        for (int d = c + 1; d < board_size; ++d)
          for (int e = d + 1; e < board_size; ++e) {
            const Holding h = EMPTY + CARD[hole[a]] + CARD[hole[b]] + CARD[board[c]] + CARD[board[d]] + CARD[board[e]];
            best = std::max(best, this->best<5>(h));
          }
  return best;
}

inline uint16_t Tables::two_and_three(const uint8_t* hole, int hole_size, const uint8_t* board, int board_size) const {
  if (!has_rows()) return brute_two_and_three(hole, hole_size, board, board_size);
  return two_and_three(hole, hole_size, rows(board, board_size));
}

}  // namespace openfelt

// Which hand is better, fast: for every deck, order, low, joker and selection rule of the rulebooks.
//
// Header only. `_kernel` (hands) and `_solver` (lab) include it; `_equity` (lab) is handed its strengths as tables.
// Everything is in namespace openfelt.
//
// CARDS are the numbers of `openfelt.cards`: 4 * (rank - 2) + suit, clubs 0, diamonds 1, hearts 2, spades 3; joker 52.
//
// STRENGTH is a uint16_t: the number of the hand's class among all classes of its scale, counted from the worst (1) to the
// best; 0 is no hand (a low that does not qualify). Greater wins on every scale, also on low ones. A full deck has 7,462
// five-card classes: 10 straight flushes (the royal one among them) + 156 four of a kind + 156 full houses + 1,277 flushes
// + 10 straights + 858 three of a kind + 858 two pair + 2,860 pairs + 1,277 high cards. `classes()[strength]` unpacks one
// into its category and ranks. The number of classes is computed twice while a scale's tables are built, by formula and by
// listing, and building stops if they differ.
//
// HOLDING is the running sum of any cards. Adding a card is two additions; taking one away, two subtractions.
//
//     sum    bits  0-15  the ranks 2..7: the sum of their weights 1, 5, 24, 112, 521, 2421. A weight is one more than the
//                        most that seven cards of lower ranks (four of each at most) can add up to, so a sum names one
//                        multiset, and 16 bits are enough
//            bits 16-31  cards of each suit: four nibbles (c d h s) that start at 3, so that bit 3 of a nibble says "five or
//                        more"; a joker adds one to every suit
//            bits 32-47  the ranks 8..A: the sum of their weights 1, 5, 24, 112, 521, 2421, 11248
//            bits 48-63  the joker
//     suits  four 16-bit lanes, one per suit: bit r set for rank r + 2; the joker is bit 13 of the first lane. Needed for
//            flushes (mask a lane with 0x1fff), and to find a card that was added twice: then a carry leaves fewer bits set
//            than cards were added.
//
// LOOK-UP, RANKS. The two rank numbers, low (ranks 2..7) and high (8..A and joker), find the place of a rank multiset among
// all multisets of n cards without gaps: all multisets with the same low part lie together, `base[n][low]` is where they
// begin, and `within[high]` is the place of the high part among all high parts with the same number of cards. The value
// there is the best hand of those ranks if no flush exists: 49,205 values for seven cards (67,600 with a joker). `within` is
// shared by all scales, `base` by all scales with (or without) a joker; only the values are a scale's own. So every deck,
// every order and every low costs the same three loads.
//
// LOOK-UP, FLUSH. If a suit's nibble has bit 3 set, the better of the above and `flush[joker][mask of that suit]` counts.
//
// TWO AND THREE (Omaha, Manila: exactly two hole cards and three of the board): 455 rank triples x 91 rank pairs hold the
// best hand without a flush, so 60 combinations are 60 loads; flushes are looked up only if the board has three of a suit
// and the hole two.
//
// HOW TO USE IT
//     const Tables& t = tables(spec);                 // spec = Scale.spec in Python; built once, kept, thread-safe
//     Holding h = EMPTY; h += CARD[c] ...;            // any number of cards, any order; h + g for disjoint holdings needs
//                                                     // h + (g - EMPTY): CARD[] entries have no bias, EMPTY carries it once
//     uint16_t s = t.best<7>(h);                      // n = 5, 6 or 7 cards in h; five-card scales only (not badugi, three)
//     auto ranks = t.ranks<7>();                      // in a hot loop: s = ranks(h.sum), and only if h.sum & t.flush_bits()
//     s = t.with_flush<7>(h, s);                      // look at the suits
//     uint16_t s = t.strength(cards, n);              // any scale: n card numbers (badugi 4 or 5, three-card 3, two-card 2,
//                                                     // one-card 1, else 5 to 7)
//     uint16_t s = t.two_and_three(hole, nh, board, nb);
//     auto rows = t.rows(board, nb); s = t.two_and_three(hole, nh, rows);      // many holdings on one board
//     t.classes()[s].category, .ranks                 // what it is; t.top() is the greatest strength
//
// `spec` (64 bits): bits 0-43 the categories from worst to best, a nibble each, 0 after the last; bits 44-47 the lowest rank
// less two; bits 48-51 the kind (high, low, deuce-to-seven, badugi, three-card, two-card, one-card); bit 52 joker in the
// deck, 53 ace-low straights, 54 ace is low in low hands and badugis, 55 eight or better; bits 56-59 how many ranks the deck
// lacks from the ace downwards, 60-61 how many suits it lacks from clubs upwards.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace openfelt {

enum Category : uint8_t {
  NOTHING, HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE_OF_A_KIND,
  ROYAL_FLUSH, ONE_CARD, TWO_CARDS, THREE_CARDS, FOUR_CARDS
};
enum class Kind : uint8_t { high, low, deuce_to_seven, badugi, three_card, two_card, one_card };

inline constexpr int JOKER = 52;
inline constexpr int RANKS = 13;
inline constexpr int LOW_RANKS = 6;           // ranks 2..7 in the low part of a sum
inline constexpr uint32_t JOKER_WEIGHT = 1u << 16;

// The weight of the i-th rank of a half: more than seven cards of the ranks below it can weigh.
inline constexpr std::array<uint32_t, 7> WEIGHT = [] {
  std::array<uint32_t, 7> w{1, 5};
  for (int i = 2; i < 7; ++i) w[i] = 4 * w[i - 1] + 3 * w[i - 2] + 1;
  return w;
}();
static_assert(WEIGHT[5] == 2421 && WEIGHT[6] == 11248 && 4 * WEIGHT[6] + 3 * WEIGHT[5] < 1u << 16);
inline constexpr uint64_t FIVE_SUITED = 0x88880000u;

// ---- holdings -------------------------------------------------------------------------------------------------------

struct alignas(16) Holding {
  uint64_t sum = 0;
  uint64_t suits = 0;
  constexpr Holding& operator+=(const Holding& o) { sum += o.sum; suits += o.suits; return *this; }
  constexpr Holding& operator-=(const Holding& o) { sum -= o.sum; suits -= o.suits; return *this; }
  friend constexpr Holding operator+(Holding a, const Holding& b) { return a += b; }
  friend constexpr Holding operator-(Holding a, const Holding& b) { return a -= b; }
  constexpr bool has_joker() const { return (sum >> 32) >= JOKER_WEIGHT; }
  constexpr bool five_suited() const { return sum & FIVE_SUITED; }
};

inline constexpr Holding EMPTY{0x33330000u, 0};

constexpr uint64_t rank_weight(int r) { return r < LOW_RANKS ? WEIGHT[r] : uint64_t{WEIGHT[r - LOW_RANKS]} << 32; }

constexpr std::array<Holding, 256> make_cards() {
  std::array<Holding, 256> cards{};
  for (int c = 0; c < 52; ++c) {
    const int r = c >> 2, s = c & 3;
    cards[c] = {rank_weight(r) + (uint64_t{1} << (16 + 4 * s)), uint64_t{1} << (16 * s + r)};
  }
  cards[JOKER] = {(uint64_t{JOKER_WEIGHT} << 32) + 0x11110000u, uint64_t{1} << 13};
  return cards;  // 53 and above are no cards and add nothing, so any byte is safe as an index.
}
alignas(64) inline constexpr std::array<Holding, 256> CARD = make_cards();

// ---- specification --------------------------------------------------------------------------------------------------

struct Spec {
  uint64_t bits;
  Kind kind() const { return static_cast<Kind>(bits >> 48 & 15); }
  int lowest() const { return static_cast<int>(bits >> 44 & 15); }  // rank index of the lowest rank in the deck
  int above() const { return static_cast<int>(bits >> 56 & 15); }   // ranks that the deck lacks from the ace downwards
  int first_suit() const { return static_cast<int>(bits >> 60 & 3); }
  int ranks() const { return RANKS - lowest() - above(); }
  // One bit for each card of the deck, the joker's the highest.
  uint64_t deck() const {
    const uint64_t ranks = ((uint64_t{1} << (52 - 4 * above())) - 1) >> (4 * lowest()) << (4 * lowest());
    const uint64_t suits = 0x1111111111111ull * (15u << first_suit() & 15u);
    return (ranks & suits) | uint64_t{joker()} << JOKER;
  }
  bool joker() const { return bits >> 52 & 1; }
  bool ace_low() const { return bits >> 53 & 1; }
  bool low_ace() const { return bits >> 54 & 1; }
  bool eight() const { return bits >> 55 & 1; }
  bool lower_wins() const { return kind() == Kind::low || kind() == Kind::deuce_to_seven || kind() == Kind::badugi; }
  // Place of a category from the worst (1) upwards; 0 if this scale does not know it.
  int place(Category c) const {
    for (int i = 0; i < 11; ++i)
      if ((bits >> (4 * i) & 15) == c) return i + 1;
    return 0;
  }
};

// What a strength stands for. Ranks are 2..14, or 1 for an ace that counts low; the most important first.
struct Class {
  Category category = NOTHING;
  uint8_t size = 0;
  std::array<uint8_t, 5> ranks{};
};

namespace detail {

using Counts = std::array<uint8_t, RANKS>;

constexpr uint64_t choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  uint64_t c = 1;
  for (int i = 1; i <= k; ++i) c = c * (n - k + i) / i;
  return c;
}

// Calls f(counts) for every multiset of `cards` cards over ranks first..last, at most `most` of each.
template <class F>
void each_multiset(Counts& counts, int first, int last, int cards, int most, F&& f) {
  if (cards == 0) return f(counts);
  if (first > last) return;
  for (int k = 0; k <= std::min(most, cards); ++k) {
    counts[first] = static_cast<uint8_t>(k);
    each_multiset(counts, first + 1, last, cards - k, most, f);
  }
  counts[first] = 0;
}

inline uint32_t low_part(const Counts& counts) {
  uint32_t key = 0;
  for (int r = 0; r < LOW_RANKS; ++r) key += counts[r] * WEIGHT[r];
  return key;
}
inline uint32_t high_part(const Counts& counts) {
  uint32_t key = 0;
  for (int r = LOW_RANKS; r < RANKS; ++r) key += counts[r] * WEIGHT[r - LOW_RANKS];
  return key;
}

// Where the multisets of n cards lie: shared by all scales. Sized so that even seven times the same card stays inside.
struct Places {
  static constexpr uint32_t LOW_SIZE = 7 * WEIGHT[5] + 1, HIGH_SIZE = 7 * JOKER_WEIGHT + 1, SLACK = 8192;
  std::vector<uint16_t> within = std::vector<uint16_t>(HIGH_SIZE);
  std::array<std::array<std::vector<uint32_t>, 8>, 2> base;  // [joker in the deck][cards 5..7]
  std::array<std::array<uint32_t, 8>, 2> size{};

  Places() {
    std::array<uint32_t, 8> natural{}, with_joker{};
    Counts counts{};
    for (int cards = 0; cards <= 7; ++cards) {
      each_multiset(counts, LOW_RANKS, RANKS - 1, cards, 4,
                    [&](const Counts& c) { within[high_part(c)] = static_cast<uint16_t>(natural[cards]++); });
      with_joker[cards] = natural[cards];
      if (cards > 0)
        each_multiset(counts, LOW_RANKS, RANKS - 1, cards - 1, 4, [&](const Counts& c) {
          within[high_part(c) + JOKER_WEIGHT] = static_cast<uint16_t>(with_joker[cards]++);
        });
    }
    for (int joker = 0; joker < 2; ++joker)
      for (int n = 5; n <= 7; ++n) {
        auto& b = base[joker][n];
        b.assign(LOW_SIZE, 0);
        uint32_t next = 0;
        for (int low = 0; low <= n; ++low)
          each_multiset(counts, 0, LOW_RANKS - 1, low, 4, [&](const Counts& c) {
            b[low_part(c)] = next;
            next += joker ? with_joker[n - low] : natural[n - low];
          });
        size[joker][n] = next;
      }
    if (size[0][5] != 6175 || size[0][6] != 18395 || size[0][7] != 49205 || size[1][7] != 67600)
      throw std::logic_error("rank multisets are miscounted");
    require_one_each();
  }
  void require_one_each() const;
};

// Every multiset has a place of its own: no two share a sum.
inline void Places::require_one_each() const {
  for (int n = 5; n <= 7; ++n) {
    std::vector<bool> taken(size[0][n]);
    Counts counts{};
    each_multiset(counts, 0, RANKS - 1, n, 4, [&](const Counts& c) {
      const uint32_t place = base[0][n][low_part(c)] + within[high_part(c)];
      if (place >= taken.size() || taken[place]) throw std::logic_error("two rank multisets share a place");
      taken[place] = true;
    });
  }
}

inline const Places& places() {
  static const Places shared;
  return shared;
}

// Rank pairs (91) and triples (455) as used by two-and-three selection and three-card hands.
struct Groups {
  std::array<uint8_t, 169> pair{};
  std::array<uint16_t, 2197> triple{};
  Groups() {
    int next = 0;
    for (int a = 0; a < RANKS; ++a)
      for (int b = a; b < RANKS; ++b) pair[a * 13 + b] = pair[b * 13 + a] = static_cast<uint8_t>(next++);
    next = 0;
    for (int a = 0; a < RANKS; ++a)
      for (int b = a; b < RANKS; ++b)
        for (int c = b; c < RANKS; ++c, ++next) {
          std::array<int, 3> r{a, b, c};
          do triple[r[0] * 169 + r[1] * 13 + r[2]] = static_cast<uint16_t>(next);
          while (std::next_permutation(r.begin(), r.end()));
        }
  }
};

inline const Groups& groups() {
  static const Groups shared;
  return shared;
}

}  // namespace detail

// ---- tables of one scale --------------------------------------------------------------------------------------------

class Tables {
 public:
  static constexpr int PAIR_ROW = 96;  // 91 rank pairs, padded

  explicit Tables(Spec spec);
  Tables(const Tables&) = delete;

  Spec spec() const { return spec_; }
  uint64_t deck() const { return deck_; }
  const std::vector<Class>& classes() const { return classes_; }
  uint16_t top() const { return static_cast<uint16_t>(classes_.size() - 1); }
  bool five_card() const { return spec_.kind() < Kind::badugi; }
  // Whether a hand is made of so many cards.
  bool takes(size_t n) const {
    switch (spec_.kind()) {
      case Kind::badugi: return n == 4 || n == 5;
      case Kind::three_card: return n == 3;
      case Kind::two_card: return n == 2;
      case Kind::one_card: return n == 1;
      default: return n >= 5 && n <= 7;
    }
  }
  // The bits of a sum that ask for the flush table; none where suits do not count.
  uint64_t flush_bits() const { return flush_bits_; }

  // The tables for n cards as plain pointers: keep one in a local variable in a hot loop.
  struct Ranks {
    const uint16_t* value;
    const uint32_t* base;
    const uint16_t* within;
    uint32_t place(uint64_t sum) const { return base[sum & 0xffff] + within[sum >> 32]; }
    uint16_t operator()(uint64_t sum) const { return value[place(sum)]; }
  };
  template <int N>
  Ranks ranks() const {
    return {value_[N].data(), base_[N], within_};
  }

  // The best hand of n cards if no five of them are suited.
  template <int N>
  uint16_t of_ranks(uint64_t sum) const {
    return ranks<N>()(sum);
  }

  // The best five of N cards (5, 6 or 7).
  template <int N>
  uint16_t best(const Holding& h) const {
    const uint16_t ranks = of_ranks<N>(h.sum);
    if (!(h.sum & flush_bits_)) [[likely]]
      return ranks;
    return with_flush<N>(h, ranks);
  }

  template <int N>
  uint16_t with_flush(const Holding& h, uint16_t ranks) const {
    if (spec_.kind() == Kind::deuce_to_seven) return N == 5 ? flush_of(h) : avoiding_flush(h, N);
    return std::max(ranks, flush_of(h));
  }

  // The best hand of n cards by their numbers: as many as the scale takes.
  uint16_t strength(const uint8_t* cards, int n) const;

  // Exactly two of the hole cards (2 to 6) with exactly three of the board (3 to 5).
  struct Rows {
    std::array<const uint16_t*, 10> row;  // one per three cards of the board: 1, 4 or 10
    int size = 0;
    Holding cards;                        // of the board, with a bias that sets bit 3 of a suit's nibble from three cards on
  };
  Rows rows(const uint8_t* board, int n) const;
  uint16_t two_and_three(const uint8_t* hole, int n, const Rows& rows) const;
  uint16_t two_and_three(const uint8_t* hole, int hole_size, const uint8_t* board, int board_size) const;
  // Whether `rows` serve this scale; with a joker, or in deuce-to-seven, only the last form does.
  bool has_rows() const { return five_card() && !spec_.joker() && spec_.kind() != Kind::deuce_to_seven; }
  template <int B> Rows rows_of(const uint8_t* board) const;
  template <int H, int B> uint16_t two_and_three_of(const uint8_t* hole, const Rows& rows) const;

  // The value of five suited ranks (a 13-bit mask; with a joker, four or more).
  uint16_t flush_value(uint32_t mask, bool joker) const { return flush_[joker][mask]; }

 private:
  using Counts = detail::Counts;

  Spec spec_;
  uint64_t deck_ = 0;
  uint64_t flush_bits_ = 0;
  const uint16_t* within_ = nullptr;
  const detail::Groups* groups_ = &detail::groups();
  std::array<const uint32_t*, 8> base_{};
  std::array<std::vector<uint16_t>, 8> value_;
  std::array<std::vector<uint16_t>, 2> flush_;
  std::vector<uint16_t> pair_rows_;      // [triple][pair]
  std::vector<uint16_t> badugi_;         // by mask of ranks, the ace in bit 0 also where it counts high
  std::array<std::array<uint8_t, 4>, 64> apart_{};  // badugi: which of four cards to keep, by which pairs of them clash
  std::vector<uint16_t> three_[2];       // by triple; [1] suited
  std::vector<uint16_t> few_;            // two cards by pair, one by rank
  std::vector<Class> classes_;
  std::map<uint32_t, uint16_t> number_;  // score -> strength, only while building

  uint32_t score(Category category, const uint8_t* ranks, int n) const;
  uint32_t five(const Counts& counts, bool suited, Class* out = nullptr) const;
  uint32_t three(int a, int b, int c, bool suited, Class* out = nullptr) const;
  int top_of_sequence(uint32_t mask) const;
  template <class F> void each_five(F&& f) const;
  uint64_t expected_classes() const;
  void number_classes(std::vector<std::pair<uint32_t, Class>> found);
  void build_five();
  void build_ranks();
  void build_flushes();
  void build_pairs();
  void build_badugi();
  void build_three();
  void build_few();
  uint16_t& at(const Counts& counts, int n, bool joker);
  uint16_t flush_of(const Holding& h) const {
    const int suit = (std::countr_zero(h.sum & FIVE_SUITED) - 19) >> 2;
    return flush_[h.has_joker()][h.suits >> (16 * suit) & 0x1fff];
  }
  uint16_t avoiding_flush(const Holding& h, int n) const;
  uint16_t best_badugi(const uint8_t* cards) const;
  uint16_t best_badugi_of_five(const uint8_t* cards) const;
  uint16_t suited_two_and_three(uint64_t hole, uint64_t board, uint32_t flags) const;
  uint16_t brute_two_and_three(const uint8_t* hole, int hole_size, const uint8_t* board, int board_size) const;
};

// The tables of a scale, built when first asked for and kept.
inline const Tables& tables(Spec spec) {
  static std::mutex building;
  static std::map<uint64_t, std::unique_ptr<const Tables>> built;
  const std::lock_guard lock(building);
  auto& slot = built[spec.bits];
  if (!slot) slot = std::make_unique<const Tables>(spec);
  return *slot;
}
inline const Tables& tables(uint64_t bits) { return tables(Spec{bits}); }

}  // namespace openfelt

#include "evaluate_build.hpp"

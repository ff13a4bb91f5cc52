// Exact odds of games with a board, every hole card known: a count over multisets of ranks instead of over boards.
//
// Of the boards still possible, those on which nobody has a flush are decided by ranks alone. So all boards are first counted
// as if suits did not exist, 6,175 rank multisets at most, each weighing as many boards as it has suits to choose. Then, for
// each suit, the boards with three or more of that suit on which somebody has a flush are taken back and counted again with the
// flush. A board of five has at most one such suit, so no board is corrected twice.
#pragma once

#include "tables.hpp"
#include "tally.hpp"

namespace openfelt::equity {

// What some hole cards make with each multiset of five board ranks, by slot; kept until other cards are asked for.
class HoleRow {
public:
    const i16* with(const Scale& scale, u64 cards) {
        std::array<int, 8> ranks{};
        int n = 0;
        for (u64 rest = cards; rest; rest &= rest - 1) ranks[n++] = rank_at(std::countr_zero(rest));
        if (n == 2) return scale.with_pair(pair_index(ranks[0], ranks[1]));
        if (cards_ == cards) return row_.data();
        cards_ = cards;
        row_.assign(slots5().table_size(), 0);
        u64 seen[2] = {0, 0};
        for (int a = 0; a < n; ++a)
            for (int b = a + 1; b < n; ++b) {
                const int pair = pair_index(ranks[a], ranks[b]);
                if (seen[pair >> 6] >> (pair & 63) & 1) continue;
                seen[pair >> 6] |= u64{1} << (pair & 63);
                const i16* with = scale.with_pair(pair);
                for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = std::max(row_[i], with[i]);
            }
        return row_.data();
    }

private:
    u64 cards_ = 0;
    std::vector<i16> row_;
};

struct BoardGame {
    const Scale* high = nullptr;
    const Scale* low = nullptr;  // null: no low half
    u64 deck = 0;
    u64 board = 0;
    u64 dead = 0;
    int to_come = 0;
};

class BoardCount {
public:
    BoardCount(const BoardGame& game, int players)
        : game_(game), players_(players), result_(players, game.low != nullptr), high_(players), low_(players),
          high_row_(players), low_row_(players), board_key_(key_of(game.board)) {}

    // The tally of all boards for these hole cards.
    const Tally<i64>& count(const u64* hands) {
        result_.clear();
        heads_up_ = {};
        u64 gone = game_.board | game_.dead;
        for (int p = 0; p < players_; ++p) gone |= hands[p];
        left_ = game_.deck & ~gone;
        hands_ = hands;
        for (int p = 0; p < players_; ++p) {
            high_row_[p] = high_[p].with(*game_.high, hands[p]);
            if (game_.low) low_row_[p] = low_[p].with(*game_.low, hands[p]);
        }
        for (int r = 0; r < RANKS; ++r) available_[r] = std::popcount(left_ & (0x0001000100010001u << r));
        pair_ = players_ == 2 && !game_.low;
        ranks_only(0, game_.to_come, board_key_, 1);
        if (game_.high->has_suited())
            for (int suit = 0; suit < SUITS; ++suit) correct(suit);
        if (pair_) spread_heads_up();
        return result_;
    }

private:
    struct Rest {
        u32 key;
        i64 times;
    };

    void ranks_only(int from, int wanted, u32 key, i64 times) {
        if (wanted == 0) {
            mixed(slots5().at(key), times);
            return;
        }
        for (int r = from; r < RANKS; ++r) {
            const int most = std::min(wanted, available_[r]);
            for (int n = 1; n <= most; ++n)
                ranks_only(r + 1, wanted - n, key + n * CODE[r], times * static_cast<i64>(CHOOSE[available_[r]][n]));
        }
    }

    void mixed(u32 slot, i64 times) {
        if (pair_) {
            const i16 a = high_row_[0][slot], b = high_row_[1][slot];
            heads_up_[0] += a > b ? times : 0;
            heads_up_[1] += a == b ? times : 0;
            heads_up_[2] += a < b ? times : 0;
            return;
        }
        i16 high[MOST_PLAYERS], low[MOST_PLAYERS];
        for (int p = 0; p < players_; ++p) high[p] = high_row_[p][slot];
        if (game_.low)
            for (int p = 0; p < players_; ++p) low[p] = low_row_[p][slot];
        result_.add(high, low, times);
    }

    // Boards with at least three of `suit`: `suited` more to come of that suit, the others of any other suit.
    void correct(int suit) {
        const u32 board = lane(game_.board, suit);
        const int on_board = std::popcount(board);
        const bool any_five = game_.high->selection() == Selection::any_five;
        int most = 0;
        for (int p = 0; p < players_; ++p) most = std::max(most, std::popcount(lane(hands_[p], suit)));
        const int needed = any_five ? std::max(3, 5 - most) : 3;
        if (!any_five && most < 2) return;
        const u32 free = lane(left_, suit);
        for (int suited = std::max(0, needed - on_board); suited <= game_.to_come; ++suited) {
            others_.clear();
            list_others(suit, 0, game_.to_come - suited, 0, 1);
            if (!others_.empty()) choose_suited(suit, free, suited, board, board_key_);
        }
    }

    void list_others(int suit, int from, int wanted, u32 key, i64 times) {
        if (wanted == 0) {
            others_.push_back({key, times});
            return;
        }
        for (int r = from; r < RANKS; ++r) {
            const int free = available_[r] - static_cast<int>(lane(left_, suit) >> r & 1);
            for (int n = 1; n <= std::min(wanted, free); ++n)
                list_others(suit, r + 1, wanted - n, key + n * CODE[r], times * static_cast<i64>(CHOOSE[free][n]));
        }
    }

    void choose_suited(int suit, u32 free, int wanted, u32 ranks, u32 key) {
        if (wanted == 0) {
            with_flush(suit, ranks, key);
            return;
        }
        for (u32 rest = free; std::popcount(rest) >= wanted; rest &= rest - 1) {
            const int r = std::countr_zero(rest);
            choose_suited(suit, rest & (rest - 1), wanted - 1, ranks | (1u << r), key + CODE[r]);
        }
    }

    void with_flush(int suit, u32 ranks, u32 key) {
        i16 flush[MOST_PLAYERS];
        bool any = false;
        for (int p = 0; p < players_; ++p) any |= (flush[p] = game_.high->flush(lane(hands_[p], suit), ranks)) != 0;
        if (!any) return;
        if (pair_) {
            heads_up_with_flush(flush[0], flush[1], key);
            return;
        }
        i16 before[MOST_PLAYERS], after[MOST_PLAYERS], low[MOST_PLAYERS];
        for (const Rest& other : others_) {
            const u32 slot = slots5().at(key + other.key);
            for (int p = 0; p < players_; ++p) {
                before[p] = high_row_[p][slot];
                after[p] = std::max(before[p], flush[p]);
            }
            if (game_.low)
                for (int p = 0; p < players_; ++p) low[p] = low_row_[p][slot];
            result_.add(before, low, -other.times);
            result_.add(after, low, other.times);
        }
    }

    void heads_up_with_flush(i16 flush_a, i16 flush_b, u32 key) {
        const i16 *row_a = high_row_[0], *row_b = high_row_[1];
        i64 wins = 0, ties = 0, losses = 0;
        for (const Rest& other : others_) {
            const u32 slot = slots5().at(key + other.key);
            const i16 a = row_a[slot], b = row_b[slot];
            const i16 with_a = std::max(a, flush_a), with_b = std::max(b, flush_b);
            wins += other.times * ((with_a > with_b) - (a > b));
            ties += other.times * ((with_a == with_b) - (a == b));
            losses += other.times * ((with_a < with_b) - (a < b));
        }
        heads_up_[0] += wins;
        heads_up_[1] += ties;
        heads_up_[2] += losses;
    }

    void spread_heads_up() {
        result_.at(0, 1, 0) = result_.at(1, 0, 0) = heads_up_[0];
        result_.at(0, 2, 0) = result_.at(1, 2, 0) = heads_up_[1];
        result_.at(0, 0, 0) = result_.at(1, 1, 0) = heads_up_[2];
    }

    const BoardGame game_;
    const int players_;
    Tally<i64> result_;
    std::vector<HoleRow> high_, low_;
    std::vector<const i16*> high_row_, low_row_;
    const u32 board_key_;
    const u64* hands_ = nullptr;
    u64 left_ = 0;
    std::array<int, RANKS> available_{};
    std::vector<Rest> others_;
    bool pair_ = false;
    std::array<i64, 3> heads_up_{};
};

}  // namespace openfelt::equity

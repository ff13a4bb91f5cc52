// Monte Carlo: deals drawn at random, uniform over all deals that agree with what is known.
//
// Samples come in chunks of 16,384. Each chunk has a xoshiro256** generator of its own, seeded by SplitMix64 from the seed and the chunk's
// number, so the same seed gives the same counts whatever the number of threads.
#pragma once

#include "board.hpp"
#include "own.hpp"

namespace openfelt::equity {

class Random {
public:
    Random(u64 seed, u64 stream) {
        u64 state = seed ^ (stream * 0xD1342543DE82EF95u + 0x632BE59BD9B4E019u);
        for (auto& word : state_) {
            u64 z = state += 0x9E3779B97F4A7C15u;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
            word = z ^ (z >> 31);
        }
    }
    // A whole number below `limit`, each equally likely (Lemire's multiply and reject).
    u32 below(u32 limit) {
        for (;;) {
            const u64 product = static_cast<u64>(half()) * limit;
            const u32 low = static_cast<u32>(product);
            if (low >= limit || low >= (0u - limit) % limit) return static_cast<u32>(product >> 32);
        }
    }

private:
    u32 half() {
        if (spare_) {
            spare_ = false;
            return static_cast<u32>(word_ >> 32);
        }
        word_ = next();
        spare_ = true;
        return static_cast<u32>(word_);
    }
    u64 next() {
        const u64 result = std::rotl(state_[1] * 5, 7) * 9, t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }
    std::array<u64, 4> state_{};
    u64 word_ = 0;
    bool spare_ = false;
};

// What is known of one player's cards: some of them, or a list of possible holdings.
struct Player {
    u64 known = 0;
    int missing = 0;
    std::vector<u64> range;  // empty: `known` and `missing` say it
};

struct Deal {
    const Scale* high = nullptr;
    const Scale* low = nullptr;
    u64 deck = 0, board = 0, dead = 0;
    int to_come = 0;
    bool has_board = false;  // a board game; otherwise `board` counts in every holding
    std::vector<Player> players;
};

class Sampler {
public:
    static constexpr u64 CHUNK = 1 << 14;

    explicit Sampler(const Deal& deal)
        : deal_(deal), players_(static_cast<int>(deal.players.size())), high_(players_), low_(players_), hands_(players_),
          high_kept_(players_), low_kept_(players_), high_row_(players_, nullptr), low_row_(players_, nullptr) {
        gone_ = deal.board | deal.dead;
        for (const Player& player : deal.players) gone_ |= player.known;
        for (u64 left = deal.deck & ~gone_; left; left &= left - 1) cards_.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
        for (int p = 0; p < players_; ++p) {
            hands_[p] = deal.players[p].known;
            (deal.players[p].range.empty() ? drawn_ : ranged_).push_back(p);
        }
        std::erase_if(drawn_, [&](int p) { return deal.players[p].missing == 0; });
        if (deal.has_board) keep_rows();
    }

    void run(u64 seed, u64 chunk, u64 samples, Tally<i64>& tally) {
        Random random(seed, chunk);
        for (u64 i = 0; i < samples; ++i) {
            u64 used = gone_;
            while (!draw_ranges(random, used)) used = gone_;
            for (int p : drawn_) hands_[p] = deal_.players[p].known | draw(random, deal_.players[p].missing, used);
            if (deal_.has_board) board_showdown(random, used, tally);
            else own_showdown(random, used, tally);
        }
    }

private:
    void keep_rows() {
        for (int p = 0; p < players_; ++p) {
            const Player& player = deal_.players[p];
            if (player.missing || !player.range.empty()) continue;
            high_row_[p] = high_kept_[p].with(*deal_.high, player.known);
            if (deal_.low) low_row_[p] = low_kept_[p].with(*deal_.low, player.known);
        }
    }

    // All holdings again whenever two collide: that keeps every combination of holdings equally likely.
    bool draw_ranges(Random& random, u64& used) {
        for (int p : ranged_) {
            const auto& range = deal_.players[p].range;
            const u64 hand = range[random.below(static_cast<u32>(range.size()))];
            if (hand & used) return false;
            used |= hand;
            hands_[p] = hand;
        }
        return true;
    }

    u64 draw(Random& random, int wanted, u64& used) {
        const u64 before = used;
        while (wanted) {
            const u64 bit = u64{1} << cards_[random.below(static_cast<u32>(cards_.size()))];
            if (used & bit) continue;
            used |= bit;
            --wanted;
        }
        return used & ~before;
    }

    void board_showdown(Random& random, u64& used, Tally<i64>& tally) {
        const u64 board = deal_.board | draw(random, deal_.to_come, used);
        u64 sum = u64{0x5555} << 32;  // eight or more in a suit's count means three on the board
        for (u64 rest = board; rest; rest &= rest - 1) {
            const int place = std::countr_zero(rest);
            sum += CODE[rank_at(place)] + (u64{1} << (32 + 4 * suit_at(place)));
        }
        const u32 slot = slots5().at(static_cast<u32>(sum));
        const u32 three = static_cast<u32>(sum >> 32) & 0x8888;
        for (int p = 0; p < players_; ++p) {
            high_[p] = high_row_[p] ? high_row_[p][slot] : mixed(*deal_.high, hands_[p], slot);
            if (deal_.low) low_[p] = low_row_[p] ? low_row_[p][slot] : mixed(*deal_.low, hands_[p], slot);
        }
        if (three && deal_.high->has_suited()) {
            const int suit = std::countr_zero(three) >> 2;
            for (int p = 0; p < players_; ++p)
                high_[p] = std::max(high_[p], deal_.high->flush(lane(hands_[p], suit), lane(board, suit)));
        }
        tally.add(high_.data(), low_.data(), 1);
    }

    static i16 mixed(const Scale& scale, u64 hand, u32 slot) {
        i16 best = 0;
        for (u64 first = hand; first; first &= first - 1)
            for (u64 second = first & (first - 1); second; second &= second - 1)
                best = std::max(best, scale.with_pair(pair_index(rank_at(std::countr_zero(first)), rank_at(std::countr_zero(second))))[slot]);
        return best;
    }

    void own_showdown(Random& random, u64& used, Tally<i64>& tally) {
        const u64 shared = deal_.board | draw(random, deal_.to_come, used);
        for (int p = 0; p < players_; ++p) {
            const Held held = Held::of(hands_[p] | shared);
            high_[p] = worth(*deal_.high, held);
            if (deal_.low) low_[p] = worth(*deal_.low, held);
        }
        tally.add(high_.data(), low_.data(), 1);
    }

    const Deal deal_;
    const int players_;
    std::vector<i16> high_, low_;
    std::vector<u64> hands_;
    std::vector<std::uint8_t> cards_;
    std::vector<int> ranged_, drawn_;
    // For players whose hole cards are known: what they make with each board.
    std::vector<HoleRow> high_kept_, low_kept_;
    std::vector<const i16*> high_row_, low_row_;
    u64 gone_ = 0;
};

}  // namespace openfelt::equity

// One question about odds, worked on by threads that can be watched and stopped.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "sample.hpp"

namespace openfelt::equity {

class Job {
public:
    // samples = 0: count every deal.
    Job(Deal deal, u64 samples, u64 seed)
        : deal_(std::move(deal)), samples_(samples), seed_(seed),
          total_(static_cast<int>(deal_.players.size()), deal_.low != nullptr) {}
    ~Job() {
        stop();
        if (owner_.joinable()) owner_.join();
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    // Is there a deal at all? Ranges may exclude each other.
    bool is_possible() const {
        std::vector<const Player*> ranged;  // the shortest ranges first, so that what cannot fit shows early
        for (const Player& player : deal_.players)
            if (!player.range.empty()) ranged.push_back(&player);
        std::sort(ranged.begin(), ranged.end(), [](auto* a, auto* b) { return a->range.size() < b->range.size(); });
        std::vector<std::unordered_set<u64>> dead_ends(ranged.size());
        int patience = MOST_DEAD_ENDS;
        return fits(ranged, 0, deal_.board | deal_.dead | all_known(), dead_ends, patience);
    }

    void run(int threads) {
        try {
            if (samples_) sample(threads);
            else if (deal_.has_board) count_boards(threads);
            else count_own(threads);
        } catch (...) {
            failure_ = std::current_exception();
        }
        std::lock_guard lock(mutex_);
        finished_ = true;
        ended_.notify_all();
    }
    void start(int threads) { owner_ = std::thread([this, threads] { run(threads); }); }
    // Has it ended, now or within so many seconds?
    bool wait(double seconds) {
        std::unique_lock lock(mutex_);
        return ended_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return finished_; });
    }
    void stop() { stopped_ = true; }
    bool was_stopped() const { return stopped_; }
    double fraction() const { return steps_ > 0 ? std::min(1.0, done_.load() / steps_.load()) : 0.0; }
    const Tally<u128>& total() const {
        if (failure_) std::rethrow_exception(failure_);
        return total_;
    }

private:
    static constexpr double MOST_COMBINATIONS = 4e6;  // before merging those that differ in suit names only
    static constexpr std::size_t MERGED = 4;          // players whose combinations are merged
    static constexpr int MOST_DEAD_ENDS = 2'000'000;  // a second or two, and some 100 MB

    struct Combination {
        std::array<u64, MERGED> hands{};
        u64 times = 1;
    };

    u64 all_known() const {
        u64 cards = 0;
        for (const Player& player : deal_.players) cards |= player.known;
        return cards;
    }

    // Can the players from `at` on be given holdings? The cards used by those before them are all that matters, so what failed
    // once is not tried again. A search that finds too many dead ends gives up and says yes: the count then finds no deal.
    static bool fits(const std::vector<const Player*>& ranged, std::size_t at, u64 used,
                     std::vector<std::unordered_set<u64>>& dead_ends, int& patience) {
        if (at == ranged.size() || patience <= 0) return true;
        if (dead_ends[at].contains(used)) return false;
        for (u64 hand : ranged[at]->range)
            if (!(hand & used) && fits(ranged, at + 1, used | hand, dead_ends, patience)) return true;
        dead_ends[at].insert(used);
        --patience;
        return false;
    }

    // Share out `units` pieces of work; each thread has its own worker and adds it to the total when all is done.
    template <typename Make>
    void share_out(std::size_t units, int threads, Make make) {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            auto worker = make();
            for (std::size_t unit; !stopped_ && (unit = next.fetch_add(1)) < units;) worker.take(unit);
            std::lock_guard lock(mutex_);
            total_.merge(worker.tally, 1);
        };
        std::vector<std::thread> helpers;
        for (int i = 1; i < threads && static_cast<std::size_t>(i) < units; ++i) helpers.emplace_back(work);
        work();
        for (auto& helper : helpers) helper.join();
    }

    void advance(double steps) { done_.fetch_add(steps, std::memory_order_relaxed); }

    void sample(int threads) {
        struct Worker {
            Job& job;
            Sampler sampler;
            Tally<i64> tally;
            void take(std::size_t chunk) {
                const u64 from = chunk * Sampler::CHUNK, samples = std::min(Sampler::CHUNK, job.samples_ - from);
                sampler.run(job.seed_, chunk, samples, tally);
                job.advance(1);
            }
        };
        const u64 chunks = (samples_ + Sampler::CHUNK - 1) / Sampler::CHUNK;
        steps_ = static_cast<double>(chunks);
        share_out(chunks, threads, [&] {
            return Worker{*this, Sampler(deal_), Tally<i64>(static_cast<int>(deal_.players.size()), deal_.low != nullptr)};
        });
    }

    // All holdings that a player may have, given the cards that others are known to have.
    std::vector<u64> holdings(std::size_t p) const {
        const Player& player = deal_.players[p];
        if (!player.range.empty()) return player.range;
        std::vector<u64> found;
        subsets(deal_.deck & ~(deal_.board | deal_.dead | all_known()), player.missing, player.known, found);
        return found;
    }

    static void subsets(u64 from, int wanted, u64 chosen, std::vector<u64>& found) {
        if (wanted == 0) {
            found.push_back(chosen);
            return;
        }
        for (; std::popcount(from) >= wanted; from &= from - 1) subsets(from & (from - 1), wanted - 1, chosen | (from & -from), found);
    }

    void count_boards(int threads) {
        BoardGame game{deal_.high, deal_.low, deal_.deck, deal_.board, deal_.dead, deal_.to_come};
        std::vector<std::vector<u64>> choices;
        std::vector<u64> fixed{deal_.board, deal_.dead};
        std::vector<std::size_t> open;  // players with more than one possible holding, the fewest first
        for (std::size_t p = 0; p < deal_.players.size(); ++p) {
            choices.push_back(holdings(p));
            if (choices[p].size() == 1) fixed.push_back(choices[p][0]);
            else open.push_back(p);
        }
        std::stable_sort(open.begin(), open.end(), [&](auto a, auto b) { return choices[a].size() < choices[b].size(); });
        std::size_t merged = 0;
        const auto combinations = merge(choices, open, fixed, renamings(choices, open, fixed), merged);
        steps_ = static_cast<double>(combinations.size());
        share_out(combinations.size(), threads, [&] {
            return BoardWorker{*this, choices, open, combinations, merged, BoardCount(game, static_cast<int>(choices.size())),
                               Tally<u128>(static_cast<int>(choices.size()), deal_.low != nullptr), std::vector<u64>(choices.size())};
        });
    }

    struct BoardWorker {
        Job& job;
        const std::vector<std::vector<u64>>& choices;
        const std::vector<std::size_t>& open;
        const std::vector<Combination>& combinations;
        std::size_t merged;
        BoardCount counter;
        Tally<u128> tally;
        std::vector<u64> hands;

        void take(std::size_t unit) {
            const Combination& combination = combinations[unit];
            u64 used = 0;
            for (std::size_t p = 0; p < choices.size(); ++p)
                if (choices[p].size() == 1) used |= hands[p] = choices[p][0];
            for (std::size_t i = 0; i < merged; ++i) used |= hands[open[i]] = combination.hands[i];
            deal(merged, used, combination.times, 1);
        }
        // `share` is how much of the unit lies below: each holding that is still possible has an equal part of it, so that the
        // work done says how long the rest will take.
        void deal(std::size_t depth, u64 used, u64 times, double share) {
            if (job.stopped_) return;
            if (depth == open.size()) {
                tally.merge(counter.count(hands.data()), times);
                job.advance(share);
                return;
            }
            const auto& range = choices[open[depth]];
            const auto possible = std::count_if(range.begin(), range.end(), [&](u64 hand) { return !(hand & used); });
            if (!possible) job.advance(share);
            for (u64 hand : range) {
                if (hand & used) continue;
                hands[open[depth]] = hand;
                deal(depth + 1, used | hand, times, share / static_cast<double>(possible));
            }
        }
    };

    // The renamings of suits under which nothing changes: they keep the fixed cards and, as a holding stands for all of its
    // class while the next players' are dealt, what those may hold. Of an unknown hand that is its known cards, of a range every
    // holding: AsKs and QQ is another range with hearts for spades. The first player's own holdings need not be kept.
    std::vector<std::array<int, 4>> renamings(const std::vector<std::vector<u64>>& choices, const std::vector<std::size_t>& open,
                                              std::vector<u64> kept) const {
        for (const Player& player : deal_.players)
            if (player.range.empty()) kept.push_back(player.known);
        auto same = symmetries(kept);
        for (std::size_t i = 1; i < open.size(); ++i) {
            if (deal_.players[open[i]].range.empty()) continue;
            std::vector<u64> range = choices[open[i]];
            std::sort(range.begin(), range.end());
            std::erase_if(same, [&](const auto& renaming) {
                return !std::all_of(range.begin(), range.end(), [&](u64 hand) {
                    return std::binary_search(range.begin(), range.end(), rename(hand, renaming));
                });
            });
        }
        return same;
    }

    // Combinations of the open players' holdings without collisions, one for each class under renaming of suits. Stops merging
    // (and leaves the rest to be dealt one by one) before the list grows too long.
    std::vector<Combination> merge(const std::vector<std::vector<u64>>& choices, const std::vector<std::size_t>& open,
                                   const std::vector<u64>& fixed, const std::vector<std::array<int, 4>>& same,
                                   std::size_t& merged) {
        u64 fixed_hands = 0;
        for (std::size_t i = 2; i < fixed.size(); ++i) fixed_hands |= fixed[i];
        std::vector<Combination> found{Combination{}};
        for (merged = 0; merged < open.size() && merged < MERGED && !stopped_; ++merged) {
            const auto& range = choices[open[merged]];
            if (static_cast<double>(found.size()) * static_cast<double>(range.size()) > MOST_COMBINATIONS) break;
            std::vector<Combination> longer;
            for (const Combination& one : found) {
                u64 used = fixed_hands;
                for (std::size_t i = 0; i < merged; ++i) used |= one.hands[i];
                for (u64 hand : range) {
                    if (hand & used) continue;
                    Combination next = one;
                    next.hands[merged] = hand;
                    longer.push_back(least_of_class(next, merged + 1, same));
                }
            }
            if (same.size() > 1) fold(longer);
            found = std::move(longer);
        }
        return found;
    }

    static Combination least_of_class(const Combination& one, std::size_t size, const std::vector<std::array<int, 4>>& same) {
        Combination least = one;
        for (const auto& renaming : same) {
            Combination other = one;
            for (std::size_t i = 0; i < size; ++i) other.hands[i] = rename(one.hands[i], renaming);
            if (other.hands < least.hands) least = other;
        }
        return least;
    }

    static void fold(std::vector<Combination>& all) {
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.hands < b.hands; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (kept && all[kept - 1].hands == all[i].hands) all[kept - 1].times += all[i].times;
            else all[kept++] = all[i];
        }
        all.resize(kept);
    }

    OwnGame own_game() const {
        OwnGame game{deal_.high, deal_.low, deal_.deck, deal_.dead, deal_.board, deal_.to_come, {}, {}};
        for (const Player& player : deal_.players) game.known.push_back(player.known), game.missing.push_back(player.missing);
        return game;
    }

    void count_own(int threads) {
        const OwnGame game = own_game();
        const OwnCount whole(game);
        if (sweeps(game, std::popcount(whole.left()))) {
            const Sweep sweep(game, whole.left());
            steps_ = static_cast<double>(sweep.pieces());
            share_out(sweep.pieces(), threads, [&] { return SweepWorker{*this, sweep, Tally<u128>(2, game.low != nullptr)}; });
            return;
        }
        std::vector<Combination> firsts{Combination{}};
        if (!whole.is_dealt() && whole.piece_size()) firsts = first_cards(game, whole);
        double steps = 0;
        for (const Combination& first : firsts) steps += whole.weight(first.hands[0]);
        steps_ = steps;
        share_out(firsts.size(), threads, [&] {
            return OwnWorker{*this, firsts, OwnCount(game), Tally<u128>(static_cast<int>(game.known.size()), game.low != nullptr)};
        });
    }

    struct SweepWorker {
        Job& job;
        const Sweep& sweep;
        Tally<u128> tally;
        void take(std::size_t piece) {
            double told = 0;
            sweep.count(piece, tally, [&](double share) {
                job.advance(share - told);
                told = share;
                return !job.stopped_;
            });
            job.advance(1 - told);
        }
    };

    struct OwnWorker {
        Job& job;
        const std::vector<Combination>& firsts;
        OwnCount counter;
        Tally<u128> tally;
        void take(std::size_t unit) {
            const auto advance = [this](double steps) { job.advance(steps); };
            tally.merge(counter.count(firsts[unit].hands[0], job.stopped_, advance), firsts[unit].times);
        }
    };

    // Worth it when dealing everything takes longer, and both lists of holdings fit in memory.
    static bool sweeps(const OwnGame& game, int left) {
        if (game.known.size() != 2 || game.shared_missing) return false;
        const int a = game.missing[0], b = game.missing[1];
        if (!a || !b) return false;
        const double deals = static_cast<double>(CHOOSE[left][a]) * static_cast<double>(CHOOSE[left - a][b]);
        return deals > 1e6 && Sweep::steps(game, left) < deals && Sweep::holdings(game, left) < 1.4e7;
    }

    // The first unknown cards dealt; where a piece is all of a player's cards, one of each class under renaming of suits.
    std::vector<Combination> first_cards(const OwnGame& game, const OwnCount& whole) {
        std::vector<u64> fixed = game.known;
        fixed.push_back(game.dead);
        fixed.push_back(game.shared);
        auto same = symmetries(fixed);
        if (whole.piece_size() < whole.first_size()) same.resize(1);  // the first renaming changes nothing
        std::vector<u64> sets;
        subsets(whole.left(), whole.piece_size(), 0, sets);
        std::vector<Combination> firsts;
        firsts.reserve(sets.size());
        for (u64 set : sets) {
            Combination one;
            one.hands[0] = set;
            firsts.push_back(least_of_class(one, 1, same));
        }
        if (same.size() > 1) fold(firsts);
        return firsts;
    }

    const Deal deal_;
    const u64 samples_, seed_;
    Tally<u128> total_;
    std::atomic<bool> stopped_{false};
    std::atomic<double> done_{0}, steps_{0};
    std::mutex mutex_;
    std::condition_variable ended_;
    bool finished_ = false;
    std::exception_ptr failure_;
    std::thread owner_;
};

}  // namespace openfelt::equity

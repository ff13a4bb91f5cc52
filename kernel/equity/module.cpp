// Python's view of the odds kernel: scales made from tables of five-card hands, and jobs that count or sample deals.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "job.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace openfelt::equity;

using Numbers = nb::ndarray<const i16, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

namespace {

u64 set_of(const std::vector<int>& cards) {
    u64 set = 0;
    for (int card : cards) {
        if (card < 0 || card > JOKER || (set & bit_of(card))) throw std::invalid_argument("cards must be different and from 0 to 52");
        set |= bit_of(card);
    }
    return set;
}

nb::object whole_number(u128 n) {
    nb::object low = nb::int_(static_cast<u64>(n));
    const u64 high = static_cast<u64>(n >> 64);
    if (!high) return low;
    return (nb::object(nb::int_(high)) << nb::object(nb::int_(64))) | low;
}

nb::list counts(const Job& job) {
    nb::list out;
    for (u128 n : job.total().counts()) out.append(whole_number(n));
    return out;
}

Scale* five_card_scale(Numbers mixed, Numbers suited, int selection, bool has_suited) {
    if (mixed.shape(0) != slots5().count() || suited.shape(0) != MASKS) throw std::invalid_argument("tables of 6,175 and 8,192");
    nb::gil_scoped_release release;
    return new Scale(mixed.data(), suited.data(), static_cast<Selection>(selection), has_suited);
}

Scale* joker_scale(Numbers mixed, Numbers suited, Numbers joker_mixed, Numbers joker_suited, bool has_suited) {
    if (mixed.shape(0) != slots5().count() || suited.shape(0) != MASKS || joker_mixed.shape(0) != slots4().count() ||
        joker_suited.shape(0) != MASKS)
        throw std::invalid_argument("tables of 6,175, 8,192, 1,820 and 8,192");
    nb::gil_scoped_release release;
    return new Scale(mixed.data(), suited.data(), joker_mixed.data(), joker_suited.data(), has_suited);
}

Scale* four_card_scale(Numbers four) {
    if (four.shape(0) != CHOOSE[52][4]) throw std::invalid_argument("a table of 270,725");
    return new Scale(std::vector<i16>(four.data(), four.data() + four.shape(0)));
}

// Collected call by call, so that nothing has to be described twice.
class Question {
public:
    Question(const Scale& high, const Scale* low, int deck, const std::vector<int>& board, int to_come,
             const std::vector<int>& dead, bool has_board, bool joker) {
        deal_.high = &high;
        deal_.low = low;
        if (deck < 4 || deck > 52) throw std::invalid_argument("a deck of 4 to 52 cards");
        for (int card = 52 - deck; card < 52; ++card) deal_.deck |= bit_of(card);  // stripped from the bottom
        if (joker) {
            if (has_board || !high.has_joker() || (low && !low->has_joker()))
                throw std::invalid_argument("a joker needs scales with one, and a game without a board");
            deal_.deck |= bit_of(JOKER);
        }
        deal_.board = set_of(board);
        deal_.dead = set_of(dead);
        deal_.to_come = to_come;
        deal_.has_board = has_board;
    }
    void player(const std::vector<int>& known, int missing) {
        room();
        deal_.players.push_back({set_of(known), missing, {}});
    }
    void range(const std::vector<std::vector<int>>& holdings) {
        room();
        Player player;
        for (const auto& cards : holdings) player.range.push_back(set_of(cards));
        if (player.range.empty()) throw std::invalid_argument("an empty range");
        deal_.players.push_back(std::move(player));
    }
    Job* job(u64 samples, u64 seed) const { return new Job(deal_, samples, seed); }

private:
    void room() const {
        if (deal_.players.size() == MOST_PLAYERS) throw std::invalid_argument("too many players");
    }
    Deal deal_;
};

}  // namespace

NB_MODULE(_equity, m) {
    m.attr("__doc__") = "Exact and sampled odds.";
    m.attr("CHUNK") = Sampler::CHUNK;
    m.def("multisets", [](int size) {
        if (size != 4 && size != 5) throw std::invalid_argument("multisets of four or five ranks");
        const Slots& slots = size == 4 ? slots4() : slots5();
        const auto columns = static_cast<std::size_t>(size);
        return nb::ndarray<nb::numpy, const std::uint8_t>(slots.ranks().data(), {slots.count(), columns}, nb::handle()).cast(nb::rv_policy::copy);
    }, "size"_a, "The 6,175 multisets of five ranks (0 = two), or 1,820 of four, in the order in which a Scale wants their strengths.");
    nb::class_<Scale>(m, "Scale")
        .def_static("five", &five_card_scale, "mixed"_a, "suited"_a, "selection"_a, "has_suited"_a, nb::rv_policy::take_ownership)
        .def_static("with_joker", &joker_scale, "mixed"_a, "suited"_a, "joker_mixed"_a, "joker_suited"_a, "has_suited"_a, nb::rv_policy::take_ownership)
        .def_static("four", &four_card_scale, "strengths"_a, nb::rv_policy::take_ownership);
    nb::class_<Job>(m, "Job")
        .def("is_possible", &Job::is_possible, nb::call_guard<nb::gil_scoped_release>())
        .def("run", &Job::run, "threads"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("start", &Job::start, "threads"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("wait", &Job::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Job::stop)
        .def_prop_ro("fraction", &Job::fraction)
        .def("counts", &counts);
    nb::class_<Question>(m, "Question")
        .def(nb::init<const Scale&, const Scale*, int, const std::vector<int>&, int, const std::vector<int>&, bool, bool>(),
             "high"_a, "low"_a.none(), "deck"_a, "board"_a, "to_come"_a, "dead"_a, "has_board"_a, "joker"_a = false, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>())
        .def("player", &Question::player, "known"_a, "missing"_a)
        .def("range", &Question::range, "holdings"_a)
        .def("job", &Question::job, "samples"_a = 0, "seed"_a = 0, nb::rv_policy::take_ownership, nb::keep_alive<0, 1>());
}

// Python's door to the solvers. Arguments are checked here and in lab/; the counting runs without the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "canberra.hpp"

namespace nb = nanobind;
using namespace solver;

namespace {

template <typename T>
using Array = nb::ndarray<T, nb::numpy, nb::c_contig, nb::device::cpu>;
template <typename T>
using Input = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

template <typename T>
Array<T> hand_over(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* held) noexcept { delete static_cast<std::vector<T>*>(held); });
    return Array<T>(kept->data(), shape, owner);
}

Deck deck_of(unsigned ranks, unsigned suits) {
    if (ranks >> RANKS || suits < 1 || suits > 4) throw std::invalid_argument("ranks: a set below 1 << 13; suits: 1 to 4");
    const Deck deck{ranks, suits};
    if (deck.cards().size() < 9) throw std::invalid_argument("a deck of nine cards at least");
    return deck;
}

// The scale of the rulebook (`Scale.spec` in Python) and the least pair, 2 to 14, with which the dealer qualifies.
class Game {
   public:
    Game(std::uint64_t spec, int qualify) : scale_(spec), rules_{scale_, scale_.least_pair(qualify)} {
        if (qualify < 2 || qualify > 14) throw std::invalid_argument("qualify: the rank of a pair, 2 to 14");
    }
    const Rules& rules() const { return rules_; }

   private:
    Scale scale_;
    Rules rules_;
};

// Tables that the solvers read, given as (prices, 10, 6) payoffs or (strategies, decisions) calls.
nb::object call_values_of(const Decisions& decisions, std::uint64_t spec, int qualify, const Input<std::int64_t>& payoffs) {
    if (payoffs.ndim() != 3 || payoffs.shape(1) != CATEGORIES || payoffs.shape(2) != RESULTS)
        throw std::invalid_argument("payoffs: shape (prices, 10, 6)");
    const std::size_t prices = payoffs.shape(0);
    const Game game(spec, qualify);
    std::vector<std::int64_t> values(prices * decisions.size());
    {
        nb::gil_scoped_release release;
        call_values(decisions, game.rules(), payoffs.data(), prices, values.data());
    }
    return nb::cast(hand_over(std::move(values), {prices, decisions.weights.size(), decisions.holdings}));
}

nb::object outcomes_of(const Decisions& decisions, std::uint64_t spec, int qualify, const Input<std::uint8_t>& called) {
    if (called.ndim() != 3 || called.shape(1) != decisions.weights.size() || called.shape(2) != decisions.holdings)
        throw std::invalid_argument("called: shape (strategies, flops, holdings)");
    const std::size_t strategies = called.shape(0);
    const Game game(spec, qualify);
    std::vector<std::int64_t> cells(strategies * CELLS);
    {
        nb::gil_scoped_release release;
        outcomes(decisions, game.rules(), called.data(), strategies, cells.data());
    }
    return nb::cast(hand_over(std::move(cells), {strategies, std::size_t{CATEGORIES}, std::size_t{RESULTS}}));
}

nb::object one_decision_of(const Input<std::uint8_t>& cards, std::uint64_t spec, int qualify, unsigned ranks,
                           unsigned suits) {
    const Deck deck = deck_of(ranks, suits);
    if (cards.ndim() != 1 || cards.size() != 5) throw std::invalid_argument("cards: two hole cards, three of the flop");
    const std::vector<std::uint8_t> own(cards.data(), cards.data() + 5);
    for (std::size_t at = 0; at < 5; ++at)
        if (own[at] > 51 || !deck.has(own[at]) || std::count(own.begin(), own.end(), own[at]) > 1)
            throw std::invalid_argument("cards: five different cards of the deck");
    const Game game(spec, qualify);
    std::vector<std::int64_t> cells(CELLS);
    {
        nb::gil_scoped_release release;
        one_decision(deck, game.rules(), own.data(), own.data() + 2, cells.data());
    }
    return nb::cast(hand_over(std::move(cells), {std::size_t{CATEGORIES}, std::size_t{RESULTS}}));
}

}  // namespace

NB_MODULE(_solver, m) {
    m.attr("__doc__") = "Exact counts for the house-banked games.";
    nb::class_<Decisions>(m, "Decisions")
        .def("__init__",
             [](Decisions* self, unsigned ranks, unsigned suits) { new (self) Decisions(deck_of(ranks, suits)); },
             nb::arg("ranks") = (1u << RANKS) - 1, nb::arg("suits") = 4)
        .def_prop_ro("weights",
                     [](const Decisions& self) {
                         return hand_over(std::vector<std::int64_t>(self.weights), {self.weights.size()});
                     },
                     nb::rv_policy::automatic)
        .def_prop_ro("flops",
                     [](const Decisions& self) {
                         return hand_over(std::vector<std::uint8_t>(self.flops), {self.weights.size(), std::size_t{3}});
                     },
                     nb::rv_policy::automatic)
        .def_prop_ro("holes",
                     [](const Decisions& self) {
                         return hand_over(std::vector<std::uint8_t>(self.holes),
                                          {self.weights.size(), self.holdings, std::size_t{2}});
                     },
                     nb::rv_policy::automatic)
        .def("call_values", &call_values_of, nb::arg("spec"), nb::arg("qualify"), nb::arg("payoffs"))
        .def("outcomes", &outcomes_of, nb::arg("spec"), nb::arg("qualify"), nb::arg("called"));
    m.def("one_decision", &one_decision_of, nb::arg("cards"), nb::arg("spec"), nb::arg("qualify"),
          nb::arg("ranks") = (1u << RANKS) - 1, nb::arg("suits") = 4);
}

// Python's door to the solvers. Arguments are checked here and in lab/; the counting runs without the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>

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

// The least strength that qualifies: a pair of that rank (0 the deuce ... 12 the ace), its kickers as low as can be.
Strength pair_of(int rank) {
    if (rank < -1 || rank > 12) throw std::invalid_argument("qualify: -1 (always) or a rank 0 to 12");
    return rank < 0 ? 0 : compose(PAIR, static_cast<unsigned>(rank));
}

std::vector<std::uint8_t> checked_cards(const Input<std::uint8_t>& cards, std::size_t width) {
    if (cards.ndim() != 2 || cards.shape(1) != width) throw std::invalid_argument("cards: rows of the right length");
    std::vector<std::uint8_t> all(cards.data(), cards.data() + cards.size());
    for (const auto card : all)
        if (card > 51) throw std::invalid_argument("cards: numbers 0 to 51");
    return all;
}

// Tables that the solvers read, given as (prices, 10, 6) payoffs or (strategies, decisions) calls.
nb::object call_values_of(const Decisions& decisions, int qualify, const Input<std::int64_t>& payoffs) {
    if (payoffs.ndim() != 3 || payoffs.shape(1) != CATEGORIES || payoffs.shape(2) != RESULTS)
        throw std::invalid_argument("payoffs: shape (prices, 10, 6)");
    const std::size_t prices = payoffs.shape(0);
    const Strength least = pair_of(qualify);
    std::vector<std::int64_t> values(prices * decisions.size());
    {
        nb::gil_scoped_release release;
        call_values(decisions, least, payoffs.data(), prices, values.data());
    }
    return nb::cast(hand_over(std::move(values), {prices, decisions.weights.size(), decisions.holdings}));
}

nb::object outcomes_of(const Decisions& decisions, int qualify, const Input<std::uint8_t>& called) {
    if (called.ndim() != 3 || called.shape(1) != decisions.weights.size() || called.shape(2) != decisions.holdings)
        throw std::invalid_argument("called: shape (strategies, flops, holdings)");
    const std::size_t strategies = called.shape(0);
    const Strength least = pair_of(qualify);
    std::vector<std::int64_t> cells(strategies * CELLS);
    {
        nb::gil_scoped_release release;
        outcomes(decisions, least, called.data(), strategies, cells.data());
    }
    return nb::cast(hand_over(std::move(cells), {strategies, std::size_t{CATEGORIES}, std::size_t{RESULTS}}));
}

nb::object one_decision_of(const Input<std::uint8_t>& cards, int qualify, unsigned ranks, unsigned suits) {
    const auto own = checked_cards(cards, 5);
    if (own.size() != 5) throw std::invalid_argument("cards: one row, two hole cards and three of the flop");
    const Deck deck = deck_of(ranks, suits);
    const Strength least = pair_of(qualify);
    std::vector<std::int64_t> cells(CELLS);
    {
        nb::gil_scoped_release release;
        one_decision(deck, least, own.data(), own.data() + 2, cells.data());
    }
    return nb::cast(hand_over(std::move(cells), {std::size_t{CATEGORIES}, std::size_t{RESULTS}}));
}

nb::object pay_classes_of(const Input<std::uint8_t>& cards) {
    const auto all = checked_cards(cards, 5);
    std::vector<std::uint8_t> classes(all.size() / 5);
    {
        nb::gil_scoped_release release;
        for (std::size_t at = 0; at < classes.size(); ++at) {
            const std::uint8_t* row = &all[at * 5];
            classes[at] = static_cast<std::uint8_t>(
                pay_class(strength(std::array<std::uint8_t, 5>{row[0], row[1], row[2], row[3], row[4]})));
        }
    }
    const std::size_t rows = classes.size();
    return nb::cast(hand_over(std::move(classes), {rows}));
}

// For each three-card holding, how many of the community pairs make each pay class.
nb::object big_raise_of(const Input<std::uint8_t>& cards, unsigned ranks, unsigned suits) {
    const auto all = checked_cards(cards, 3);
    const auto deck = deck_of(ranks, suits).cards();
    const std::size_t rows = all.size() / 3;
    std::vector<std::int64_t> counts(rows * PAY_CLASSES);
    {
        nb::gil_scoped_release release;
        for (std::size_t at = 0; at < rows; ++at) {
            const std::uint8_t* own = &all[at * 3];
            const auto free = [&](std::uint8_t card) { return card != own[0] && card != own[1] && card != own[2]; };
            for (std::size_t i = 0; i < deck.size(); ++i)
                for (std::size_t j = i + 1; free(deck[i]) && j < deck.size(); ++j)
                    if (free(deck[j]))
                        ++counts[at * PAY_CLASSES +
                                 pay_class(strength(std::array<std::uint8_t, 5>{own[0], own[1], own[2], deck[i], deck[j]}))];
        }
    }
    return nb::cast(hand_over(std::move(counts), {rows, std::size_t{PAY_CLASSES}}));
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
        .def("call_values", &call_values_of, nb::arg("qualify"), nb::arg("payoffs"))
        .def("outcomes", &outcomes_of, nb::arg("qualify"), nb::arg("called"));
    m.def("one_decision", &one_decision_of, nb::arg("cards"), nb::arg("qualify"), nb::arg("ranks") = (1u << RANKS) - 1,
          nb::arg("suits") = 4);
    m.def("pay_classes", &pay_classes_of, nb::arg("cards"));
    m.def("big_raise", &big_raise_of, nb::arg("cards"), nb::arg("ranks") = (1u << RANKS) - 1, nb::arg("suits") = 4);
}

// The Python face of the evaluator: `strength` (one hand, as fast as a call can be), `Tables` (batches and counts).

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "batch.hpp"
#include "evaluate.hpp"
#include "single.hpp"

namespace nb = nanobind;
using namespace openfelt;

namespace {

using Bytes = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Strengths = nb::ndarray<nb::numpy, uint16_t, nb::ndim<1>>;

Strengths owned(std::unique_ptr<uint16_t[]> values, size_t n) {
  uint16_t* raw = values.release();
  nb::capsule owner(raw, [](void* p) noexcept { delete[] static_cast<uint16_t*>(p); });
  return Strengths(raw, {n}, owner);
}

Strengths evaluate_batch(const Handle& handle, Bytes cards, int checks) {
  const size_t n = cards.shape(0);
  if (!handle.get().takes(cards.shape(1))) throw nb::type_error("no hands of so many cards");
  std::unique_ptr<uint16_t[]> out(new uint16_t[n]);
  Fault fault;
  {
    nb::gil_scoped_release release;
    fault = batch(handle.get(), cards.data(), n, static_cast<int>(cards.shape(1)), out.get(), checks != 0);
  }
  if (fault) throw nb::value_error(("row " + std::to_string(fault.row)).c_str());
  return owned(std::move(out), n);
}

Strengths evaluate_two_and_three(const Handle& handle, Bytes hole, Bytes board) {
  const size_t n = hole.shape(0), h = hole.shape(1), b = board.shape(1);
  if (!handle.get().five_card() || h < 2 || h > 6 || b < 3 || b > 5 || (board.shape(0) != 1 && board.shape(0) != n))
    throw nb::type_error("two of 2 to 6 hole cards go with three of 3 to 5 on the board");
  std::unique_ptr<uint16_t[]> out(new uint16_t[n]);
  Fault fault;
  {
    nb::gil_scoped_release release;
    fault = batch_two_and_three(handle.get(), hole.data(), static_cast<int>(hole.shape(1)), board.data(),
                                static_cast<int>(board.shape(1)), board.shape(0) == 1 ? 0 : static_cast<int>(board.shape(1)), n,
                                out.get());
  }
  if (fault) throw nb::value_error(("row " + std::to_string(fault.row)).c_str());
  return owned(std::move(out), n);
}

std::vector<uint64_t> histogram(const Handle& handle, int cards) {
  if (cards < 0 || !handle.get().takes(static_cast<size_t>(cards))) throw nb::value_error("no hands of so many cards");
  nb::gil_scoped_release release;
  return count_classes(handle.get(), cards);
}

std::tuple<int, std::vector<int>> unpack(const Handle& handle, int strength) {
  const auto& classes = handle.get().classes();
  if (strength < 0 || strength >= static_cast<int>(classes.size())) throw nb::index_error("no such strength");
  const Class& found = classes[strength];
  return {found.category, std::vector<int>(found.ranks.begin(), found.ranks.begin() + found.size)};
}

}  // namespace

NB_MODULE(_kernel, m) {
  // Scales are values of the package and live as long as the interpreter; at its end some may still be referred to.
  nb::set_leak_warnings(false);
  m.attr("__doc__") = "Hand strengths for every deck and order, one at a time and in batches.";
  nb::class_<Handle>(m, "Tables", "The tables of one scale, built when first used.")
      .def_ro("spec", &Handle::spec)
      .def_prop_ro("top", [](const Handle& h) { return h.get().top(); }, "The greatest strength: how many classes there are.")
      .def("unpack", &unpack, nb::arg("strength"), "The category and the ranks a strength stands for.")
      .def("batch", &evaluate_batch, nb::arg("cards"), nb::arg("checks") = 1)
      .def("batch_two_and_three", &evaluate_two_and_three, nb::arg("hole"), nb::arg("board"))
      .def("histogram", &histogram, nb::arg("cards"), "How many holdings of that many cards have each strength.");
  m.def("tables", [](uint64_t spec) { return Handle{spec}; }, nb::arg("spec"));
  m.def("instructions", &instructions, "The instruction set that batches use on this machine.");
  add_single(m);
}

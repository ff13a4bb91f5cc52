// Python's door to the independent chip model. lab/icm.py chooses the nodes; the summing runs without the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>
#include <vector>

#include "icm.hpp"

namespace nb = nanobind;

namespace {

using Array = nb::ndarray<double, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Input = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object equities_at(const Input& shares, const Input& prizes, const Input& times, const Input& weights) {
    if (prizes.size() < 1 || prizes.size() > shares.size())
        throw std::invalid_argument("prizes: at least one, and not more than players");
    if (times.size() != weights.size()) throw std::invalid_argument("times and weights: as many of each");
    auto* kept = new std::vector<double>(shares.size(), 0.0);
    nb::capsule owner(kept, [](void* held) noexcept { delete static_cast<std::vector<double>*>(held); });
    {
        nb::gil_scoped_release release;
        icm::Field field(shares.data(), shares.size(), prizes.data(), prizes.size());
        for (std::size_t at = 0; at < times.size(); ++at) field.add(times.data()[at], weights.data()[at], kept->data());
    }
    return nb::cast(Array(kept->data(), {kept->size()}, owner));
}

}  // namespace

NB_MODULE(_icm, m) {
    m.attr("__doc__") = "Prize equities of a field by the independent chip model, summed over given times.";
    m.def("equities_at", &equities_at, nb::arg("shares"), nb::arg("prizes"), nb::arg("times"), nb::arg("weights"));
}

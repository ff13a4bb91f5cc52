#include <nanobind/nanobind.h>

NB_MODULE(_solver, m) { m.attr("__doc__") = "openfelt solver kernel"; }

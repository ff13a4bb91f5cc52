#include <nanobind/nanobind.h>

NB_MODULE(_equity, m) { m.attr("__doc__") = "openfelt equity kernel"; }

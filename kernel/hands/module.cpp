#include <nanobind/nanobind.h>

NB_MODULE(_kernel, m) { m.attr("__doc__") = "openfelt hands kernel"; }

// `strength(scale, hole, board=(), *, selection=...)`: one hand per call, through the plain C interface, because a call from
// Python costs more than the evaluation. Every card is checked; what is refused is explained by the Python side.

#pragma once

#include <nanobind/nanobind.h>

#include <cstring>

#include "evaluate.hpp"

namespace openfelt {

namespace nb = nanobind;

// A scale's tables, built when first asked for, so that importing the package builds none.
struct Handle {
  uint64_t spec;
  mutable const Tables* ready = nullptr;
  const Tables& get() const {
    if (!ready) ready = &tables(spec);
    return *ready;
  }
};

namespace single {

// The scale of the last call: asking the same table again needs no attribute look-up. Holds a reference.
inline PyObject* last_scale = nullptr;
inline const Tables* last_tables = nullptr;
inline PyObject* refuse = nullptr;         // openfelt.hands.values.refuse, which raises
inline PyObject* two_and_three = nullptr;  // Selection.TWO_AND_THREE
inline PyObject* own_five = nullptr;       // Selection.OWN_FIVE
inline PyObject* any_five = nullptr;       // Selection.ANY_FIVE, also when no rule is named
inline PyObject* kernel_name = nullptr;
inline PyObject* selection_name = nullptr;
inline PyObject* board_name = nullptr;

inline const Tables* tables_of(PyObject* scale) {
  if (scale == last_scale) return last_tables;
  PyObject* attribute = PyObject_GetAttr(scale, kernel_name);
  if (!attribute) {
    PyErr_SetString(PyExc_TypeError, "the first argument must be a Scale");
    return nullptr;
  }
  Handle* handle = nullptr;
  if (!nb::try_cast(nb::handle(attribute), handle) || !handle) {
    Py_DECREF(attribute);
    PyErr_SetString(PyExc_TypeError, "the first argument must be a Scale");
    return nullptr;
  }
  try {
    last_tables = &handle->get();
  } catch (const std::exception& fault) {
    Py_DECREF(attribute);
    PyErr_SetString(PyExc_RuntimeError, fault.what());
    return nullptr;
  }
  Py_DECREF(attribute);
  Py_INCREF(scale);
  Py_XSETREF(last_scale, scale);
  return last_tables;
}

// Reads cards into `out`, at most 16; -1 if something is not a whole number or there are too many.
inline int read_cards(PyObject* several, uint8_t* out) {
  PyObject** items;
  Py_ssize_t n;
  if (PyTuple_Check(several)) {
    n = PyTuple_GET_SIZE(several);
    items = &PyTuple_GET_ITEM(several, 0);
  } else if (PyList_Check(several)) {
    n = PyList_GET_SIZE(several);
    items = reinterpret_cast<PyListObject*>(several)->ob_item;
  } else {
    return -1;
  }
  if (n > 16) return -1;
  for (Py_ssize_t i = 0; i < n; ++i) {
    if (!PyLong_Check(items[i])) return -1;
    const long number = PyLong_AsLong(items[i]);
    if (number < 0 || number > JOKER) {
      PyErr_Clear();
      return -1;
    }
    out[i] = static_cast<uint8_t>(number);
  }
  return static_cast<int>(n);
}

inline PyObject* refused(PyObject* scale, PyObject* hole, PyObject* board, PyObject* selection) {
  if (PyErr_Occurred()) return nullptr;
  PyObject* no_board = PyTuple_New(0);
  if (!no_board) return nullptr;
  PyObject* given[] = {scale, hole, board ? board : no_board, selection ? selection : any_five};
  PyObject* result = PyObject_Vectorcall(refuse, given, 4, nullptr);
  Py_DECREF(no_board);
  if (!result) return nullptr;
  Py_DECREF(result);
  PyErr_SetString(PyExc_SystemError, "the kernel refused a hand that the package accepts");
  return nullptr;
}

inline PyObject* strength(PyObject*, PyObject* const* args, Py_ssize_t nargs, PyObject* names) {
  PyObject* board = nargs > 2 ? args[2] : nullptr;
  PyObject* selection = nullptr;
  for (Py_ssize_t i = 0, n = names ? PyTuple_GET_SIZE(names) : 0; i < n; ++i) {
    PyObject* name = PyTuple_GET_ITEM(names, i);
    if (name == selection_name || PyUnicode_Compare(name, selection_name) == 0) {
      selection = args[nargs + i];
    } else if (nargs == 2 && PyUnicode_Compare(name, board_name) == 0) {
      board = args[nargs + i];
    } else {
      return PyErr_Format(PyExc_TypeError, "strength() got an unexpected keyword argument %R", name);
    }
  }
  if (nargs < 2 || nargs > 3) {
    PyErr_SetString(PyExc_TypeError, "strength(scale, hole, board=(), *, selection=Selection.ANY_FIVE)");
    return nullptr;
  }
  PyObject* scale = args[0];
  PyObject* hole = args[1];
  const Tables* t = tables_of(scale);
  if (!t) return nullptr;
  if (selection && selection != any_five && selection != own_five && selection != two_and_three)
    return refused(scale, hole, board, selection);
  uint8_t cards[32];
  const int own = read_cards(hole, cards);
  const int common = own < 0 ? -1 : board ? read_cards(board, cards + own) : 0;
  if (own < 0 || common < 0) return refused(scale, hole, board, selection);
  const int n = own + common;
  const uint64_t deck = t->deck();
  uint64_t seen = 0;
  for (int i = 0; i < n; ++i) seen |= uint64_t{1} << cards[i];
  bool good = std::popcount(seen) == n && (seen & ~deck) == 0;
  uint16_t found = 0;
  if (selection == two_and_three) {
    good = good && t->five_card() && own >= 2 && own <= 6 && common >= 3 && common <= 5;
    if (good) found = t->two_and_three(cards, own, cards + own, common);
  } else {
    good = good && t->takes(static_cast<size_t>(n)) && common <= 5 && (selection != own_five || n <= 5);
    if (good) found = t->strength(cards, n);
  }
  if (!good) return refused(scale, hole, board, selection);
  return PyLong_FromLong(found);
}

inline PyObject* bind(PyObject*, PyObject* const* args, Py_ssize_t nargs) {
  if (nargs != 4) {
    PyErr_SetString(PyExc_TypeError, "bind(refuse, own_five, any_five, two_and_three)");
    return nullptr;
  }
  for (auto [slot, value] : {std::pair{&refuse, args[0]}, {&own_five, args[1]}, {&any_five, args[2]}, {&two_and_three, args[3]}}) {
    Py_INCREF(value);
    Py_XSETREF(*slot, value);
  }
  Py_RETURN_NONE;
}

inline PyMethodDef methods[] = {
    {"strength", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&strength)), METH_FASTCALL | METH_KEYWORDS,
     "strength(scale, hole, board=(), *, selection=Selection.ANY_FIVE)\n\nHow strong the best hand is; greater wins, 0 is no hand."},
    {"bind", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&bind)), METH_FASTCALL,
     "Tell the kernel who explains a refusal, and the selection rules by identity."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace single

// At exit: let go of everything kept between calls.
inline void forget() {
  single::last_tables = nullptr;
  for (PyObject** slot : {&single::last_scale, &single::refuse, &single::own_five, &single::any_five, &single::two_and_three}) Py_CLEAR(*slot);
}

inline void add_single(nb::module_& m) {
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&forget));
  single::kernel_name = PyUnicode_InternFromString("kernel");
  single::selection_name = PyUnicode_InternFromString("selection");
  single::board_name = PyUnicode_InternFromString("board");
  if (PyModule_AddFunctions(m.ptr(), single::methods) != 0) throw nb::python_error();
}

}  // namespace openfelt

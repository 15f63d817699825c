#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// Each function adds a part of the module.
void BindRules(nanobind::module_& module);
void BindResults(nanobind::module_& module);
void BindNetwork(nanobind::module_& module);
void BindSearch(nanobind::module_& module);
void BindRecords(nanobind::module_& module);
void BindVectorEnv(nanobind::module_& module);

/// Rules, given as such or by their name.
using RulesOrName = std::variant<std::shared_ptr<Rules>, std::string>;
/// Returns the rules. Throws Error if there are none of that name.
std::shared_ptr<Rules> ToRules(const RulesOrName& words);

using MoveOrText = std::variant<Move, std::string>;
/// Returns a move, given as such or as text. Throws Error if it is not legal.
Move ToLegalMove(const Game& game, const MoveOrText& word);

/// A whole number from Python. One that int64_t cannot hold is the nearest that it can, so that the
/// callee's check of its range refuses it.
struct Whole {
  int64_t value = 0;
  uint64_t bits = 0;  // the number modulo 2^64
};

/// Returns `number`. Throws Error, which begins with `name`, unless it lies in [least, most].
int CheckRange(const char* name, Whole number, int least, int most);

/// Long work: while it exists, the interpreter's lock is released, so that other threads run.
class LongCall {
 public:
  /// To be called often. Every 50 ms lets Python handle its signals, and throws what a handler
  /// raised, such as KeyboardInterrupt.
  void HearSignals() {
    if (Clock::now() - last_ < std::chrono::milliseconds(50)) return;
    const nanobind::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  nanobind::gil_scoped_release released_;
  Clock::time_point last_ = Clock::now();
};

/// Returns a NumPy array of this shape that owns `values`.
template <typename T>
nanobind::ndarray<nanobind::numpy, T> ToNumpy(std::vector<T> values,
                                              const std::vector<size_t>& shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::ndarray<nanobind::numpy, T>(owned->data(), shape.size(), shape.data(), owner);
}

/// Lets the objects of a class be pickled, and thereby copied. `save` returns the state of an
/// object as a std::tuple; `load` makes an equal object of a state, and throws Error if it is not
/// one. The attributes of subclasses are kept.
template <typename T, typename Save, typename Load>
void AddPickling(nanobind::class_<T>& type, Save save, Load load) {
  using State = std::pair<decltype(save(std::declval<const T&>())), nanobind::object>;
  type.def(
      "__getstate__",
      [save](const T& self) {
        return State(save(self),
                     nanobind::getattr(nanobind::find(self), "__dict__", nanobind::none()));
      },
      nanobind::sig("def __getstate__(self) -> tuple[typing.Any, typing.Any]"));
  type.def(
      "__setstate__",
      [load](nanobind::pointer_and_handle<T> self, const State& state) {
        if (!state.second.is_none()) self.h.attr("__dict__").attr("update")(state.second);
        new (self.p) T(load(state.first));
      },
      nanobind::sig("def __setstate__(self, state: tuple[typing.Any, typing.Any], /) -> None"));
}

/// Compares the objects of a class by `same`, and with no others. Without `hash` they have none, as
/// objects that change must.
template <typename T, typename Same>
void AddEquality(nanobind::class_<T>& type, Same same) {
  type.def("__eq__", same, nanobind::is_operator(),
           nanobind::sig("def __eq__(self, other: object, /) -> bool"));
  type.attr("__hash__") = nanobind::none();
}
template <typename T, typename Same, typename Hash>
void AddEquality(nanobind::class_<T>& type, Same same, Hash hash) {
  AddEquality(type, same);
  type.def("__hash__", hash);
}

}  // namespace raichi

template <>
struct nanobind::detail::type_caster<raichi::Whole> {
  NB_TYPE_CASTER(raichi::Whole, const_name("int"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    const object index = steal(PyNumber_Index(source.ptr()));
    if (!index.is_valid()) {
      PyErr_Clear();
      return false;
    }
    using Limits = std::numeric_limits<int64_t>;
    int overflow = 0;
    value.value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0) value.value = overflow < 0 ? Limits::min() : Limits::max();
    value.bits = PyLong_AsUnsignedLongLongMask(index.ptr());
    return true;
  }
};

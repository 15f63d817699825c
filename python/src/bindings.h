#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// Each function adds a part of the module.
void BindRules(nanobind::module_& module);
void BindSearch(nanobind::module_& module);
void BindRecords(nanobind::module_& module);

using MoveOrText = std::variant<Move, std::string>;
/// Returns a move, given as such or as text. Throws Error if it is not legal.
Move ToLegalMove(const Game& game, const MoveOrText& word);

/// Returns a NumPy array of this shape that owns `values`.
template <typename T>
nanobind::ndarray<nanobind::numpy, T> ToNumpy(std::vector<T> values,
                                              std::initializer_list<size_t> shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::ndarray<nanobind::numpy, T>(owned->data(), shape, owner);
}

}  // namespace raichi

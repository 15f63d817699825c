#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

namespace raichi {

/// Each function adds a part of the module.
void BindRules(nanobind::module_& module);
void BindSearch(nanobind::module_& module);
void BindRecords(nanobind::module_& module);

/// Returns a NumPy array of this shape that owns `values`.
template <typename T>
nanobind::ndarray<nanobind::numpy, T> ToNumpy(std::vector<T> values,
                                              std::initializer_list<size_t> shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::ndarray<nanobind::numpy, T>(owned->data(), shape, owner);
}

}  // namespace raichi

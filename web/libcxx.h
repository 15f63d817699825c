// The parts of C++20 that the page uses and that the C++ library of Emscripten 3.1 lacks.
// The web build includes this before every source (CMakeLists.txt). Empty with a newer library.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <version>

#ifndef __cpp_lib_bit_cast
namespace std {
template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
}  // namespace std
#endif

#if _LIBCPP_VERSION < 15000
namespace std::ranges {
/// A function that applies `projection` to both of its arguments and compares the results.
template <typename Compare, typename Projection>
constexpr auto Projected(Compare& compare, Projection& projection) {
  return [&](const auto& a, const auto& b) {
    return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
  };
}

template <typename Range, typename Value, typename Projection = std::identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](const auto& item) { return std::invoke(projection, item) == value; });
}
template <typename Range, typename Predicate>
constexpr auto find_if(Range&& range, Predicate predicate) {
  return std::find_if(std::begin(range), std::end(range), predicate);
}
template <typename Range, typename Predicate>
constexpr auto count_if(Range&& range, Predicate predicate) {
  return std::count_if(std::begin(range), std::end(range), predicate);
}
template <typename Range, typename Predicate>
constexpr bool any_of(Range&& range, Predicate predicate) {
  return std::any_of(std::begin(range), std::end(range), predicate);
}
template <typename A, typename B>
constexpr bool equal(A&& a, B&& b) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
template <typename Range, typename Compare = std::less<>, typename Projection = std::identity>
constexpr void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), Projected(compare, projection));
}
template <typename Range, typename Compare = std::less<>, typename Projection = std::identity>
constexpr void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), Projected(compare, projection));
}
template <typename Range, typename Compare = std::less<>, typename Projection = std::identity>
constexpr auto min_element(Range&& range, Compare compare = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), Projected(compare, projection));
}
}  // namespace std::ranges
#endif

#pragma once

#include <span>
#include <string_view>

namespace raichi {

/// A strength of play by name: the visits per move of a model's search.
struct Level {
  const char* name;
  int visits;
  int elo;  // of models/linnaeus, where `random` has 0 (docs/ratings.md)
};

/// The levels of `raichi play` and of the page in the browser, weakest first.
std::span<const Level> Levels();

/// The level of somebody who chooses none.
inline constexpr std::string_view kDefaultLevel = "casual";

}  // namespace raichi

#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace raichi {

/// Returns the plural of an English noun: `games`, `plies`, `matches`. Only for nouns that end like
/// these.
inline std::string Plural(std::string_view noun) {
  if (noun.ends_with('y')) return std::string(noun.substr(0, noun.size() - 1)) + "ies";
  return std::string(noun) + (noun.ends_with("ch") ? "es" : "s");
}

/// Returns a count with its noun: `1 game`, `2 games`, `0 games`.
std::string Counted(std::integral auto count, std::string_view noun) {
  return std::to_string(count) + ' ' + (count == 1 ? std::string(noun) : Plural(noun));
}

}  // namespace raichi

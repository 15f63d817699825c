#include "selfplay/records/numbered.h"

#include <algorithm>
#include <cstdio>

namespace raichi {

std::string NumberedName(int model) {
  char text[16];
  std::snprintf(text, sizeof text, "%06d", model);
  return text;
}

std::optional<int> ParseNumberedName(const std::string& name) {
  const bool digits =
      name.size() == 6 && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? std::optional(std::stoi(name)) : std::nullopt;
}

}  // namespace raichi

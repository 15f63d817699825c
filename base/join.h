#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace raichi {

/// Returns the texts of the items, with `separator` between them. `text` converts an item to a
/// text; without it, the items themselves must be texts.
template <typename Items, typename Text = std::identity>
std::string Join(const Items& items, std::string_view separator, Text text = {}) {
  std::string joined;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) joined += separator;
    is_first = false;
    joined += std::invoke(text, item);
  }
  return joined;
}

}  // namespace raichi

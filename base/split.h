#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// Splits a text at each character of `separators` that is not inside brackets, braces or quotes.
std::vector<std::string> SplitOutside(std::string_view text, std::string_view separators);

}  // namespace raichi

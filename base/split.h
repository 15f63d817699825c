#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// The parts of a text between characters of `separators` outside brackets, braces and quotes.
std::vector<std::string> SplitOutside(std::string_view text, std::string_view separators);

}  // namespace raichi

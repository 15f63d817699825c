#pragma once

#include <span>
#include <string>
#include <string_view>

namespace raichi {

/// Whether `text` is UTF-8 without control characters; `white` lets tabs and line ends through.
bool IsCleanText(std::string_view text, bool white);
/// Runs of white space become one blank, those at the ends nothing.
std::string FoldWhite(std::string_view text);
/// `, did you mean 'X'?` for the nearest of `words` if it is near, else `; expected one of …`.
std::string Suggestion(std::string_view word, std::span<const std::string_view> words);

}  // namespace raichi

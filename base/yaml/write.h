#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace raichi {

/// Whether `text` is UTF-8 without control characters. With `white`, tabs and line ends are
/// allowed.
bool IsCleanText(std::string_view text, bool white);
/// Whether YAML reads this text, without quotes, as null.
bool IsYamlNull(std::string_view text);
/// Replaces each run of white space by one blank and removes white space at both ends.
std::string FoldWhite(std::string_view text);
/// The fewest edits that turn a into b, where an edit inserts, deletes or replaces a character or
/// swaps two neighbours, and no character is edited twice (optimal string alignment).
size_t EditDistance(std::string_view a, std::string_view b);
/// Returns `, did you mean 'X'?` with the word that is spelled most similarly, or an empty text if
/// none is similar.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> words);
/// The end of an error about an unknown word: `, did you mean 'X'?` if one of `words` is spelled
/// similarly, else `; expected one of …`.
std::string Suggestion(std::string_view word, std::span<const std::string_view> words);

}  // namespace raichi

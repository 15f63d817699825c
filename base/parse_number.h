#pragma once

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace raichi {

/// Reads a decimal number at the beginning of `text` and removes it. Returns nothing, and leaves
/// `text`, if there is none or it is not from `least` to `most`. These must be finite, so infinity
/// and NaN are no numbers. Neither does a number begin with a plus sign.
template <typename Number>
std::optional<Number> TakeNumber(std::string_view* text,
                                 Number least = std::numeric_limits<Number>::lowest(),
                                 Number most = std::numeric_limits<Number>::max()) {
  Number number{};
  const char* const begin = text->data();
  const auto [rest, error] = std::from_chars(begin, begin + text->size(), number);
  if (error != std::errc() || !(number >= least && number <= most)) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(rest - begin));
  return number;
}

/// Returns the number that is all of `text`, as TakeNumber reads it, or nothing.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text,
                                  Number least = std::numeric_limits<Number>::lowest(),
                                  Number most = std::numeric_limits<Number>::max()) {
  const std::optional<Number> number = TakeNumber(&text, least, most);
  return text.empty() ? number : std::nullopt;
}

}  // namespace raichi

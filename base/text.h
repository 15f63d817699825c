#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace raichi {

/// A character of a text in UTF-8 and the number of its bytes.
struct Character {
  char32_t code = 0;
  size_t length = 0;
};

/// Returns the character at the start of `text`, which is not empty. Its length is 0 if there is no
/// valid one (RFC 3629).
Character FirstCharacter(std::string_view text);
bool IsUtf8(std::string_view text);
/// Whether a character is not seen as itself: a control character, of which terminals obey some; a
/// line or paragraph separator; one without width; or one that changes the direction of a line.
bool IsHidden(char32_t code);

/// Returns text of anyone as it is shown on terminals and kept in logs and records: a hidden
/// character as `\xHH`, `\uHHHH` or `\UHHHHHHHH`, and a byte that is not UTF-8 as `\xHH`. Tabs and
/// ends of lines stay.
std::string Visible(std::string_view text);
/// The same, on one line: the end of a line becomes `\n`. For names, messages and lines of tables.
std::string VisibleLine(std::string_view text);

/// Returns arbitrary bytes as UTF-8. Different bytes become different texts: a byte that is not
/// UTF-8 becomes `\xHH`, and a backslash that begins such a word already becomes `\x5C`. Other text
/// stays as it is.
std::string EscapeBytes(std::string_view bytes);
/// Returns the bytes that EscapeBytes made into `text`.
std::string UnescapeBytes(std::string_view text);

/// Returns arbitrary bytes in single quotes, for an error message. Replaces bytes other than
/// printable ASCII by '?', and everything after the first 80 bytes by an ellipsis.
std::string QuoteForError(std::string_view text);

/// Returns a text in double quotes, escaped for YAML and JSON. The text must have no control
/// characters.
std::string QuoteYaml(std::string_view text);

/// Returns a word of a command line, quoted for a POSIX shell if it needs quotes.
std::string QuoteForShell(const std::string& word);

/// Returns the text with the letters A to Z in lower case.
inline std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// Splits a text at each character of `separators` that is not inside brackets, braces or quotes.
std::vector<std::string> SplitOutside(std::string_view text, std::string_view separators);

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

/// A share in [0, 1] as a whole percentage; a half is rounded up, as the pages do.
inline int WholePercent(double share) { return static_cast<int>(std::lround(100 * share)); }

/// Whether a file that begins so is an ONNX network.
bool IsOnnx(std::string_view beginning);

/// Names what a file of another format holds, by the first bytes of its content, for an error about
/// a file that is not what was expected: `an ONNX network`, `an HTML page, as servers send in place
/// of a file`, `text`. Returns an empty text if the content is empty or of no known format.
std::string NameContent(std::string_view beginning);

}  // namespace raichi

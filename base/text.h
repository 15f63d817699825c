#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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

}  // namespace raichi

#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// Returns arbitrary bytes in single quotes, for an error message. Replaces bytes other than
/// printable ASCII by '?', and everything after the first 80 bytes by an ellipsis.
std::string QuoteForError(std::string_view text);

/// Returns a text in double quotes, escaped for YAML and JSON. The text must have no control
/// characters.
std::string QuoteYaml(std::string_view text);

/// Returns a word of a command line, quoted for a POSIX shell if it needs quotes.
std::string QuoteForShell(const std::string& word);

}  // namespace raichi

#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace raichi {

/// Whether a stream is a terminal that understands escape sequences.
bool IsTerminal(std::FILE* stream);
/// Whether a stream goes to another program.
bool IsPipe(std::FILE* stream);
/// Whether output to a stream should be coloured (https://no-color.org).
bool WantsColour(std::FILE* stream);
/// Whether the locale of the environment uses UTF-8.
bool WritesUtf8();
/// Returns the number of columns of the terminal, or 80 if it is unknown.
int TerminalWidth(std::FILE* stream);
/// Returns the number of columns for prose: those of the terminal, at least 40 and at most 100, or
/// `otherwise` if the stream is no terminal.
size_t ProseWidth(std::FILE* stream, size_t otherwise = std::string::npos);
/// Returns the number of characters of a text in UTF-8.
size_t CountCharacters(std::string_view text);
/// Breaks the lines of a text between words, so that they have at most `columns` characters. Only a
/// longer word exceeds them. `indent` blanks precede the lines that this adds.
std::string Wrap(std::string_view text, size_t columns, size_t indent = 0);

}  // namespace raichi

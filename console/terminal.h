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
/// Returns the text with its control characters, except line breaks and tabs, replaced by question
/// marks. Text from files may contain them, and a terminal would obey them.
std::string Visible(std::string_view text);

}  // namespace raichi

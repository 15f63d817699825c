#pragma once

#include <cstdio>

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

}  // namespace raichi

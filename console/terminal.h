#pragma once

#include <cstdio>

namespace raichi {

/// Whether a stream is a terminal that understands escape sequences.
bool IsTerminal(std::FILE* stream);
/// Whether colours are wanted there (https://no-color.org).
bool WantsColour(std::FILE* stream);
/// Whether the locale of the environment writes UTF-8.
bool WritesUtf8();
/// Columns of the terminal, 80 where unknown.
int TerminalWidth(std::FILE* stream);

}  // namespace raichi

#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// Text of any bytes in single quotes, for an error: others than printable ASCII become '?', and
/// all beyond 80 bytes an ellipsis.
std::string QuoteForError(std::string_view text);

/// Text without control characters in double quotes, as YAML and JSON read it.
std::string QuoteYaml(std::string_view text);

}  // namespace raichi

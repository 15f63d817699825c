#include "base/quote.h"

namespace raichi {

std::string QuoteForError(std::string_view text) {
  constexpr size_t kShown = 80;
  std::string shown = "'";
  for (const char c : text.substr(0, kShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kShown) shown += "…";
  return shown + "'";
}

std::string QuoteYaml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace raichi

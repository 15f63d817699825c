#include "base/quote.h"

#include <algorithm>
#include <cctype>

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

std::string QuoteForShell(const std::string& word) {
  const auto needs_quotes = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 &&
           std::string_view("_-./=:,@%+").find(c) == std::string_view::npos;
  };
  if (!word.empty() && !std::ranges::any_of(word, needs_quotes)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace raichi

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>
#include <string_view>

#include "app/ablate/plan.h"

namespace raichi {
namespace {

/// Returns the word quoted for a shell, where it needs quotes.
std::string Quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./=:,@%+").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string CommandLine() {
  std::ifstream file("/proc/self/cmdline");
  std::string line = "raichi", word;
  std::getline(file, word, '\0');  // the path of this program
  while (std::getline(file, word, '\0')) line += " " + Quoted(word);
  return line;
}

}  // namespace raichi

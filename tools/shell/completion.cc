#include "tools/shell/completion.h"

#include <algorithm>

namespace raichi {
namespace {

/// The name of a value that is a file or folder, such as `FILE`, begins with one of these.
constexpr const char* kFileWords[] = {"FILE", "DIR", "PATH", "FOLDER", "RUN"};

}  // namespace

Completes CompletionOf(const OptionInfo& option) {
  if (!option.words.empty()) return Completes::kWords;
  const std::string& name = option.names.back();
  if (option.value.starts_with("RULES") || option.help.starts_with("Rule set")) {
    return Completes::kRules;
  }
  if (option.value.starts_with("PLAYER")) return Completes::kPlayers;
  if (option.value.starts_with("MODEL")) return Completes::kModels;
  if (name == "command") return Completes::kCommands;
  const bool is_file = std::ranges::any_of(
      kFileWords, [&](const char* word) { return option.value.starts_with(word); });
  return option.is_positional || is_file ? Completes::kFiles : Completes::kNothing;
}

std::vector<std::string> FlagsOf(const CommandInfo& command) {
  std::vector<std::string> flags;
  for (const OptionInfo& option : command.options) {
    if (!option.is_positional) flags.insert(flags.end(), option.names.begin(), option.names.end());
  }
  return flags;
}

std::string ShortHelp(const std::string& help) {
  const size_t end = std::min({help.find(" ("), help.find(';'), help.size()});
  return help.substr(0, end);
}

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace raichi

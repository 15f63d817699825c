#include "tools/shell/completion.h"

#include <algorithm>

namespace raichi {

Completes CompletionOf(const OptionInfo& option) {
  if (!option.words.empty()) return Completes::kWords;
  const std::string& name = option.names.back();
  if (option.value.starts_with("RULES") || option.help.starts_with("Rule set")) {
    return Completes::kRules;
  }
  if (option.value.starts_with("PLAYER")) return Completes::kPlayers;
  if (option.value.starts_with("MODEL")) return Completes::kModels;
  if (name == "command") return Completes::kCommands;
  for (const char* value : {"N", "X", "S", "K", "GB", "POSITION", "MOVES", "LEVEL", "NAME", "PORT",
                            "HOST", "REASON", "ELO0,ELO1", "RECORD"}) {
    if (option.value == value) return Completes::kNothing;
  }
  return Completes::kFiles;
}

std::vector<std::string> FlagsOf(const CommandInfo& command) {
  std::vector<std::string> flags;
  for (const OptionInfo& option : command.options) {
    if (!option.is_positional) flags.insert(flags.end(), option.names.begin(), option.names.end());
  }
  return flags;
}

std::string ShortHelp(const std::string& help) {
  const size_t end = std::min({help.find(" ("), help.find(';'), help.find(": "), help.size()});
  return help.substr(0, end);
}

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace raichi

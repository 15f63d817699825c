#include <spdlog/fmt/fmt.h>

#include "base/join.h"
#include "tools/shell/completion.h"

namespace raichi {
namespace {

/// Begins the script. `__raichi_is_command` succeeds if its argument is the command on the line
/// before the cursor, or is empty and there is no command yet.
constexpr char kFishFunctions[] =
    R"fish(# Completion of raichi for fish, written by 'raichi completion fish'.
function __raichi_is_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case --log-level
                set -e words[1]
            case '-*'
            case '*'
                test "$words[1]" = "$argv[1]"
                return
        end
        set -e words[1]
    end
    test -z "$argv[1]"
end
complete -c raichi -f
)fish";

/// Returns `text` in single quotes of fish, in which a backslash quotes a quote or itself.
std::string FishQuoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// Returns the flags by which `complete` offers values.
std::string ValuesFor(const OptionInfo& option) {
  switch (CompletionOf(option)) {
    case Completes::kWords:
      return " -f -a " + FishQuoted(Join(option.words, " "));
    case Completes::kRules:
      return " -F -a '(raichi rules --names)'";
    case Completes::kPlayers:
      return " -F -a '(raichi completion --player-words)'";
    case Completes::kModels:
      return " -F -a '(raichi completion --models)'";
    case Completes::kCommands:
      return " -f -a \"$__raichi_commands\"";
    case Completes::kFiles:
      return " -F";
    case Completes::kNothing:
      break;
  }
  return " -f";
}

/// Returns the line of an option; `condition` says where it may stand.
std::string LineOf(const std::string& condition, const OptionInfo& option) {
  std::string line = "complete -c raichi" + condition;
  if (!option.is_positional) {
    for (const std::string& name : option.names) {
      line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (option.has_value()) line += " -r";
    line += " -d " + FishQuoted(ShortHelp(option.help));
  }
  return line + (option.has_value() ? ValuesFor(option) : "") + "\n";
}

}  // namespace

std::string FishCompletion(const std::vector<CommandInfo>& commands) {
  std::vector<std::string> names;
  std::string lines;
  for (const CommandInfo& command : commands) {
    const std::string condition =
        command.is_program() ? "" : " -n '__raichi_is_command " + command.name + "'";
    if (!command.is_program()) {
      names.push_back(command.name);
      lines += fmt::format("complete -c raichi -n \"__raichi_is_command ''\" -a {} -d {}\n",
                           command.name, FishQuoted(command.help));
    }
    for (const OptionInfo& option : command.options) lines += LineOf(condition, option);
  }
  return kFishFunctions + ("set -g __raichi_commands " + Join(names, " ")) + "\n" + lines;
}

}  // namespace raichi

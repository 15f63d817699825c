#include <spdlog/fmt/fmt.h>

#include "base/join.h"
#include "tools/shell/completion.h"

namespace raichi {
namespace {

/// {0}: the shared options, {1}: the commands with their help, {2}: a case for each command.
constexpr char kZshScript[] = R"sh(#compdef raichi
# Completion of raichi for zsh, written by 'raichi completion zsh'.
_raichi_rules() {{
  local -a names
  names=($(raichi rules --names 2>/dev/null))
  compadd -a names
  _files
}}
_raichi_names_and_files() {{
  local -a names
  names=($(raichi completion $1 2>/dev/null))
  compadd -a names
  _files
}}
_raichi_players() {{ _raichi_names_and_files --player-words }}
_raichi_models() {{ _raichi_names_and_files --models }}
_raichi_commands() {{
  local -a commands
  commands=(
{1}  )
  _describe command commands
}}
_raichi() {{
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C {0} '1: :_raichi_commands' '*:: :->argument'
  [[ $state == argument ]] || return
  case $line[1] in
{2}  esac
}}
_raichi "$@"
)sh";

/// Escapes what is special inside the brackets and between the colons of a specification.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string ActionFor(const OptionInfo& option) {
  switch (CompletionOf(option)) {
    case Completes::kWords:
      return "(" + Join(option.words, " ") + ")";
    case Completes::kRules:
      return "_raichi_rules";
    case Completes::kPlayers:
      return "_raichi_players";
    case Completes::kModels:
      return "_raichi_models";
    case Completes::kCommands:
      return "_raichi_commands";
    case Completes::kFiles:
      return "_files";
    case Completes::kNothing:
      break;
  }
  return " ";
}

/// Returns the specification of an option for _arguments, or of each of its names.
std::string Specification(const OptionInfo& option) {
  const std::string value =
      option.has_value()
          ? ":" + Escaped(option.value.empty() ? option.names.back() : option.value) + ":" +
                ActionFor(option)
          : "";
  if (option.is_positional) return " " + Quoted((option.is_list ? "*" : "") + value);
  std::string text;
  for (const std::string& name : option.names) {
    const std::string others = option.is_list ? "*" : "(" + Join(option.names, " ") + ")";
    text += " " + Quoted(others + name + "[" + Escaped(ShortHelp(option.help)) + "]" + value);
  }
  return text;
}

std::string Specifications(const CommandInfo& command) {
  std::string text;
  for (const OptionInfo& option : command.options) text += Specification(option);
  return text;
}

}  // namespace

std::string ZshCompletion(const std::vector<CommandInfo>& commands) {
  std::string names, cases, shared;
  for (const OptionInfo& option : commands.front().options) {
    const std::string& name = option.names.back();
    if (name != "--help" && name != "--version") shared += Specification(option);
  }
  for (const CommandInfo& command : commands) {
    if (command.is_program()) continue;
    names += "    " + Quoted(command.name + ":" + Escaped(command.help)) + "\n";
    cases +=
        fmt::format("    {}) _arguments{}{} ;;\n", command.name, Specifications(command), shared);
  }
  return fmt::format(kZshScript, Specifications(commands.front()), names, cases);
}

}  // namespace raichi

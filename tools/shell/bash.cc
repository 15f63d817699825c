#include <spdlog/fmt/fmt.h>

#include "base/join.h"
#include "tools/shell/completion.h"

namespace raichi {
namespace {

/// {0}: all commands, {1}: the shared options, {2}: a case for each option with a value, {3}: a
/// case for each command.
constexpr char kBashScript[] =
    R"sh(# Completion of raichi for bash, written by 'raichi completion bash'.
_raichi_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }}
_raichi_rules() {{ _raichi_words "$(raichi rules --names 2>/dev/null)"; }}
_raichi_files() {{ compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word"); }}
_raichi_names_and_files() {{
  _raichi_files
  COMPREPLY+=($(compgen -W "$(raichi completion "$1" 2>/dev/null)" -- "$word"))
}}
_raichi() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command='' i
  local commands='{0}' options='{1}' value=_raichi_files
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      --log-level) ((++i)) ;;
      -*) ;;
      *) command=${{COMP_WORDS[i]}} && break ;;
    esac
  done
  COMPREPLY=()
  case $command,$before in
{2}  esac
  case $command in
    '') value='_raichi_words "$commands"' ;;
{3}  esac
  if [[ $word == -* ]]; then _raichi_words "$options"; else eval "$value"; fi
}}
complete -F _raichi raichi
)sh";

/// Returns the shell command that completes a value.
std::string CommandFor(const OptionInfo& option) {
  switch (CompletionOf(option)) {
    case Completes::kWords:
      return "_raichi_words " + Quoted(Join(option.words, " "));
    case Completes::kRules:
      return "_raichi_rules";
    case Completes::kPlayers:
      return "_raichi_names_and_files --player-words";
    case Completes::kModels:
      return "_raichi_names_and_files --models";
    case Completes::kCommands:
      return "_raichi_words \"$commands\"";
    case Completes::kFiles:
      return "_raichi_files";
    case Completes::kNothing:
      break;
  }
  return ":";
}

std::string CasesOfValues(const CommandInfo& command) {
  std::string cases;
  for (const OptionInfo& option : command.options) {
    if (option.is_positional || !option.has_value()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      patterns.push_back((command.is_program() ? "*" : command.name) + "," + name);
    }
    cases += fmt::format("    {}) {}; return ;;\n", Join(patterns, " | "), CommandFor(option));
  }
  return cases;
}

std::string CaseOf(const CommandInfo& command) {
  std::string positional = ":";
  for (const OptionInfo& option : command.options) {
    if (option.is_positional) positional = CommandFor(option);
  }
  return fmt::format("    {}) options+=' {}' value={} ;;\n", command.name,
                     Join(FlagsOf(command), " "), Quoted(positional));
}

}  // namespace

std::string BashCompletion(const std::vector<CommandInfo>& commands) {
  std::string values, cases;
  std::vector<std::string> names;
  for (const CommandInfo& command : commands) {
    values += CasesOfValues(command);
    if (command.is_program()) continue;
    names.push_back(command.name);
    cases += CaseOf(command);
  }
  return fmt::format(kBashScript, Join(names, " "), Join(FlagsOf(commands.front()), " "), values,
                     cases);
}

}  // namespace raichi

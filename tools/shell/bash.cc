#include <spdlog/fmt/fmt.h>

#include "base/join.h"
#include "tools/shell/completion.h"

namespace raichi {
namespace {

/// {0}: all commands, {1}: the shared options, {2}: a case for each option with a value, {3}: a
/// case for each command. Bash splits words at `:` and `=` too; the script joins them again, and
/// offers only what belongs behind the last of these characters.
constexpr char kBashScript[] =
    R"sh(# Completion of raichi for bash, written by 'raichi completion bash'.
_raichi_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }}
_raichi_files() {{ compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word"); }}
# Bash quotes file names, and would quote the colons of names.
_raichi_names_and_files() {{
  local files
  _raichi_words "$1"
  if [ ${{#COMPREPLY[@]}} = 0 ]; then
    _raichi_files
  else
    mapfile -t files < <(compgen -f -- "$word")
    COMPREPLY+=("${{files[@]}}")
  fi
}}
_raichi_rules() {{ _raichi_names_and_files "$(raichi rules --names 2>/dev/null)"; }}
_raichi_named() {{ _raichi_names_and_files "$(raichi completion "$1" 2>/dev/null)"; }}
# Sets `words` to the words up to the cursor, and `kept` to what bash keeps of the last one.
_raichi_split() {{
  local line=${{COMP_LINE:0:COMP_POINT}} blanks part i
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    blanks=${{line%%[![:blank:]]*}}
    line=${{line#"$blanks"}}
    part=${{COMP_WORDS[i]}}
    if ((i == COMP_CWORD)); then part=$line; fi
    kept=''
    if ((i == 0)) || [ -n "$blanks" ]; then
      words+=("$part")
    else
      kept=${{words[-1]}}
      words[-1]+=$part
    fi
    line=${{line#"$part"}}
  done
  if [[ $part =~ ^[:=]+$ ]]; then kept=${{words[-1]}}; fi
}}
_raichi_offer() {{
  local commands='{0}' options='{1}' value=_raichi_files
  case $command,$before in
{2}  esac
  if [ -n "$option" ]; then return; fi
  case $command in
    '') value='_raichi_words "$commands"' ;;
{3}  esac
  if [[ $word == -* ]]; then _raichi_words "$options"; else eval "$value"; fi
}}
_raichi() {{
  local words=() kept='' command='' option='' word before i
  _raichi_split
  word=${{words[-1]}} before=${{words[-2]}}
  if [[ $word == --*=* ]]; then before=${{word%%=*}} option=${{word%%=*}}= word=${{word#*=}}; fi
  for ((i = 1; i < ${{#words[@]}} - 1; ++i)); do
    case ${{words[i]}} in
      --log-level) ((++i)) ;;
      -*) ;;
      *) command=${{words[i]}} && break ;;
    esac
  done
  COMPREPLY=()
  _raichi_offer
  COMPREPLY=("${{COMPREPLY[@]/#/$option}}")
  COMPREPLY=("${{COMPREPLY[@]#"$kept"}}")
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
      return "_raichi_named --player-words";
    case Completes::kModels:
      return "_raichi_named --models";
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

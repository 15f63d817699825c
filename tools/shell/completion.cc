#include "tools/shell/completion.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/text.h"

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

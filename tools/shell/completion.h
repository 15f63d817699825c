#pragma once

#include <string>
#include <vector>

#include "tools/options/options.h"

namespace raichi {

/// Scripts by which a shell completes commands, options and their values. `commands` are those of
/// Program::Describe. Where a value is the name of a rule set, the scripts ask `raichi rules
/// --names`, where it is a player or a model `raichi completion --player-words` or `--models`.
/// They complete the names of files where a value can be a file or folder, or is an argument of
/// which nothing else is known.

std::string BashCompletion(const std::vector<CommandInfo>& commands);
std::string FishCompletion(const std::vector<CommandInfo>& commands);
std::string ZshCompletion(const std::vector<CommandInfo>& commands);

/// What can complete a value.
enum class Completes { kNothing, kWords, kRules, kPlayers, kModels, kCommands, kFiles };
Completes CompletionOf(const OptionInfo& option);
/// Returns the names of a command's options.
std::vector<std::string> FlagsOf(const CommandInfo& command);
/// Returns what stands in a help text before its first bracket or semicolon.
std::string ShortHelp(const std::string& help);
/// Returns `text` in single quotes, for bash and zsh.
std::string Quoted(const std::string& text);

}  // namespace raichi

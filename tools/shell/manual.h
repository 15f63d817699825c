#pragma once

#include <string>
#include <vector>

#include "tools/options/options.h"

namespace raichi {

/// Returns the manual page `raichi(1)`, which lists the commands, in the format of man(7).
/// `commands` are those of Program::Describe; `version` is shown at the bottom.
std::string ManualOfProgram(const std::vector<CommandInfo>& commands, const std::string& version);
/// Returns the manual page of one command, such as `raichi-match(1)`. `program` is the first
/// element of Program::Describe.
std::string ManualOf(const CommandInfo& command, const CommandInfo& program,
                     const std::string& version);

}  // namespace raichi

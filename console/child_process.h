#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace raichi {

/// Where the standard error of a child process goes.
enum class ChildErrors { kShown, kHidden };

/// Runs this same program as a child process, `raichi ARGUMENTS`, and waits for it. The child has
/// an empty standard input, no standard output, and the parent's standard error or none. A stop
/// request is passed on as one SIGINT, so that the child finishes cleanly; signals of the terminal
/// do not reach it. The child is killed if this process ends first. Returns the child's exit
/// status, or 128 + N if signal N ended it. Throws Error if it cannot be started.
int RunThisProgram(const std::vector<std::string>& arguments, const std::stop_token& stop,
                   ChildErrors errors = ChildErrors::kShown);

}  // namespace raichi

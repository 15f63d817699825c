#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace raichi {

/// Runs this same program as a child, `raichi ARGUMENTS`, and waits for it. Its standard input and
/// output are nothing, its standard error is ours. A stop request reaches it as one SIGINT, so that
/// it finishes cleanly; signals of the terminal do not. It is killed if this process ends first.
/// Returns its exit status, or 128 + N if signal N ended it. Throws Error if it cannot be started.
int RunThisProgram(const std::vector<std::string>& arguments, const std::stop_token& stop);

}  // namespace raichi

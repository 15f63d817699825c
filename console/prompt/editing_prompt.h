#pragma once

#include <memory>

#include "console/prompt/prompt.h"

namespace raichi {

/// Returns a prompt that edits lines with libedit, the BSD library with the interface of GNU
/// readline, or null if it is not installed. The library is loaded here, so that no other command
/// waits for it and no build needs it.
std::unique_ptr<Prompt> OpenEditingPrompt(Completer completer);

}  // namespace raichi

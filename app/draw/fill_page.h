#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "console/output.h"

namespace raichi {

/// JSON text that is safe inside a <script> element: it has no `<`, so it cannot end the element.
std::string ForScript(const Json& data);

/// `page` with each name of `parts`, such as @DATA@, replaced by its text. Each name occurs in the
/// page once, in the order of `parts`. The texts may contain anything, even such names.
std::string FillPage(std::string_view page,
                     const std::vector<std::pair<std::string_view, std::string_view>>& parts);

}  // namespace raichi

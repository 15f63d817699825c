#pragma once

#include <emscripten/val.h>

#include "rules/rule_set.h"

namespace raichi {

/// The keys of a rule set for the page's editor: an array of {path, input, isMap, value, words,
/// least, most, needs}, the fields of rules/files/rule_fields.h. `input` is "none", "switch",
/// "choice", "choices", "squares", "setup" or "number". The keys of absent maps are there too.
emscripten::val RuleForm(const RuleSet& rules);

}  // namespace raichi

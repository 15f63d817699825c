#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace raichi {

/// Checksums (checksum.h) that files carry in themselves, so that a changed digit is noticed. Files
/// of older programs have none.

/// Gives an object a last key `sum`, the checksum of its text without this key.
Json WithSum(Json object);
/// Checks the key `sum` and removes it. Returns false if there is none. Throws JsonError if it is
/// wrong.
bool TakeSum(Json* object);

/// Ends a text of YAML with a comment, the line `# sum 0123456789abcdef`. Replaces such a line.
std::string WithSumLine(std::string_view text);
/// Returns false if the text ends with such a line and the sum is wrong.
bool AgreesWithSumLine(std::string_view text);

}  // namespace raichi

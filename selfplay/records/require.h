#pragma once

#include <string>

#include "rules/error.h"

namespace raichi {

/// Throws UsageError naming the key of a self-play configuration whose value makes no sense.
inline void Require(bool condition, const char* key, const char* expected) {
  if (!condition) throw UsageError(std::string("self-play: ") + key + ": expected " + expected);
}

}  // namespace raichi

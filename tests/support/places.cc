#include "tests/support/places.h"

namespace raichi {

// Both macros are defined for this file alone, so that no other file depends on where the tree is.
std::string SourceDir() { return RAICHI_SOURCE_DIR; }
std::string Python() { return RAICHI_PYTHON; }

}  // namespace raichi

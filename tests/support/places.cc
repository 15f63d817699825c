#include "tests/support/places.h"

namespace raichi {

// The build defines both macros for this file only, so no other file depends on the tree's path.
std::string SourceDir() { return RAICHI_SOURCE_DIR; }
std::string Python() { return RAICHI_PYTHON; }

}  // namespace raichi

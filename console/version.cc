#include "console/version.h"

namespace raichi {

std::string Version() { return RAICHI_VERSION; }  // CMake's project version

std::string ProgramVersion() { return "raichi " + Version(); }

}  // namespace raichi

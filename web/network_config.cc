// Replaces nn/model/network_config.cc in the browser, whose C++ library cannot write fractions.
#include "nn/model/network_config.h"

namespace raichi {

/// Checks nothing: `raichi export` has checked the architecture, and nn/cpu checks that the weights
/// fit it.
void CheckConfig(const NetworkConfig&) {}

}  // namespace raichi

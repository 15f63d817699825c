// Replaces nn/model/network_config.cc in the browser, whose C++ library cannot write fractions.
#include "nn/model/network_config.h"

#include "base/error.h"
#include "rules/board/types.h"

namespace raichi {

/// Checks what keeps the weights' places in memory; `raichi export` has checked everything.
void CheckConfig(const NetworkConfig& config) {
  bool is_good = config.canvas >= kMinBoardSize && config.canvas <= kMaxBoardSize;
  for (const int width :
       {config.channels, config.policy_channels, config.value_channels, config.value_hidden}) {
    is_good = is_good && width >= 8 && width <= 1024 && width % 8 == 0;
  }
  if (!is_good) throw UsageError("an architecture that this page cannot compute");
}

}  // namespace raichi

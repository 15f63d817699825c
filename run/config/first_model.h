#pragma once

#include "nn/model/network_config.h"
#include "run/config/config.h"
#include "run/config/pinned_model.h"

namespace raichi {

/// The model with whose weights a run begins, in place of random ones (`raichi run --from`). The
/// run's network has the model's architecture, on a canvas that may be larger, and may
/// have destinations that the model's lacks (FitNetwork).
struct FirstModel {
  PinnedModel model;
  NetworkConfig network;
};

/// Makes the model's architecture the default of the keys of `network`. Call it before the keys are
/// read.
void BeginFrom(const FirstModel& first, RunConfig* config);
/// Completes the configuration after its rule sets are opened: keys of `network` that are `auto`
/// take the model's values, and a canvas of 0 or that is not given becomes the larger one of the
/// model's canvas and the largest board of the rules. Throws Error naming the first key of
/// `network` that has another value than the model; only the canvas may be larger, and
/// `policy_destinations` added.
void SettleFirstModel(const FirstModel& first, RunConfig* config);

}  // namespace raichi

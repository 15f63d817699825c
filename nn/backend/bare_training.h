#pragma once

#include "nn/backend/trainer.h"
#include "nn/data/samples.h"

namespace raichi {

/// Training steps without anything around them: forward pass, losses, backward pass, clipping,
/// optimizer and averages, always on the same batch, which is copied to the device once. The speed
/// of real training is compared with theirs. Nothing is read back, so a loss that is not finite
/// goes unnoticed.
class BareTraining {
 public:
  /// The steps train `trainer`'s network. `trainer` must outlive this object, and only one
  /// BareTraining may use it at a time.
  BareTraining(Trainer* trainer, const SampleBatch& batch);

  /// Runs this number of steps and waits until they are done.
  void Run(int steps);

 private:
  Trainer* trainer_;
};

}  // namespace raichi

#pragma once

#include "nn/backend/trainer.h"
#include "nn/data/samples.h"

namespace raichi {

/// The steps of training alone, to compare the speed of training with: forward, losses, backward,
/// clipping, optimizer and averages, on one batch that is put on the device once. Nothing is read
/// back, so a loss that is not finite goes unnoticed.
class BareTraining {
 public:
  /// For steps of `trainer`, which must outlive this and may have one BareTraining at a time.
  BareTraining(Trainer* trainer, const SampleBatch& batch);

  /// Does so many steps, and waits until they are done.
  void Run(int steps);

 private:
  Trainer* trainer_;
};

}  // namespace raichi

#pragma once

#include <memory>

#include "nn/backend/trainer.h"
#include "nn/data/samples.h"

namespace raichi {

/// Nothing but the steps of training: forward, losses, backward, clipping, optimizer and averages,
/// on one batch whose tensors are made once. No statistics are read back, so a loss that is not
/// finite stays unseen. What training's speed is measured against.
class BareTraining {
 public:
  /// For steps of `trainer`, which must outlive this.
  BareTraining(Trainer* trainer, const SampleBatch& batch);
  ~BareTraining();
  BareTraining(const BareTraining&) = delete;
  BareTraining& operator=(const BareTraining&) = delete;

  /// Does so many steps, to the end.
  void Run(int steps);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi

#include "nn/backend/bare_training.h"

namespace raichi {

BareTraining::BareTraining(Trainer* trainer, const SampleBatch& batch) : trainer_(trainer) {
  trainer_->network_->LoadBare(batch);
}

void BareTraining::Run(int steps) {
  for (int i = 0; i < steps; ++i) {
    trainer_->network_->StepBare(trainer_->NextStep());
    ++trainer_->state_.step;
  }
  trainer_->network_->Wait();
}

}  // namespace raichi

#include "nn/backend/bare_training.h"

#include "nn/train/trainer_impl.h"

namespace raichi {

class BareTraining::Impl {
 public:
  Trainer::Impl* trainer;
  Trainer::Impl::Tensors batch;
};

BareTraining::BareTraining(Trainer* trainer, const SampleBatch& batch)
    : impl_(std::make_unique<Impl>(Impl{trainer->impl_.get(), trainer->impl_->ToTensors(batch)})) {}

BareTraining::~BareTraining() = default;

void BareTraining::Run(int steps) {
  for (int i = 0; i < steps; ++i) impl_->trainer->StepBare(impl_->batch);
  impl_->trainer->Wait();
}

}  // namespace raichi

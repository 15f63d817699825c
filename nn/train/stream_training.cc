#include "nn/train/stream_training.h"

namespace raichi {

StreamTraining::StreamTraining(const TrainConfig& config, const TrainerState& state,
                               at::Device device, at::ScalarType precision, int ranks)
    : stream_(device) {
  const CudaStream::Guard guard(&stream_);
  training_ = std::make_unique<TorchTraining>(config, state, device, precision, ranks);
}

void StreamTraining::Differentiate(const SampleBatch& batch) {
  const CudaStream::Guard guard(&stream_);
  training_->Differentiate(batch);
}

std::span<float> StreamTraining::Sums(size_t words) {
  const CudaStream::Guard guard(&stream_);
  return training_->Sums(words);
}

void StreamTraining::TakeSums() {
  const CudaStream::Guard guard(&stream_);
  training_->TakeSums();
}

TrainStats StreamTraining::Update(const StepPlan& plan) {
  const CudaStream::Guard guard(&stream_);
  return training_->Update(plan);
}

void StreamTraining::LoadBare(const SampleBatch& batch) {
  const CudaStream::Guard guard(&stream_);
  training_->LoadBare(batch);
}

void StreamTraining::StepBare(const StepPlan& plan) {
  const CudaStream::Guard guard(&stream_);
  training_->StepBare(plan);
}

void StreamTraining::Wait() {
  const CudaStream::Guard guard(&stream_);
  training_->Wait();
}

void StreamTraining::Save(TrainerState* state) const {
  const CudaStream::Guard guard(&stream_);
  training_->Save(state);
}

std::vector<float> StreamTraining::Averages() const {
  const CudaStream::Guard guard(&stream_);
  return training_->Averages();
}

}  // namespace raichi

#include "tests/nn/fake_backend.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/error.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "nn/backend/backend.h"
#include "nn/backend/network_evaluator.h"
#include "nn/data/samples.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "nn/ranks/reducer.h"

namespace raichi {
namespace {

/// Returns the FNV-1a hash of the bits of the values, continued from `hash`.
template <typename T>
uint64_t Mix(const std::vector<T>& values, uint64_t hash = 14695981039346656037u) {
  for (const T& value : values) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(value));
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

class FakeInference : public Inference {
 public:
  FakeInference(const Model& model, int batch)
      : fake_(Mix(model.weights)),
        batch_(static_cast<size_t>(batch)),
        gives_numbers_(model.weights.front() != FakeBackend::kNoNumber) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    RAICHI_CHECK(leaves.size() <= batch_);
    fake_.Evaluate(leaves, out);
    if (!gives_numbers_) out.back().win = NAN;
  }
  void RunBare() override {}
  std::vector<float> BareOutputs() const override { return {}; }

 private:
  FakeEvaluator fake_;
  size_t batch_;
  bool gives_numbers_;
};

/// Forgets what was computed when the next batch is.
class FakeBatch : public SharedBatch {
 public:
  FakeBatch(uint64_t seed, int batch) : fake_(seed), loaded_(static_cast<size_t>(batch)) {}
  void Load(const BatchPart& part) override {
    for (size_t i = part.first; i < part.end(); ++i) loaded_.at(i) = part.leaves[i - part.first];
  }
  void Compute(std::span<const BatchPart> parts) override {
    answers_.assign(loaded_.size(), {});
    for (const BatchPart& part : parts) {
      const size_t count = part.leaves.size();
      fake_.Evaluate(std::span(loaded_).subspan(part.first, count),
                     std::span(answers_).subspan(part.first, count));
    }
  }
  void Read(const BatchPart& part, std::span<Evaluation> out) const override {
    const auto first = answers_.begin() + static_cast<std::ptrdiff_t>(part.first);
    std::copy_n(first, part.leaves.size(), out.begin());
  }

 private:
  FakeEvaluator fake_;
  std::vector<LeafRequest> loaded_;
  std::vector<Evaluation> answers_;
};

class FakeTrainedNetwork : public TrainedNetwork {
 public:
  FakeTrainedNetwork(const TrainConfig& config, const TrainerState& state, int ranks)
      : chunks_(config.chunks), own_chunks_(config.chunks / ranks), state_(state) {
    state_.first.resize(static_cast<size_t>(CountWeights(state_.network)));
    state_.second.resize(state_.first.size());
  }

  void Differentiate(const SampleBatch& batch) override {
    sums_ = {0};
    const int size = batch.size() / own_chunks_;
    for (int i = 0; i < own_chunks_; ++i) {
      const SampleBatch chunk = PartOf(batch, i * size, (i + 1) * size);
      const uint64_t hash = Mix(chunk.inputs.rows, Mix(chunk.inputs.globals));
      sums_[0] += static_cast<float>(hash >> 40) / (1 << 24) - 0.5f;
    }
  }
  double SumOverRanks(std::span<float> words, Reducer* ranks) override {
    sums_.insert(sums_.end(), words.begin(), words.end());
    ranks->Sum(sums_);
    std::copy(sums_.begin() + 1, sums_.end(), words.begin());
    return 0;
  }
  TrainStats Update(const StepPlan& plan) override {
    const float move = static_cast<float>(plan.learning_rate) * sums_[0] /
                       static_cast<float>(chunks_) / static_cast<float>(plan.moment_step + 1);
    for (float& weight : state_.weights) weight += plan.learning_rate > 1 ? INFINITY : move;
    for (size_t i = 0; i < state_.weights.size(); ++i) {
      state_.averages[i] += (state_.weights[i] - state_.averages[i]) / 2;
    }
    TrainStats stats;
    stats.loss = stats.policy = stats.value = 1.0 / static_cast<double>(plan.step + 1);
    stats.gradient_norm = 1;
    return stats;
  }
  void LoadBare(const SampleBatch& batch) override { bare_.emplace(batch); }
  void StepBare(const StepPlan& plan) override {
    Differentiate(bare_.value());
    Update(plan);
  }
  void Wait() override {}
  void Save(TrainerState* state) const override {
    state->weights = state_.weights;
    state->averages = state_.averages;
    state->first = state_.first;
    state->second = state_.second;
  }
  std::vector<float> Averages() const override { return state_.averages; }

 private:
  const int chunks_, own_chunks_;
  TrainerState state_;
  std::vector<float> sums_;
  std::optional<SampleBatch> bare_;
};

}  // namespace

std::function<double()> FakeBackend::MakeMatrixProduct(const ComputePlace&) {
  return [] { return 1.0; };
}

std::unique_ptr<Inference> FakeBackend::MakeInference(const Model& model, const ComputePlace&,
                                                      int batch) {
  return std::make_unique<FakeInference>(model, batch);
}

std::unique_ptr<SharedBatch> FakeBackend::MakeSharedBatch(const Model& model, const ComputePlace&,
                                                          int batch) {
  return std::make_unique<FakeBatch>(Mix(model.weights), batch);
}

std::unique_ptr<TrainedNetwork> FakeBackend::MakeTrainedNetwork(const TrainConfig& config,
                                                                const TrainerState& state,
                                                                const ComputePlace&, int ranks) {
  return std::make_unique<FakeTrainedNetwork>(config, state, ranks);
}

}  // namespace raichi

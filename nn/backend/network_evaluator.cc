#include "nn/backend/network_evaluator.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/backend/backend.h"
#include "nn/backend/batch_team.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"
#include "nn/backend/precision_check.h"
#include "nn/input/policy_index.h"
#include "nn/model/model.h"
#include "nn/model/tensor_file.h"

namespace raichi {
namespace {

constexpr int kMostPositions = 65536;  // of a batch

void CheckConfig(const NetworkEvaluatorConfig& config) {
  if (config.batch < 1 || config.batch > kMostPositions) {
    throw UsageError("evaluator.batch: " + std::to_string(config.batch) + ", expected 1 to 65536");
  }
  if (config.threads < 1 || config.threads > 1024) {
    throw UsageError("evaluator.threads: " + std::to_string(config.threads) +
                     ", expected 1 to 1024");
  }
}

/// Prepares the model's network. On the processor, the threads share each batch.
std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place, int batch,
                                         int threads) {
  const auto make = [&](int positions) {
    return TheBackend().MakeInference(model, place, positions);
  };
  return place.IsGpu() ? make(batch) : MakeSplitInference(batch, threads, make);
}

class NetworkEvaluator : public Evaluator {
 public:
  using Function = std::function<void(std::span<const LeafRequest>, std::span<Evaluation>)>;

  /// `evaluate` evaluates at most `batch` leaves.
  NetworkEvaluator(std::string name, int canvas, int batch, Function evaluate)
      : name_(std::move(name)),
        canvas_(canvas),
        batch_(static_cast<size_t>(batch)),
        evaluate_(std::move(evaluate)) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    for (const LeafRequest& leaf : leaves) CheckBoard(leaf.game->rules());
    for (size_t begin = 0; begin < leaves.size(); begin += batch_) {
      const size_t count = std::min(batch_, leaves.size() - begin);
      evaluate_(leaves.subspan(begin, count), out.subspan(begin, count));
    }
    if (AreNumbers(out)) return;
    throw Error(name_ + ": its network gives results that are not numbers");
  }

 private:
  void CheckBoard(const Rules& rules) const {
    if (rules.size() <= canvas_) return;
    throw Error(name_ + ": is for boards up to " + std::to_string(canvas_) + "x" +
                std::to_string(canvas_) + ", the rules " + rules.data().name + " need " +
                std::to_string(rules.size()) + "x" + std::to_string(rules.size()));
  }

  std::string name_;
  int canvas_;
  size_t batch_;
  Function evaluate_;
};

/// Compares a precision below f32 with f32 on the processor. If the results differ too much, `auto`
/// falls back to f32. A precision that was named explicitly is refused only if it gives results
/// that are not numbers.
ComputePlace ChoosePlace(const std::string& name, const Model& model,
                         const NetworkEvaluatorConfig& config, NetworkEvaluatorInfo* info) {
  constexpr double kMostDifference = 0.03;
  ComputePlace place = ExactPlace(config.device, config.precision);
  *info = {.device = place.device, .precision = place.precision};
  info->text = "network on " + place.device + " in " + place.precision;
  if (place.precision == "f32") return place;
  const auto exact = MakeInference(model, {"cpu", "f32"}, kCheckPositions, 1);
  const auto fast = MakeInference(model, place, kCheckPositions, 1);
  const PrecisionDifference difference =
      ComparePrecision(model.info.network.canvas, exact.get(), fast.get());
  info->reduced = true;
  info->value_difference = difference.value;
  info->prior_difference = difference.prior;
  info->text += difference.ToString();
  if (config.precision != "auto" && !difference.IsFinite()) {
    throw Error(name + ": its network gives results that are not numbers in " + place.precision +
                "; expected precision auto or f32");
  }
  if (config.precision != "auto" ||
      (difference.value <= kMostDifference && difference.prior <= kMostDifference)) {
    return place;
  }
  info->precision = place.precision = "f32";
  info->text += ": too much, using f32 instead";
  return place;
}

}  // namespace

std::unique_ptr<Evaluator> OpenNetworkEvaluator(const std::filesystem::path& model,
                                                const NetworkEvaluatorConfig& config,
                                                NetworkEvaluatorInfo* info) {
  CheckConfig(config);
  const Model read = ReadModel(model);
  NetworkEvaluatorInfo unused;
  const ComputePlace place =
      ChoosePlace(model.string(), read, config, info != nullptr ? info : &unused);
  const std::shared_ptr<Inference> inference =
      MakeInference(read, place, config.batch, config.threads);
  return std::make_unique<NetworkEvaluator>(
      model.string(), read.info.network.canvas, config.batch,
      [inference](std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
        inference->Evaluate(leaves, out);
      });
}

TeamEvaluators::TeamEvaluators(std::filesystem::path model, NetworkEvaluatorConfig config, int team)
    : model_(std::move(model)), config_(std::move(config)), team_(team) {
  CheckConfig(config_);
  if (int64_t{team} * config_.batch > kMostPositions) {
    throw UsageError("a team of " + std::to_string(team) + " with " +
                     std::to_string(config_.batch) + " positions each: expected at most " +
                     std::to_string(kMostPositions) + " positions together");
  }
}

TeamEvaluators::~TeamEvaluators() = default;

std::unique_ptr<Evaluator> TeamEvaluators::Open(int worker, NetworkEvaluatorInfo* info) {
  NetworkEvaluatorConfig config = config_;
  config.device = DeviceOfWorker(config.device, worker);
  if (team_ <= 1 || !IsGpu(ExactDevice(config.device))) {
    return OpenNetworkEvaluator(model_, config, info);
  }
  const std::lock_guard lock(mutex_);
  Gpu& gpu = gpus_[config.device];
  if (gpu.model == nullptr) {
    auto model = std::make_unique<Model>(ReadModel(model_));
    gpu.place = ChoosePlace(model_.string(), *model, config, &gpu.info);
    gpu.model = std::move(model);
  }
  if (gpu.seats % team_ == 0) {
    const auto seats = static_cast<size_t>(team_), part = static_cast<size_t>(config.batch);
    gpu.team = std::make_shared<BatchTeam>(
        TheBackend().MakeSharedBatch(*gpu.model, gpu.place, team_ * config.batch), seats, part);
  }
  ++gpu.seats;  // now that the team exists
  if (info != nullptr) *info = gpu.info;
  const auto seat = std::make_shared<BatchTeam::Seat>(gpu.team);
  return std::make_unique<NetworkEvaluator>(
      model_.string(), gpu.model->info.network.canvas, config.batch,
      [seat](std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
        seat->Evaluate(leaves, out);
      });
}

BareNetwork::BareNetwork(const std::filesystem::path& model, const NetworkEvaluatorConfig& config) {
  CheckConfig(config);
  inference_ = MakeInference(ReadModel(model), ExactPlace(config.device, config.precision),
                             config.batch, config.threads);
}

BareNetwork::~BareNetwork() = default;

void BareNetwork::Run() { inference_->RunBare(); }

std::vector<float> BareNetwork::Outputs() const { return inference_->BareOutputs(); }

std::unique_ptr<Evaluator> OpenExportedWeights(const std::filesystem::path& file, int batch) {
  const FoldedNetwork network = ReadFoldedNetwork(ReadFile(file, kMaxModelBytes), file);
  const std::shared_ptr<Inference> inference = TheProcessor().MakeInference(network, false, batch);
  return std::make_unique<NetworkEvaluator>(
      file.string(), network.config.canvas, batch,
      [inference](std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
        inference->Evaluate(leaves, out);
      });
}

}  // namespace raichi

#include "nn/backend/network_evaluator.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nn/inference/inference.h"
#include "nn/inference/precision_check.h"
#include "nn/inference/split_inference.h"
#include "nn/model/model_weights.h"
#include "nn/network/tensors.h"
#include "rules/error.h"

namespace raichi {
namespace {

void CheckConfig(const NetworkEvaluatorConfig& config) {
  if (config.batch < 1 || config.batch > 65536) {
    throw UsageError("evaluator.batch: " + std::to_string(config.batch) + ", expected 1 to 65536");
  }
  if (config.threads < 1 || config.threads > 1024) {
    throw UsageError("evaluator.threads: " + std::to_string(config.threads) +
                     ", expected 1 to 1024");
  }
}

/// Without LibTorch's own threads, which it counts per calling thread
/// (nn/inference/split_inference.h).
void UseOneThread() {
  if (at::get_num_threads() != 1) at::set_num_threads(1);
}

std::unique_ptr<Inference> MakeInference(const Network& network, at::Device device,
                                         at::ScalarType precision, int batch, int threads) {
  if (device.is_cuda()) return MakeDeviceInference(network, device, precision, batch);
  std::vector<std::unique_ptr<Inference>> parts;
  for (const int share : SharesOf(batch, threads)) {
    parts.push_back(MakeCpuInference(network, precision, share));
  }
  return MakeSplitInference(std::move(parts));
}

class NetworkEvaluator : public Evaluator {
 public:
  NetworkEvaluator(std::string name, int canvas, const NetworkEvaluatorConfig& config,
                   std::unique_ptr<Inference> inference)
      : name_(std::move(name)),
        canvas_(canvas),
        config_(config),
        inference_(std::move(inference)) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const c10::InferenceMode inference_mode;
    UseOneThread();
    for (const LeafRequest& leaf : leaves) CheckBoard(leaf.game->rules());
    const auto batch = static_cast<size_t>(config_.batch);
    for (size_t begin = 0; begin < leaves.size(); begin += batch) {
      const size_t count = std::min(batch, leaves.size() - begin);
      inference_->Evaluate(leaves.subspan(begin, count), out.subspan(begin, count));
    }
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
  NetworkEvaluatorConfig config_;
  std::unique_ptr<Inference> inference_;
};

/// A precision below f32 is compared with f32 on the processor; where it was not asked for by name
/// and is too far off, f32 it is. One asked for by name is refused if it yields no numbers.
at::ScalarType ChoosePrecision(const std::string& name, const Network& network, at::Device device,
                               const NetworkEvaluatorConfig& config,
                               NetworkEvaluatorReport* report) {
  constexpr double kMostValueDifference = 0.1;
  constexpr double kMostPriorDifference = 0.1;
  const at::ScalarType precision = ParsePrecision(config.precision, device);
  *report = {};
  report->device = device.str();
  report->precision = PrecisionName(precision);
  report->text = "network on " + report->device + " in " + report->precision;
  if (precision == at::kFloat) return precision;
  const std::unique_ptr<Inference> exact = MakeCpuInference(network, at::kFloat, kCheckPositions);
  const std::unique_ptr<Inference> fast =
      MakeInference(network, device, precision, kCheckPositions, 1);
  const PrecisionDifference difference =
      ComparePrecision(network.config().canvas, exact.get(), fast.get());
  report->reduced = true;
  report->value_difference = difference.value;
  report->prior_difference = difference.prior;
  report->text += difference.ToString();
  if (config.precision != "auto" && !difference.IsFinite()) {
    throw Error(name + ": its network yields no numbers in " + report->precision +
                "; expected precision auto or f32");
  }
  if (config.precision != "auto" ||
      (difference.value <= kMostValueDifference && difference.prior <= kMostPriorDifference)) {
    return precision;
  }
  report->precision = "f32";
  report->text += ": too much, f32 instead";
  return at::kFloat;
}

}  // namespace

std::unique_ptr<Evaluator> OpenNetworkEvaluator(const std::filesystem::path& model,
                                                const NetworkEvaluatorConfig& config,
                                                NetworkEvaluatorReport* report) {
  CheckConfig(config);
  const c10::InferenceMode inference_mode;
  UseOneThread();
  const Model read = ReadModel(model);
  const Network network = ToNetwork(read);
  const at::Device device = ParseDevice(config.device);
  NetworkEvaluatorReport unused;
  const at::ScalarType precision = ChoosePrecision(model.string(), network, device, config,
                                                   report != nullptr ? report : &unused);
  return std::make_unique<NetworkEvaluator>(
      model.string(), read.info.network.canvas, config,
      MakeInference(network, device, precision, config.batch, config.threads));
}

class BareNetwork::Impl {
 public:
  std::unique_ptr<Inference> inference;
};

BareNetwork::BareNetwork(const std::filesystem::path& model, const NetworkEvaluatorConfig& config) {
  CheckConfig(config);
  const c10::InferenceMode inference_mode;
  UseOneThread();
  const at::Device device = ParseDevice(config.device);
  const at::ScalarType precision = ParsePrecision(config.precision, device);
  impl_ = std::make_unique<Impl>(Impl{
      MakeInference(ToNetwork(ReadModel(model)), device, precision, config.batch, config.threads)});
}

BareNetwork::~BareNetwork() = default;

void BareNetwork::Run() {
  const c10::InferenceMode inference_mode;
  UseOneThread();
  impl_->inference->RunBare();
}

}  // namespace raichi

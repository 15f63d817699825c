#include "app/bench/network.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "app/bench/rate_window.h"
#include "nn/backend/devices.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "run/config/workers.h"
#include "selfplay/play/crew.h"

namespace raichi {

BenchModel::BenchModel(const BenchSettings& settings)
    : settings_(settings), file_(folder_.path() / "model.raichi") {
  WriteRandomModel(file_, settings.network, settings.seed);
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(file_, {.device = settings.device, .precision = settings.precision}, &info);
  device_ = info.device;
  precision_ = info.precision;
  workers_ = CountWorkers({.workers = settings.workers, .device = settings.device});
}

double BenchModel::BareRate(int batch, double seconds) const {
  const auto size = static_cast<uint64_t>(batch);
  RateWindow window(seconds, WarmUp(batch));
  std::atomic<uint64_t> evaluations = 0;
  Crew crew;
  crew.Run(
      workers_,
      [&](int worker, const std::stop_token& stop) {
        BareNetwork network(file_, {.device = DeviceOfWorker(settings_.device, worker),
                                    .precision = precision_,
                                    .batch = batch,
                                    .threads = settings_.threads});
        for (; !stop.stop_requested(); evaluations += size) network.Run();
      },
      [&] { return !window.Poll(evaluations); });
  return window.rate();
}

uint64_t BenchModel::WarmUp(int batch) const {
  const int batches = device_.starts_with("cuda") ? 10 : 3;  // a GPU first records a graph
  return static_cast<uint64_t>(batches) * static_cast<uint64_t>(batch * workers_);
}

std::vector<int> BenchModel::BatchSizes() const {
  if (settings_.batch > 0) return {settings_.batch};
  if (device_.starts_with("cuda")) return {256, 512, 1024, 2048, 4096};
  return {16, 32, 64, 128, 256};
}

std::string BenchModel::Describe(int batch) const {
  const std::string threads =
      settings_.threads > 1 ? fmt::format(" of {} threads", settings_.threads) : "";
  return fmt::format("{}x{}, {} on {}, {} workers{}, {} a batch", settings_.network.blocks,
                     settings_.network.channels, precision_, device_, workers_, threads, batch);
}

BareBench::BareBench(const BenchModel& model, double seconds_each) : model_(model) {
  const std::vector<int> batches = model.BatchSizes();
  for (const int batch : batches) {
    sizes_.push_back({.batch = batch,
                      .first_look = batches.size() > 1 ? model.BareRate(batch, seconds_each) : 0});
  }
  std::stable_sort(sizes_.begin(), sizes_.end(),
                   [](const Size& a, const Size& b) { return a.first_look > b.first_look; });
}

void BareBench::Measure(double seconds_each) {
  constexpr size_t kFastest = 2;
  for (size_t i = 0; i < std::min(kFastest, sizes_.size()); ++i) {
    sizes_[i].sum += model_.BareRate(sizes_[i].batch, seconds_each);
    ++sizes_[i].times;
  }
}

const BareBench::Size& BareBench::Best() const {
  return *std::max_element(sizes_.begin(), sizes_.end(),
                           [](const Size& a, const Size& b) { return a.Rate() < b.Rate(); });
}

void BenchNetwork(const BenchSettings& settings, const FigureSink& sink) {
  constexpr int kRounds = 4;
  const BenchModel model(settings);
  BareBench bare(model, settings.seconds);
  for (int round = 0; round < kRounds; ++round) bare.Measure(settings.seconds);
  sink({.name = "network.evaluations",
        .value = bare.Rate(),
        .unit = "1/s",
        .detail = model.Describe(bare.Batch())});
}

}  // namespace raichi

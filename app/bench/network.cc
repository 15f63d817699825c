#include "app/bench/network.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "base/threads.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "run/config/auto_values.h"

namespace raichi {

BenchModel::BenchModel(const BenchSettings& settings) : settings_(settings), file_(settings.model) {
  if (file_.empty()) {
    file_ = folder_.path() / "model.raichi";
    WriteRandomModel(file_, settings.network, settings.seed);
  }
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(file_, {.device = settings.device, .precision = settings.precision}, &info);
  device_ = info.device;
  precision_ = info.precision;
  workers_ = CountWorkers({.workers = settings.workers, .device = settings.device});
}

int BenchModel::Team() const { return IsGpu(device_) ? std::min(settings_.team, workers_) : 1; }

WorkRate BenchModel::Measure(double seconds, uint64_t warm_up, const MakeWork& make) const {
  RateWindow window(seconds, warm_up);
  std::atomic<uint64_t> done = 0;
  Crew crew;
  crew.Run(
      workers_,
      [&](int worker, const std::stop_token& stop) {
        const Work work = make(DeviceOfWorker(settings_.device, worker));
        while (!stop.stop_requested()) done += work();
      },
      [&] { return !window.Poll(done); });
  return window.rate();
}

WorkRate BenchModel::BareRate(int batch, double seconds) const {
  return Measure(seconds, WarmUp(batch), [&](const std::string& device) -> Work {
    const auto network =
        std::make_shared<BareNetwork>(file_, NetworkEvaluatorConfig{.device = device,
                                                                    .precision = precision_,
                                                                    .batch = batch,
                                                                    .threads = settings_.threads});
    return [network, batch] {
      network->Run();
      return static_cast<uint64_t>(batch);
    };
  });
}

WorkRate BenchModel::PeakRate(double seconds) const {
  return Measure(seconds, 1, [&](const std::string& device) -> Work {
    const auto product = TheBackend().MakeMatrixProduct({ExactDevice(device), precision_});
    return [product] { return static_cast<uint64_t>(product()); };
  });
}

uint64_t BenchModel::WarmUp(int batch) const {
  const int batches = IsGpu(device_) ? 10 : 3;  // a GPU first records a graph
  return static_cast<uint64_t>(batches) * static_cast<uint64_t>(batch * workers_);
}

std::vector<int> BenchModel::BatchSizes() const {
  if (settings_.batch > 0) return {settings_.batch};
  if (IsGpu(device_)) return {256, 512, 1024, 2048, 4096};
  return {16, 32, 64, 128, 256};
}

std::string BenchModel::Describe(int batch) const {
  const std::string threads =
      settings_.threads > 1 ? fmt::format(" of {} threads", settings_.threads) : "";
  const NetworkConfig& network = settings_.network;
  return fmt::format("{}x{}, {} on {}, {} workers{}, {} a batch", network.blocks, network.channels,
                     precision_, device_, workers_, threads, batch);
}

BareBench::BareBench(const BenchModel& model, double seconds_each) : model_(model) {
  const std::vector<int> batches = model.BatchSizes();
  for (const int batch : batches) {
    sizes_.push_back(
        {.batch = batch,
         .first_look = batches.size() > 1 ? model.BareRate(batch, seconds_each).per_second() : 0});
  }
  std::stable_sort(sizes_.begin(), sizes_.end(),
                   [](const Size& a, const Size& b) { return a.first_look > b.first_look; });
}

void BareBench::Measure(double seconds_each) {
  constexpr size_t kFastest = 2;
  for (size_t i = 0; i < std::min(kFastest, sizes_.size()); ++i) {
    sizes_[i].rate += model_.BareRate(sizes_[i].batch, seconds_each);
  }
}

const BareBench::Size& BareBench::Best() const {
  return *std::max_element(sizes_.begin(), sizes_.end(), [](const Size& a, const Size& b) {
    return a.rate.per_second() < b.rate.per_second();
  });
}

void BenchNetwork(const BenchSettings& settings, const FigureSink& sink) {
  constexpr int kRounds = 4;
  const BenchModel model(settings);
  BareBench bare(model, settings.seconds);
  const bool peak_too = settings.peak && !LibTorchVersion().empty();  // whose products it measures
  WorkRate peak;
  for (int round = 0; round < kRounds; ++round) {
    bare.Measure(settings.seconds);
    if (peak_too) peak += model.PeakRate(settings.seconds);
  }
  sink({.name = "network.evaluations",
        .value = FigureValue::Of(bare.rate()),
        .unit = "1/s",
        .detail = model.Describe(bare.Batch())});
  if (!peak_too) return;
  const double operations = CountOperations(settings.network);
  WorkRate computed = bare.rate();
  computed.work *= operations;
  sink({.name = "network.peak_share",
        .value = FigureValue::Ratio(computed, peak, model.device()),
        .unit = "1",
        .detail =
            fmt::format("{:.3g} million operations an evaluation; matrix products reach {:.3g} "
                        "billion operations/s",
                        operations / 1e6, peak.per_second() / 1e9)});
}

}  // namespace raichi

#include "tools/bench_network.h"

#include <spdlog/fmt/fmt.h>

#include <atomic>
#include <cstdlib>
#include <vector>

#include "nn/devices.h"
#include "nn/model.h"
#include "nn/network_evaluator.h"
#include "rules/error.h"
#include "selfplay/crew.h"
#include "tools/run_selfplay.h"

namespace raichi {
namespace {

std::vector<int> BatchSizes(const std::string& device) {
  if (device.starts_with("cuda")) return {256, 512, 1024, 2048, 4096};
  return {16, 32, 64, 128, 256};
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "raichi-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw Error(name + ": cannot create a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

bool RateWindow::Poll(uint64_t count) {
  const Clock::time_point now = Clock::now();
  if (!open_) {
    open_ = count > warm_up_;
    start_ = now;
    first_ = count;
    return false;
  }
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (elapsed < seconds_ || rate_ > 0) return rate_ > 0;
  rate_ = static_cast<double>(count - first_) / elapsed;
  return true;
}

BenchModel::BenchModel(const BenchSettings& settings)
    : settings_(settings), file_(folder_.path() / "model.raichi") {
  WriteRandomModel(file_, settings.network, settings.seed);
  NetworkEvaluatorReport report;
  OpenNetworkEvaluator(file_, {.device = settings.device, .precision = settings.precision},
                       &report);
  device_ = report.device;
  precision_ = report.precision;
  workers_ = CountWorkers({.workers = settings.workers, .device = settings.device});
}

double BenchModel::BareRate(int batch, double seconds) const {
  const auto size = static_cast<uint64_t>(batch);
  constexpr uint64_t kWarmUpBatches = 3;
  RateWindow window(seconds, kWarmUpBatches * size * static_cast<uint64_t>(workers_));
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

int BenchModel::BestBatch(double seconds_each) const {
  if (settings_.batch > 0) return settings_.batch;
  constexpr double kClearly = 1.02;  // a larger batch must be faster by, beyond the noise
  int best = 0;
  double best_rate = 0;
  for (const int batch : BatchSizes(device_)) {
    const double rate = BareRate(batch, seconds_each);
    if (rate > kClearly * best_rate) {
      best = batch;
      best_rate = rate;
    }
  }
  return best;
}

std::string BenchModel::Describe(int batch) const {
  const std::string threads =
      settings_.threads > 1 ? fmt::format(" of {} threads", settings_.threads) : "";
  return fmt::format("{}x{}, {} on {}, {} workers{}, {} a batch", settings_.network.blocks,
                     settings_.network.channels, precision_, device_, workers_, threads, batch);
}

void BenchNetwork(const BenchSettings& settings, const ReportFigure& report) {
  const BenchModel model(settings);
  const int batch = model.BestBatch(settings.seconds);
  report({.name = "network.evaluations",
          .value = model.BareRate(batch, 4 * settings.seconds),
          .unit = "1/s",
          .detail = model.Describe(batch)});
}

}  // namespace raichi

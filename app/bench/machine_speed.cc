#include "app/bench/machine_speed.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/bench/bench.h"
#include "base/resources.h"
#include "console/machine.h"

namespace raichi {
namespace {

constexpr int kBenchBoard = 9;  // side of the boards that are measured, in squares

BenchSettings SettingsOf(const RunConfig& config) {
  BenchSettings settings;
  // A quota of a part of a core stops the process in each tenth of a second.
  settings.seconds = UsableCores() < CountCores() ? 1 : 0.15;
  settings.all_rules = false;
  settings.peak = false;
  settings.network = config.network;
  settings.network.canvas = std::max(settings.network.canvas, kBenchBoard);
  settings.device = config.workers.device;
  settings.precision = config.workers.precision;
  settings.workers = config.workers.workers;
  settings.train = config.train;
  return settings;
}

/// Returns a speed as a whole number of at least 1.
int64_t WholeSpeed(double speed) { return std::max<int64_t>(1, std::llround(speed)); }

}  // namespace

MachineSpeed MeasureSpeed(const RunConfig& config) {
  BenchSettings settings = SettingsOf(config);
  settings.network = ParseNetworkSize(kMeasuredNetwork);
  settings.train.batch = TrainConfig().batch;
  MachineSpeed speed;
  BenchNetwork(settings,
               [&](const Figure& figure) { speed.evaluations = WholeSpeed(figure.value); });
  settings.device = config.train.device;
  speed.samples = WholeSpeed(BareTrainingRate(settings));
  return speed;
}

Json MeasureMachine(const RunConfig& config) {
  BenchSettings settings = SettingsOf(config);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  Json figures = {{"time", std::chrono::duration<double>(now).count()},
                  {"machine", DescribeMachine(config.workers.device)}};
  const FigureSink add = [&figures](const Figure& figure) { figures[figure.name] = figure.value; };
  BenchRules(settings, add);
  BenchSearch(settings, add);
  BenchNetwork(settings, add);
  settings.device = config.train.device;
  figures["train.samples"] = BareTrainingRate(settings);
  return figures;
}

Json CompareWithMachine(const Json& iteration, const Json& machine) {
  const double evaluations = iteration["selfplay"]["evaluations_per_second"];
  const double samples = iteration["train"]["samples_per_second"];
  const auto share = [&machine](double rate, const char* of) {
    const double whole = machine.value(of, 0.0);
    return whole > 0 ? rate / whole : 0;
  };
  return {{"network.evaluations", machine.value("network.evaluations", 0.0)},
          {"selfplay.evaluations", evaluations},
          {"selfplay.ratio", share(evaluations, "network.evaluations")},
          {"train.samples", samples},
          {"train.ratio", share(samples, "train.samples")}};
}

}  // namespace raichi

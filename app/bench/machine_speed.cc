#include "app/bench/machine_speed.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "app/bench/bench.h"
#include "base/process.h"
#include "console/version.h"

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

/// Returns the seconds by the clock for each second of processor time in a phase of an iteration.
double SecondsByProcessorSecond(const Json& phase) {
  const double processor_seconds = phase["processor_seconds"];
  return processor_seconds > 0 ? phase["seconds"].get<double>() / processor_seconds : 0;
}

/// Returns speeds of an iteration, and their shares of those of the machine.
Json Compare(double evaluations, double samples, const Json& machine) {
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

}  // namespace

MachineSpeed MeasureSpeed(const RunConfig& config) {
  BenchSettings settings = SettingsOf(config);
  settings.network = ParseNetworkSize(kMeasuredNetwork);
  settings.train.batch = TrainConfig().batch;
  MachineSpeed speed;
  BenchNetwork(settings, [&](const Figure& figure) {
    speed.evaluations = WholeSpeed(figure.value.by_clock);
  });
  settings.device = config.train.device;
  speed.samples = WholeSpeed(BareTrainingRate(settings).per_second());
  return speed;
}

Json MeasureMachine(const RunConfig& config) {
  BenchSettings settings = SettingsOf(config);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  Json figures = {{"time", std::chrono::duration<double>(now).count()},
                  {"machine", DescribeMachine(config.workers.device)}};
  Json by_processor_time = Json::object();
  const auto add_value = [&](const std::string& name, const FigureValue& value) {
    figures[name] = value.by_clock;
    if (value.by_processor_time) by_processor_time[name] = *value.by_processor_time;
  };
  const FigureSink add = [&](const Figure& figure) { add_value(figure.name, figure.value); };
  BenchRules(settings, add);
  BenchSearch(settings, add);
  BenchNetwork(settings, add);
  settings.device = config.train.device;
  add_value("train.samples", FigureValue::Of(BareTrainingRate(settings)));
  figures[kByProcessorTime] = std::move(by_processor_time);
  return figures;
}

Json CompareWithMachine(const Json& iteration, const Json& machine) {
  const double evaluations = iteration["selfplay"]["evaluations_per_second"];
  const double samples = iteration["train"]["samples_per_second"];
  Json figures = Compare(evaluations, samples, machine);
  figures[kByProcessorTime] = Compare(evaluations * SecondsByProcessorSecond(iteration["selfplay"]),
                                      samples * SecondsByProcessorSecond(iteration["train"]),
                                      machine.value(kByProcessorTime, Json::object()));
  return figures;
}

}  // namespace raichi

#include "tools/run_bench.h"

#include <chrono>

#include "tools/bench.h"
#include "tools/machine.h"

namespace raichi {

Json MeasureMachine(const RunConfig& config) {
  BenchSettings settings;
  settings.seconds = 0.15;
  settings.all_rules = false;
  settings.network = config.network;
  settings.device = config.workers.device;
  settings.precision = config.workers.precision;
  settings.workers = config.workers.workers;
  settings.batch = config.workers.slots;
  settings.train = config.train;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  Json figures = {{"time", std::chrono::duration<double>(now).count()},
                  {"machine", DescribeMachine()}};
  const ReportFigure add = [&figures](const Figure& figure) {
    figures[figure.name] = figure.value;
  };
  BenchRules(settings, add);
  BenchSearch(settings, add);
  BenchNetwork(settings, add);
  settings.device = config.train.device;
  figures["train.samples"] = BareTrainingRate(settings);
  return figures;
}

Json CompareWithMachine(double evaluations_per_second, double samples_per_second,
                        const Json& machine) {
  const auto share = [&machine](double rate, const char* of) {
    const double whole = machine.value(of, 0.0);
    return whole > 0 ? rate / whole : 0;
  };
  return {{"selfplay.evaluations", evaluations_per_second},
          {"selfplay.ratio", share(evaluations_per_second, "network.evaluations")},
          {"train.samples", samples_per_second},
          {"train.ratio", share(samples_per_second, "train.samples")}};
}

}  // namespace raichi

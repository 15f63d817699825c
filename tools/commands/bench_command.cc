#include <memory>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "console/machine.h"
#include "console/output.h"
#include "console/progress.h"
#include "nn/model/network_config.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct Part {
  const char* name;
  void (*run)(const BenchSettings&, const ReportFigure&);
};
constexpr Part kParts[] = {
    {"rules", BenchRules},       {"search", BenchSearch}, {"network", BenchNetwork},
    {"selfplay", BenchSelfPlay}, {"train", BenchTrain},
};

struct BenchOptions {
  std::string part = "all";
  std::string network = "6x64";
  bool json = false;
  BenchSettings settings;
};

/// Three digits that matter: 953k, 0.931.
std::string FormatValue(double value) {
  return value < 10 ? fmt::format("{:.3f}", value) : FormatCount(value);
}

void PrintFigure(const Figure& figure, bool json) {
  if (!json) {
    return PrintLine(fmt::format("{:<22} {:>8} {:<8} {}{}", figure.name, FormatValue(figure.value),
                                 figure.unit, figure.rules, figure.detail));
  }
  Json object{{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}};
  if (!figure.rules.empty()) object["rules"] = figure.rules;
  if (!figure.detail.empty()) object["detail"] = figure.detail;
  PrintJson(object);
}

void PrintMachine(const std::string& description, bool json) {
  if (!json) return PrintLine(description);
  PrintJson({{"name", "machine"}, {"description", description}});
}

void RunBench(const BenchOptions& options) {
  BenchSettings settings = options.settings;
  settings.network = ParseNetworkSize(options.network);
  if (settings.precision != "fp16") settings.train.precision = settings.precision;
  PrintMachine(DescribeMachine(settings.device), options.json);
  for (const Part& part : kParts) {
    if (options.part != "all" && options.part != part.name) continue;
    part.run(settings, [&](const Figure& figure) {
      PrintFigure(figure, options.json);
      std::cout.flush();
    });
  }
}

}  // namespace

void AddBenchCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("bench", "Measure speed on this machine");
  auto options = std::make_shared<BenchOptions>();
  std::vector<std::string> parts{"all"};
  for (const Part& part : kParts) parts.push_back(part.name);
  command->add_option("part", options->part, "What to measure")
      ->check(CLI::IsMember(parts))
      ->capture_default_str();
  command->add_option("--network", options->network, "Size of the network")
      ->capture_default_str()
      ->type_name("BLOCKSxCHANNELS");
  command->add_option("--seconds", options->settings.seconds, "Time for each figure of one core")
      ->check(CLI::Range(0.01, 60.0))
      ->capture_default_str();
  command->add_option("--device", options->settings.device, "Where the network runs")
      ->capture_default_str();
  command->add_option("--precision", options->settings.precision, "auto, f32, bf16 or fp16")
      ->capture_default_str();
  command->add_option("--workers", options->settings.workers, "Threads that evaluate")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option("--threads", options->settings.threads, "Threads that share the batches of each")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command->add_option("--batch", options->settings.batch, "Positions evaluated at once")
      ->check(CLI::Range(1, 65536))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object a line");
  command->callback([options] { RunBench(*options); });
}

}  // namespace raichi

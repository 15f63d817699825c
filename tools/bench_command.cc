#include <memory>
#include <string>
#include <vector>

#include "rules/error.h"
#include "tools/bench.h"
#include "tools/commands.h"
#include "tools/machine.h"
#include "tools/output.h"
#include "tools/progress.h"

namespace raichi {
namespace {

struct Part {
  const char* name;
  void (*run)(const BenchSettings&, const ReportFigure&);
};
constexpr Part kParts[] = {
    {"rules", BenchRules},
    {"search", BenchSearch},
};

struct BenchOptions {
  std::string part = "all";
  std::string network = "6x64";
  bool json = false;
  BenchSettings settings;
};

/// `6x64`: blocks and channels.
void ParseNetwork(const std::string& text, BenchSettings* settings) {
  char rest = 0;
  const int read =
      std::sscanf(text.c_str(), "%4dx%5d%c", &settings->blocks, &settings->channels, &rest);
  if (read == 2 && settings->blocks >= 1 && settings->channels >= 1) return;
  throw UsageError("--network: expected BLOCKSxCHANNELS, as in 6x64, got '" + text + "'");
}

void PrintFigure(const Figure& figure, bool json) {
  if (!json) {
    PrintLine(fmt::format("{:<24} {:>8} {:<9} {}", figure.name, FormatCount(figure.value),
                          figure.unit, figure.rules));
    return;
  }
  Json object{{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}};
  if (!figure.rules.empty()) object["rules"] = figure.rules;
  PrintJson(object);
}

void RunBench(BenchOptions options) {
  ParseNetwork(options.network, &options.settings);
  if (!options.json) PrintLine(DescribeMachine());
  for (const Part& part : kParts) {
    if (options.part != "all" && options.part != part.name) continue;
    part.run(options.settings, [&](const Figure& figure) {
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
  command->add_flag("--json", options->json, "One JSON object a line");
  command->callback([options] { RunBench(*options); });
}

}  // namespace raichi

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/truth/bench_truth.h"
#include "app/truth/outcomes.h"
#include "base/error.h"
#include "base/text.h"
#include "console/output.h"
#include "console/version.h"
#include "nn/backend/open_ranks.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"
#include "rules/files/rule_file.h"
#include "run/players/find_model.h"
#include "run/ranks/ranks.h"
#include "run/truth/prediction.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct Part {
  const char* name;
  void (*run)(const BenchSettings&, const FigureSink&);
  /// About how often it measures for BenchSettings::seconds, as its source in app/bench/ says; 0:
  /// twice for each rule set.
  int measurements;
};
constexpr Part kParts[] = {
    {"rules", BenchRules, 0},        {"search", BenchSearch, 1}, {"network", BenchNetwork, 17},
    {"selfplay", BenchSelfPlay, 50}, {"train", BenchTrain, 48},
};

// Parts that measure no speed and are not in `all`:
constexpr const char* kTruth = "truth";
constexpr const char* kPrediction = "prediction";
constexpr const char* kOutcomes = "outcomes";

struct BenchOptions {
  std::string part = "all";
  std::string tested;
  std::string network = "6x64";
  std::string model;
  bool json = false;
  BenchSettings settings;
  std::vector<std::string> visits{"1", "16", "100"};
  bool check = false;
  BenchTruthSettings truth;
  std::string games;
  std::vector<std::string> plies{"0", "10", "20", "30", "40", "60", "80", "100", "150", "200"};
};

/// Formats a value with three significant digits: 953k, 0.931.
std::string FormatValue(double value) {
  return value < 10 ? fmt::format("{:.3f}", value) : FormatCount(value);
}

void PrintRow(const std::array<std::string, 5>& cells) {
  std::string row = fmt::format("{:<22} {:>8} {:<8} {:>18}  {}", cells[0], cells[1], cells[2],
                                cells[3], cells[4]);
  row.erase(row.find_last_not_of(' ') + 1);
  PrintLine(row);
}

void PrintFigure(const Figure& figure, bool json) {
  const auto& by_processor_time = figure.value.by_processor_time;
  if (!json) {
    return PrintRow({figure.name, FormatValue(figure.value.by_clock), figure.unit,
                     by_processor_time ? FormatValue(*by_processor_time) : "",
                     figure.rules + figure.detail});
  }
  Json object{{"name", figure.name}, {"value", figure.value.by_clock}, {"unit", figure.unit}};
  if (by_processor_time) object[kByProcessorTime] = *by_processor_time;
  if (!figure.rules.empty()) object["rules"] = figure.rules;
  if (!figure.detail.empty()) object["detail"] = figure.detail;
  PrintJson(object);
}

void PrintMachine(const std::string& description, bool json) {
  if (!json) {
    PrintLine(description);
    return PrintRow({"", "by clock", "", "by processor time", ""});
  }
  PrintJson({{"name", "machine"}, {"description", description}});
}

void RunBench(const BenchOptions& options) {
  BenchSettings settings = options.settings;
  settings.network = ParseNetworkSize(options.network);
  if (!options.model.empty()) {
    settings.model = FindModel(options.model);
    settings.network = ReadModelInfo(settings.model).network;
  }
  if (!options.truth.rules.empty()) settings.rules = options.truth.rules;
  if (settings.precision != "f16") settings.train.precision = settings.precision;
  const bool is_silent = settings.ranks != nullptr && settings.ranks->rank() > 0;
  if (!is_silent) PrintMachine(DescribeMachine(settings.device), options.json);
  std::vector<Part> parts;
  for (const Part& part : kParts) {
    if (options.part == "all" || options.part == part.name) parts.push_back(part);
  }
  const auto expected = [&](const Part& part) {
    const int twice_each = 2 * static_cast<int>(RuleSetNames().size());
    return settings.seconds * (part.measurements > 0 ? part.measurements : twice_each);
  };
  double all = 0;
  for (const Part& part : parts) all += expected(part);
  WorkClock clock(all);
  int number = 0;
  for (const Part& part : parts) {
    ++number;
    if (is_silent) {
      part.run(settings, [](const Figure&) {});
      continue;
    }
    {
      Measuring measuring(fmt::format("{}, part {} of {}", part.name, number, parts.size()), clock,
                          expected(part));
      part.run(settings, [&](const Figure& figure) {
        measuring.Interrupt([&] { PrintFigure(figure, options.json); });
      });
    }
    clock.Finish(expected(part));
  }
}

std::vector<int> ParseNumbers(const char* option, const std::vector<std::string>& words,
                              int least) {
  constexpr int kMost = 1'000'000;
  std::vector<int> numbers;
  for (const std::string& word : words) {
    const auto number = ParseNumber<int>(word, least, kMost);
    if (!number) {
      throw UsageError(
          fmt::format("{} {}: expected a number from {} to {}", option, word, least, kMost));
    }
    if (std::ranges::find(numbers, *number) != numbers.end()) {
      throw UsageError(fmt::format("{}: {} is named twice", option, *number));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

WorkersConfig WorkersOf(const BenchOptions& options) {
  WorkersConfig workers;
  workers.device = options.settings.device;
  workers.precision = options.settings.precision;
  workers.workers = options.settings.workers;
  return workers;
}

void RunTruth(const BenchOptions& options) {
  BenchTruthSettings settings = options.truth;
  settings.model = options.tested;
  settings.json = options.json;
  if (options.check) return CheckTruth(settings);
  if (settings.model.empty()) {
    throw UsageError("bench truth: expected a model, as in 'raichi bench truth models/tafl-9'");
  }
  settings.ask.visits = ParseNumbers("--visits", options.visits, 1);
  settings.ask.workers = WorkersOf(options);
  if (options.settings.batch > 0) settings.ask.workers.slots = options.settings.batch;
  BenchTruth(settings);
}

void RunPrediction(const BenchOptions& options) {
  if (options.tested.empty() || options.games.empty()) {
    throw UsageError(
        "bench prediction: expected a model and games, as in "
        "'raichi bench prediction runs/x --predict games'");
  }
  const std::filesystem::path model = FindModel(options.tested);
  const PredictedGames games(options.games);
  const Prediction prediction = games.By(model, WorkersOf(options));
  if (options.json) {
    return PrintJson({{"name", kPrediction},
                      {"model", ShowModel(model)},
                      {"positions", games.positions()},
                      {"policy", prediction.policy},
                      {"same_move", prediction.same_move},
                      {"value", prediction.value}});
  }
  PrintLine(fmt::format("{}: {} of {}", ShowModel(model), Counted(games.positions(), "position"),
                        options.games));
  PrintLine(fmt::format("policy loss  {:.4f}   cross-entropy with the searches, in nats",
                        prediction.policy));
  PrintLine(fmt::format("same move    {:.1f} %   its first move is the most visited one",
                        100 * prediction.same_move));
  PrintLine(fmt::format("value error  {:.4f}   squared distance from the result, 1, 0 or -1",
                        prediction.value));
}

void RunOutcomes(const BenchOptions& options) {
  const std::vector<std::string>& rules = options.truth.rules;
  if (options.tested.empty() || options.games.empty() || rules.size() > 1) {
    throw UsageError(
        "bench outcomes: expected a model, games and at most one rule set, as in "
        "'raichi bench outcomes models/tafl-11 --predict people.jsonl --rules copenhagen'");
  }
  const std::vector<int> plies = ParseNumbers("--plies", options.plies, 0);
  const std::vector<EndedGame> games =
      ReadEndedGames(options.games, rules.empty() ? "linnaeus" : rules[0], !rules.empty());
  const Outcomes outcomes = Foresee(games, FindModel(options.tested), WorkersOf(options), plies);
  if (options.json) return PrintJson(OutcomesToJson(outcomes));
  for (const std::string& line : FormatOutcomes(outcomes)) PrintLine(line);
}

/// Options and the parts of `raichi bench` that obey them; kSpeed stands for all that measure
/// speed.
using PartOptions = std::vector<std::pair<Option, std::vector<std::string>>>;
constexpr const char* kSpeed = "speed";

bool MeasuresSpeed(const std::string& part) {
  return part != kTruth && part != kPrediction && part != kOutcomes;
}

void CheckObeyed(const BenchOptions& options, const PartOptions& known) {
  const std::string& part = options.part;
  for (const auto& [option, parts] : known) {
    if (!option.IsGiven() || std::ranges::find(parts, part) != parts.end()) continue;
    if (MeasuresSpeed(part) && std::ranges::find(parts, kSpeed) != parts.end()) continue;
    const bool is_model = option.name() == "MODEL" || option.name() == "--model";
    if (!is_model) throw UsageError("bench " + part + ": does not obey " + option.name());
    throw UsageError("bench " + part + ": expected the model " +
                     (MeasuresSpeed(part) ? "after --model" : "without --model"));
  }
}

/// Several processes that mpirun or srun started measure training together, and anything else each
/// for itself.
void RunBenchOnRanks(BenchOptions options) {
  if (options.part == kTruth) return RunTruth(options);
  if (options.part == kPrediction) return RunPrediction(options);
  if (options.part == kOutcomes) return RunOutcomes(options);
  const std::unique_ptr<Reducer> ranks = options.part == "train" ? OpenRanks() : nullptr;
  options.settings.ranks = ranks.get();
  WorkAsRank(ranks.get(), [&] { RunBench(options); });
}

void AddTruthOptions(Command command, BenchOptions* options, PartOptions* known) {
  BenchTruthSettings& truth = options->truth;
  const auto add = [&](Option option, std::vector<std::string> parts) {
    known->emplace_back(option.Group("Truth"), std::move(parts));
    return option;
  };
  const Option visits =
      add(command
              .Add("--visits", &options->visits,
                   "Visits of each search; 1: the network alone (default: 1,16,100)")
              .Value("N")
              .Commas(),
          {kTruth});
  add(command
          .Add("--rules", &truth.rules,
               "With truth: only positions of these rule sets (default: those of the model's "
               "training); with train: the games' rule sets; with outcomes: one for all games "
               "(default: linnaeus)")
          .Value("RULES")
          .Commas(),
      {kTruth, kOutcomes, "train", "all"});
  const Option by_rules = add(command.AddFlag("--by-rules", &truth.by_rules,
                                              "Show rule sets rather than distances to the end"),
                              {kTruth});
  const Option held_out =
      add(command.AddFlag("--held-out", &truth.held_out,
                          "Take the half that no choice may be based on, rather than the other"),
          {kTruth});
  add(command.Add("--positions", &truth.positions, "Take N positions, spread evenly (default: all)")
          .Value("N")
          .AtLeast(1),
      {kTruth});
  add(command.Add("--truth", &truth.file, "Truth set (default: the one that comes with Raichi)")
          .Value("FILE"),
      {kTruth});
  add(command
          .AddFlag("--check", &options->check,
                   "Prove the positions of both halves again instead of asking a model")
          .Excludes(visits)
          .Excludes(by_rules)
          .Excludes(held_out),
      {kTruth});
}

}  // namespace

void AddBenchCommand(Program& program) {
  Command command = program.AddCommand(
      "bench", "Measure speed on this machine, or how well a model judges positions");
  auto options = std::make_shared<BenchOptions>();
  BenchSettings& settings = options->settings;
  std::vector<std::string> parts{"all"};
  for (const Part& part : kParts) parts.push_back(part.name);
  parts.insert(parts.end(), {kTruth, kPrediction, kOutcomes});
  command.Add("part", &options->part, "What to measure").OneOf(parts).ShowDefault();
  const auto known = std::make_shared<PartOptions>();
  const auto add = [&](Option option, std::vector<std::string> obeyed_by) {
    known->emplace_back(option, std::move(obeyed_by));
    return option;
  };
  add(command.Add("MODEL", &options->tested, "With truth, prediction or outcomes: the model")
          .Value("MODEL"),
      {kTruth, kPrediction, kOutcomes});
  const Option network = add(command.Add("--network", &options->network, "Size of the network")
                                 .Value("BLOCKSxCHANNELS")
                                 .ShowDefault(),
                             {kSpeed});
  add(command
          .Add("--model", &options->model,
               "Measure the network of this model, not one with random weights")
          .Value("MODEL")
          .Excludes(network),
      {kSpeed});
  add(command.Add("--seconds", &settings.seconds, "Time for each measurement of one core")
          .Value("S")
          .Range(0.01, 60)
          .ShowDefault(),
      {kSpeed});
  AddDeviceOption(command, &settings.device);
  command.Add("--precision", &settings.precision, "Precision: auto, f32, bf16 or f16")
      .Value("TYPE")
      .ShowDefault();
  command
      .Add("--workers", &settings.workers,
           "Threads that evaluate positions (default: as a run chooses)")
      .Range(1, 1024);
  add(command.Add("--team", &settings.team, "Workers of self-play that share each batch on a GPU")
          .Range(1, 1024)
          .ShowDefault(),
      {kSpeed});
  add(command.Add("--threads", &settings.threads, "Threads that share the batches of each worker")
          .Range(1, 1024)
          .ShowDefault(),
      {kSpeed});
  add(command
          .Add("--batch", &settings.batch,
               "Positions evaluated together (default: the best of several)")
          .Range(1, 65536),
      {kSpeed, kTruth});
  add(command
          .Add("--chunks", &settings.train.chunks, "Chunks of each training batch (train.chunks)")
          .Range(1, 1024)
          .ShowDefault(),
      {kSpeed});
  AddTruthOptions(command, options.get(), known.get());
  add(command
          .Add("--predict", &options->games,
               "With prediction: shards, or a folder of them, whose searches are predicted; with "
               "outcomes: JSON lines with moves and results")
          .Value("GAMES")
          .Group("Prediction"),
      {kPrediction, kOutcomes});
  add(command
          .Add("--plies", &options->plies,
               "With outcomes: after how many plies the network is asked, where 30 games got so "
               "far (default: 0,10,20,30,40,60,80,100,150,200)")
          .Value("N")
          .Commas()
          .Group("Prediction"),
      {kOutcomes});
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "What the names mean, per second where nothing else is said:\n\n"
      "  rules.perft, .playouts  perft nodes, and moves of random games, on one core\n"
      "  search.simulations      on one core with an evaluator that costs nothing, 128 visits per "
      "move\n"
      "  search.bytes_per_edge   memory of the whole tree per edge\n"
      "  search.bytes_per_node   that of one expanded node with 70 moves\n"
      "  search.bytes_held       that of the search of one game, including room to grow\n"
      "  network.evaluations     of the bare network on all workers, at its best batch size\n"
      "  network.peak_share      its arithmetic relative to that of large matrix products; "
      "Winograd's\n"
      "                          convolutions count as direct ones, so it may exceed 1\n"
      "  selfplay.evaluations    in self-play at its best batch size\n"
      "  selfplay.ratio          these relative to the bare network, measured in turn\n"
      "  train.samples           in training, on all ranks together\n"
      "  train.ratio             these relative to bare steps on tensors that are ready\n"
      "  train.sums              share of the time in training that rank 0 spends in sums over "
      "ranks,\n"
      "                          waiting included\n\n"
      "'mpirun -n 2 --bind-to none raichi bench train' measures training on two ranks together.\n\n"
      "Examples:\n"
      "  raichi bench\n"
      "  raichi bench selfplay --network 4x32 --workers 1\n"
      "  raichi bench selfplay --model models/linnaeus\n"
      "  raichi bench network --device cuda --precision f16 --batch 1024 --json\n"
      "  raichi bench truth models/tafl-9 --visits 1,16,100,400\n"
      "  raichi bench truth --check --positions 200\n"
      "  raichi bench prediction runs/x --predict games\n"
      "  raichi bench outcomes models/tafl-11 --predict people.jsonl --rules copenhagen");
  command.Run([options, known] {
    CheckObeyed(*options, *known);
    RunBenchOnRanks(*options);
  });
}

}  // namespace raichi

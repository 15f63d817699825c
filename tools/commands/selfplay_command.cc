#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/error.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/progress.h"
#include "nn/backend/devices.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "run/config/workers.h"
#include "run/files/folder.h"
#include "run/network.h"
#include "run/stream/stream_player.h"
#include "selfplay/play/selfplay_job.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct SelfPlayOptions {
  RunArguments run;
  int64_t games = 0;
  int stream = 1;
  std::string model;
  std::string output;
  std::optional<uint64_t> seed;
};

std::string Describe(const SelfPlayStats& stats, double seconds) {
  return fmt::format("self-play: {} games, {} plies each, {} evaluations/s, batches {:.0f}% full",
                     stats.games, static_cast<int>(stats.MeanPlies()),
                     FormatCount(static_cast<double>(stats.evaluations) / seconds),
                     100 * stats.BatchFill());
}

std::string Describe(const SelfPlaySummary& summary) {
  const std::string text = Describe(summary.stats, summary.seconds);
  if (summary.cache.misses == 0) return text;
  return text + fmt::format(", cache {:.1f}% hits", 100 * summary.cache.HitRate());
}

/// Plays games for a run with its newest model, and switches to each new model as it appears.
void PlayForRun(const SelfPlayOptions& options, const RunConfig& config,
                const Interrupt& interrupt) {
  const fs::path path = options.run.Folder();
  const RunFolder folder(path, config);
  const auto newest_model = [&folder] {
    const std::vector<int> models = folder.Models();
    if (!models.empty()) return models.back();
    throw Error(folder.path().string() +
                ": no model yet; start 'raichi run' or 'raichi train' first");
  };
  newest_model();
  OpenLogFile(path, fmt::format("selfplay-{:02}", options.stream));
  Progress progress;
  progress.Print(TryNetwork(config.workers, folder.Model(newest_model())).text);
  StreamPlayer player(config, folder, options.stream);
  int64_t games = 0;
  while (!interrupt.IsRequested() && (options.games == 0 || games < options.games)) {
    const int model = newest_model();
    const int64_t wanted = options.games == 0 ? INT64_MAX / 2 : options.games - games;
    const SelfPlaySummary summary =
        player.PlayMore(model, wanted, interrupt.token(), [&](const SelfPlaySummary& so_far) {
          if (!progress.IsDue()) return false;
          progress.Show(RunFolder::Numbered(model) + " " + Describe(so_far));
          return newest_model() != model;
        });
    games += static_cast<int64_t>(summary.stats.games);
    progress.Print(RunFolder::Numbered(model) + " " + Describe(summary));
  }
}

/// Plays a fixed number of games with one model. In f32, the same seed gives files with the same
/// bytes.
void PlayAlone(const SelfPlayOptions& options, RunConfig config, const Interrupt& interrupt) {
  const fs::path output = options.output;
  std::error_code error;
  fs::create_directories(output, error);
  if (error) throw Error(options.output + ": cannot create this folder: " + error.message());
  fs::path model = options.model;
  if (model.empty()) {
    model = output / "model.raichi";
    if (!fs::exists(model)) WriteRandomModel(model, config.network, config.seed);
  }
  const SelfPlayJob job = {.setup = SelfPlaySetupOf(config),
                           .folder = output,
                           .num_games = static_cast<uint64_t>(options.games),
                           .games_per_shard = config.loop.games_per_shard,
                           .workers = CountWorkers(config.workers),
                           .slots = config.workers.slots};
  Progress progress;
  progress.Print(TryNetwork(config.workers, model).text);
  SelfPlayProgress counts;
  const auto start = std::chrono::steady_clock::now();
  const auto describe = [&] {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    return Describe(counts.Snapshot(), time.count());
  };
  const std::string name = options.model.empty() ? "random" : model.filename().string();
  const SelfPlayHooks hooks = {
      .new_evaluator =
          [&](int worker) {
            return OpenNetworkEvaluator(model,
                                        {.device = DeviceOfWorker(config.workers.device, worker),
                                         .precision = config.workers.precision,
                                         .batch = config.workers.slots});
          },
      .model = [&] { return name; },
      .on_shard = {},
      .should_stop =
          [&] {
            if (progress.IsDue()) progress.Show(describe());
            return false;
          },
  };
  const JobOutcome outcome = PlayJob(job, hooks, interrupt.token(), &counts);
  progress.Finish();
  progress.Print(describe() + fmt::format("; {} games written, {} were there",
                                          outcome.games_written, outcome.games_found));
}

void SelfPlay(const SelfPlayOptions& options) {
  const Interrupt interrupt;
  RunConfig config = options.run.Load({"workers"}, options.output.empty());
  RequireSettled(config, options.run.config);
  if (options.seed) config.seed = *options.seed;
  if (options.output.empty()) {
    if (!options.model.empty() || options.seed) {
      throw UsageError("--model and --seed: expected --output with them");
    }
    PlayForRun(options, config, interrupt);
  } else {
    if (options.games <= 0) throw UsageError("--output: expected --games with it");
    PlayAlone(options, std::move(config), interrupt);
  }
}

}  // namespace

void AddSelfPlayCommand(Program& program) {
  auto options = std::make_shared<SelfPlayOptions>();
  Command command = program.AddCommand(
      "selfplay", "Play games for a run, or a fixed number of games with one model");
  AddRunOptions(command, &options->run);
  command.Add("--games", &options->games, "Games to play (default: until stopped)").AtLeast(0);
  command
      .Add("--stream", &options->stream,
           "Number of this process among those that play for one run at the same time; "
           "'raichi run' itself is 0")
      .Range(0, 99);
  command
      .Add("--output", &options->output,
           "Play --games games with one model into this folder instead of a run; in f32 the same "
           "seed gives the same bytes")
      .Value("DIR");
  command
      .Add("--model", &options->model,
           "With --output: the model (default: random weights from the seed)")
      .Value("MODEL");
  command.Add("--seed", &options->seed, "With --output: replaces the configuration's seed");
  command.Run([options] { SelfPlay(*options); });
}

}  // namespace raichi

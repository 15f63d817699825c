#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/process.h"
#include "base/text.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/output.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "run/config/auto_values.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "run/players/find_model.h"
#include "run/sharing/folder_kind.h"
#include "run/sharing/stream_claim.h"
#include "run/stream/run_selfplay.h"
#include "run/stream/selfplay_stream.h"
#include "run/training.h"
#include "selfplay/play/selfplay_job.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct SelfPlayOptions {
  RunArguments run;
  int64_t games = 0;
  std::string stream = "auto";
  bool wait = false;
  double pretended_milliseconds = -1;
  std::string model;
  std::string output;
  std::optional<uint64_t> seed;
};

/// Returns the number that --stream names, or nothing for auto.
std::optional<int> ParseStream(const std::string& word) {
  if (word == "auto") return std::nullopt;
  if (const auto number = ParseNumber(word, 0, kFirstClaimedStream - 1)) return number;
  throw UsageError(fmt::format("--stream {}: expected auto or a number from 0 to {}", word,
                               kFirstClaimedStream - 1));
}

/// Returns a random stream that differs between processes.
Rng RngOfProcess() { return Rng(Checksum(ThisProcess().ToString())); }

/// Plays games for a run that another process trains.
void PlayForRun(const SelfPlayOptions& options, const RunConfig& config,
                const Interrupt& interrupt) {
  const std::optional<int> chosen = ParseStream(options.stream);
  const fs::path path = options.run.Folder();
  if (!Exists(path / "config.yaml")) {
    throw Error(path.string() +
                ": no run yet; start 'raichi run' or 'raichi train' first, or add --wait");
  }
  const RunFolder folder(path, config);
  RunSelfPlayOptions play = {.stream = chosen ? TakeStream(path, *chosen) : ClaimStream(path),
                             .games = options.games};
  OpenLogFile(folder.path(), fmt::format("selfplay-{:02}", play.stream.number));
  Progress progress;
  if (options.pretended_milliseconds >= 0) {
    play.pretended_network =
        std::chrono::microseconds(static_cast<int64_t>(1000 * options.pretended_milliseconds));
    PrintWarning("--pretend-network: the games are meaningless; use a run that is not kept");
  } else {
    play.on_first_model = [&](int model) {
      progress.Print(TryNetwork(config.workers, folder.Model(model)).text);
    };
  }
  progress.Print(fmt::format("stream {} of {}", play.stream.number, folder.path().string()));
  RunSelfPlay(config, folder, play, RngOfProcess(), &progress).Run(interrupt.token());
}

/// Plays a fixed number of games with one model. In f32, the same seed gives files with the same
/// bytes.
void PlayAlone(const SelfPlayOptions& options, RunConfig config, const Interrupt& interrupt) {
  const fs::path output = options.output;
  RequireOutsideRuns(output);
  if (const auto kind = KindOf(output); kind && kind != FolderKind::kRun) {
    throw Error(output.string() + ": holds other work; choose another folder");
  }
  fs::path model = options.model.empty() ? "" : FindModel(options.model);
  CreateFolders(output);
  if (model.empty()) {
    model = output / "model.raichi";
    if (!Exists(model)) WriteRandomModel(model, config.network, config.seed);
  }
  RequireSameSettings(output, config, model);
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
    return DescribeStream({.stats = counts.Snapshot(), .seconds = SecondsSince(start)});
  };
  WorkClock clock(0);
  const std::string name = options.model.empty() ? "random" : model.filename().string();
  const auto networks = WorkersNetworks(model, config.workers);
  const SelfPlayHooks hooks = {
      .new_evaluator = [&](int worker) { return networks->Open(worker); },
      .model = [&] { return name; },
      .on_missing = [&](uint64_t games) { clock = WorkClock(static_cast<double>(games)); },
      .on_shard = {},
      .should_stop =
          [&] {
            if (!progress.IsDue()) return false;
            const auto games = static_cast<double>(counts.Snapshot().games);
            progress.Show(describe() + clock.TimeLeft(games));
            return false;
          },
  };
  const JobOutcome outcome = PlayJob(job, hooks, interrupt.token(), &counts);
  progress.Finish();
  progress.Print(describe() +
                 fmt::format("; {} written, {} {} there", Counted(outcome.games_written, "game"),
                             outcome.games_found, outcome.games_found == 1 ? "was" : "were"));
  if (!outcome.complete) throw Error("selfplay: stopped; the same command continues from here");
}

/// Throws UsageError if options do not suit games outside a run.
void CheckAlone(const SelfPlayOptions& options) {
  if (options.games <= 0) throw UsageError("--output: expected --games with it, at least 1");
  if (options.wait) throw UsageError("--wait: not with --output");
  if (!options.run.dir.empty()) throw UsageError("--dir: not with --output");
  if (options.stream != "auto") throw UsageError("--stream: not with --output");
  if (options.pretended_milliseconds >= 0) {
    throw UsageError("--pretend-network: not with --output");
  }
}

void SelfPlay(const SelfPlayOptions& options) {
  if (!options.output.empty()) CheckAlone(options);
  const Interrupt interrupt;
  if (options.wait && !WaitForRun(FolderToWaitFor(options.run), interrupt)) return;
  RunConfig config = options.run.Load({"workers"}, options.output.empty());
  RequireSettled(config, options.run.config);
  if (options.seed) config.seed = *options.seed;
  if (options.output.empty()) {
    if (!options.model.empty() || options.seed) {
      throw UsageError("--model and --seed: expected --output with them");
    }
    PlayForRun(options, config, interrupt);
  } else {
    PlayAlone(options, std::move(config), interrupt);
  }
}

}  // namespace

void AddSelfPlayCommand(Program& program) {
  auto options = std::make_shared<SelfPlayOptions>();
  Command command = program.AddCommand(
      "selfplay", "Play games for a run, or a fixed number of games with one model");
  AddRunOptions(command, "workers.slots=128", &options->run);
  command
      .Add("--games", &options->games,
           "Games to play (default: until the run is finished); required with --output")
      .AtLeast(0);
  command
      .Add("--stream", &options->stream,
           "Number of this process among those that play for one run: auto takes one that no other "
           "process has had; N is yours to choose from 0 to 99; 'raichi run' itself is 0")
      .Value("auto|N")
      .ShowDefault();
  command.AddFlag("--wait", &options->wait, "Wait for the run to begin if there is none yet");
  command
      .Add("--pretend-network", &options->pretended_milliseconds,
           "Replace the network by meaningless answers, each batch after MS milliseconds, to "
           "measure how many processes a shared folder can serve")
      .Value("MS")
      .Range(0, 60'000);
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
  command.Footer(
      "Any number of processes can play for a run, on all machines that see its folder, and come "
      "and\ngo at any time. Each plays with the newest model, waits for the first one, and pauses "
      "while more\ngames than those of two iterations wait for training, unless --games is "
      "given.\n\n"
      "Examples:\n"
      "  raichi selfplay runs/tablut\n"
      "  raichi selfplay configs/runs/tablut-plain.yaml --games 100 --output games --model "
      "models/linnaeus workers.slots=32");
  command.Run([options] { SelfPlay(*options); });
}

}  // namespace raichi

#include "tools/arguments/run_arguments.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <string>
#include <system_error>
#include <thread>

#include "app/bench/machine_speed.h"
#include "base/error.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/text.h"
#include "console/log.h"
#include "console/output.h"
#include "nn/backend/trainer.h"
#include "rules/files/program_data.h"
#include "run/config/auto_values.h"
#include "run/players/players.h"
#include "run/players/run_models.h"
#include "run/ranks/ranks.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
namespace {

const std::vector<std::string> kUsedHere = {"train"};

/// Returns what rank 0 chose for the keys that are `auto` in `loaded`, as changes `KEY=VALUE`.
std::vector<std::string> ShareChoice(const RunConfig& settled, const RunConfig& loaded,
                                     Reducer* ranks) {
  std::string text;
  if (ranks->rank() == 0) text = JsonText(AutoValuesOf(settled, loaded));
  ranks->Broadcast(&text);
  return ParseJson(text).get<std::vector<std::string>>();
}

}  // namespace

RunConfig LoadOnRanks(const RunArguments& arguments, Reducer* ranks,
                      std::vector<std::string>* news) {
  if (ranks == nullptr) return arguments.LoadSettled(kUsedHere, news);
  const RunConfig loaded = arguments.Load(kUsedHere);
  RequireSameConfig(loaded, ranks);
  CheckShares(loaded.train, ranks->size());
  RunConfig config = loaded;
  if (ranks->rank() == 0) arguments.Settle(kUsedHere, &config, news);
  TakeAutoValues(ShareChoice(config, loaded, ranks), &config);
  WaitForRanks(ranks);
  return config;
}

namespace fs = std::filesystem;

RunConfig RunArguments::Load(const std::vector<std::string>& used_here, bool for_run) const {
  const fs::path path = config;
  const std::optional<FirstModel> first = FindFirstModel(from, Folder());
  return LoadRunConfig(IsFolder(path) ? path / "config.yaml" : path, overrides, used_here,
                       for_run ? Folder() : fs::path(), first ? &*first : nullptr);
}

RunConfig RunArguments::LoadSettled(const std::vector<std::string>& used_here,
                                    std::vector<std::string>* news) const {
  RunConfig settled = Load(used_here);
  Settle(used_here, &settled, news);
  return settled;
}

void RunArguments::Settle(const std::vector<std::string>& used_here, RunConfig* loaded,
                          std::vector<std::string>* news) const {
  const bool is_new = !Exists(Folder() / "config.yaml");
  if (is_new && !loaded->selfplay.past_models.model.empty()) FindPastModel(*loaded);  // or fail now
  if (loaded->auto_keys.empty()) return;
  const RunConfig open = *loaded;
  loaded->machine = MeasureWithProgress(open);
  ChooseAutoValues(loaded);
  try {
    CheckRunConfig(loaded, used_here);
  } catch (const ReadError&) {
    throw;
  } catch (const Error& error) {
    throw Error(config + ": " + error.what());
  }
  news->push_back(DescribeSpeed(loaded->machine, loaded->budget.minutes));
  news->push_back("chosen for it: " + Join(AutoValuesOf(*loaded, open), " "));
}

MachineSpeed MeasureWithProgress(const RunConfig& config) {
  Progress progress;
  progress.Show("measuring the speed of this machine, to choose the values that are auto");
  return MeasureSpeed(config);
}

fs::path RunArguments::Folder() const {
  if (!dir.empty()) return dir;
  if (IsFolder(config)) return config;
  return fs::path("runs") / fs::path(config).stem();
}

void AddRunOptions(Command command, const std::string& change, RunArguments* arguments) {
  command
      .Add("config", &arguments->config,
           "Run configuration, such as configs/runs/quick.yaml, or an existing run folder")
      .Required();
  command
      .Add("overrides", &arguments->overrides,
           "Changes to the configuration, such as " + change +
               "; once a run has begun, only of keys that may change (raichi keys)")
      .Value("KEY=VALUE");
  command
      .Add("--dir", &arguments->dir,
           "Run folder (default: runs/NAME for NAME.yaml, or the folder that was named)")
      .Value("DIR");
}

void AddFromOption(Command command, RunArguments* arguments) {
  command
      .Add("--from", &arguments->from,
           "Begin a new run with the weights of this model, or of a run's newest one, in place of "
           "random ones")
      .Value("MODEL");
}

namespace fs = std::filesystem;

fs::path FolderToWaitFor(const RunArguments& run) {
  const bool is_file = fs::path(run.config).extension() == ".yaml";
  if (is_file && !Exists(OwnOrShipped(run.config))) {
    throw UsageError(run.config + ": there is no such configuration");
  }
  return run.dir.empty() && !is_file ? fs::path(run.config) : run.Folder();
}

namespace {

/// Why no run can ever have this folder; empty if one can.
std::string ReasonAgainst(const fs::path& run) {
  constexpr std::array kLasting = {ENOTDIR, ENAMETOOLONG, ELOOP, EACCES};
  std::error_code error;
  const fs::file_status status = fs::status(run, error);
  if (fs::exists(status) && !fs::is_directory(status)) return "this is a file";
  if (std::ranges::find(kLasting, error.value()) != kLasting.end()) return error.message();
  for (const fs::path& part : run) {  // also behind folders that are not there yet
    if (part.native().size() > NAME_MAX) {
      return std::generic_category().message(ENAMETOOLONG);
    }
  }
  return "";
}

}  // namespace

bool WaitForRun(const fs::path& run, const Interrupt& interrupt) {
  if (const std::string reason = ReasonAgainst(run); !reason.empty()) {
    throw UsageError(run.string() + ": no run can have this folder: " + reason +
                     "; expected the folder of a run, or of one that is to begin");
  }
  const auto is_there = [&] {
    std::error_code none;
    return fs::exists(run / "config.yaml", none);
  };
  if (const auto kind = KindOf(run); kind && kind != FolderKind::kRun) RequireRun(run);
  if (!is_there()) {
    PrintInfo(run.string() + ": waiting for the run, which 'raichi train' or 'raichi run' begins");
  }
  while (!interrupt.IsRequested()) {
    if (is_there()) return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

}  // namespace raichi

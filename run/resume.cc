#include "run/resume.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/error.h"
#include "console/output.h"
#include "nn/model/fit_network.h"
#include "nn/model/weights.h"
#include "run/files/model_id.h"
#include "run/files/run_model.h"
#include "run/files/set_aside.h"
#include "run/files/shard_name.h"
#include "selfplay/records/run_shards.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Returns whether a model's weights are those of the ledger. If they are not, moves the file or
/// folder to the backup.
bool Agrees(const LedgerRecord* record, const std::string& weights, const fs::path& path,
            Backup* backup) {
  if (record == nullptr || record->weights == weights) return true;
  backup->Move(path);
  PrintWarning(path.string() + ": is not what the run's ledger says of model " +
               RunFolder::Numbered(record->model) + "; moved to " + backup->folder().string());
  return false;
}

std::optional<ResumePoint> FindState(const RunFolder& folder, const Ledger& ledger,
                                     Backup* backup) {
  const std::vector<int> numbers = folder.Optimizers();
  for (auto newest = numbers.rbegin(); newest != numbers.rend(); ++newest) {
    const int number = *newest;
    const fs::path path = folder.Optimizer(number);
    ResumePoint point{.model = number, .state = {}, .is_state_saved = true};
    if (!ReadOrSetAside(path, [&] { point.state = ReadTrainerState(path); })) continue;
    const std::string weights = WeightsChecksum(point.state.network, point.state.averages);
    if (Agrees(ledger.Find(number), weights, path, backup)) return point;
  }
  return std::nullopt;
}

TrainerState StateOf(const RunConfig& config, const NetworkConfig& network, int64_t steps,
                     std::vector<float> weights) {
  TrainerState state;
  state.network = network;
  state.optimizer = config.train.optimizer;
  state.step = state.moments_begin = steps;
  state.seed = config.seed;
  state.averages = weights;
  state.weights = std::move(weights);
  return state;
}

/// Returns the window of a model that has no trainer state. If the ledger does not know it, returns
/// all shards that were played before the model was made.
WindowState WindowBefore(int model, const RunFolder& folder, const Ledger& ledger,
                         const ModelInfo& info) {
  if (const auto window = ledger.WindowOf(model)) return *window;
  WindowState window;
  for (const fs::path& path : RunShards(folder.games()).All()) {
    const auto name = ShardName::Parse(path.filename());
    if (name && name->model < model) window.shards.push_back(path.filename());
  }
  window.positions_made = info.TrainingNumber("positions");
  return window;
}

std::optional<ResumePoint> FindModel(const RunConfig& config, const RunFolder& folder,
                                     const Ledger& ledger, Backup* backup) {
  const std::vector<int> numbers = folder.Models();
  for (auto newest = numbers.rbegin(); newest != numbers.rend(); ++newest) {
    const int number = *newest;
    const fs::path path = folder.Model(number);
    std::optional<Model> model = ReadModelOrSetAside(path);
    if (!model) continue;
    const std::string weights = WeightsChecksum(model->info.network, model->weights);
    if (!Agrees(ledger.Find(number), weights, path, backup)) continue;
    ResumePoint point{.model = number, .state = {}, .is_state_saved = false};
    point.state =
        StateOf(config, model->info.network, model->info.steps, std::move(model->weights));
    point.state.window = WindowBefore(number, folder, ledger, model->info);
    return point;
  }
  return std::nullopt;
}

/// Returns the weights with which the run began. Throws Error if they were those of a model that
/// has changed since.
std::vector<float> FirstWeights(const RunConfig& config) {
  if (!config.origin) return InitialWeights(config.network, config.seed);
  const Model first = ReadPinnedModel(*config.origin);
  return FitNetwork(first.info.network, config.network, first.weights);
}

/// Whether these weights are those with which the run began.
bool IsFirst(const RunConfig& config, const TrainerState& state) {
  if (!config.origin) return state.averages == InitialWeights(config.network, config.seed);
  NetworkConfig network = state.network;
  if (config.origin->canvas > 0) network.canvas = config.origin->canvas;
  const auto are_first_of = [&](bool destinations) {
    network.policy_destinations = destinations;
    const std::vector<float> weights = FitNetwork(state.network, network, state.averages);
    return WeightsChecksum(network, weights) == config.origin->weights;
  };
  return are_first_of(state.network.policy_destinations) || are_first_of(false);
}

/// Returns the newest model that any file of the run mentions.
int NewestTrace(const RunFolder& folder, const Ledger& ledger) {
  int newest = std::max(ledger.last_model(), 0);
  for (const fs::path& path : RunShards(folder.games()).All()) {
    if (const auto name = ShardName::Parse(path.filename())) newest = std::max(newest, name->model);
  }
  return newest;
}

}  // namespace

ResumePoint FindResumePoint(const RunConfig& config, const RunFolder& folder, const Ledger& ledger,
                            Backup* backup) {
  if (auto point = FindState(folder, ledger, backup)) return *point;
  const auto point = FindModel(config, folder, ledger, backup);
  if (point && (point->model > 0 || !IsFirst(config, point->state))) {
    PrintWarning(folder.path().string() +
                 ": no trainer state is left; training goes on from the "
                 "weights of model " +
                 RunFolder::Numbered(point->model) + " with a fresh optimizer");
    return *point;
  }
  if (point || NewestTrace(folder, ledger) == 0) {
    ResumePoint begin;
    begin.state =
        StateOf(config, config.network, 0, point ? point->state.averages : FirstWeights(config));
    return begin;
  }
  throw Error(folder.path().string() +
              ": neither a model nor a trainer state of this run is left, but its games are; put "
              "models/NNNNNN or optimizer/NNNNNN back, or begin a new run in another --dir");
}

}  // namespace raichi

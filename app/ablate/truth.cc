#include "app/ablate/truth.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

#include "app/ablate/matches.h"
#include "run/files/json_log.h"
#include "run/files/model_id.h"
#include "run/truth/model_truth.h"

namespace raichi {
namespace {

constexpr int kVisits = 16;

void CheckLine(const Json& line) {
  line.at("weights").get<std::string>();
  for (const char* key : {"signs", "kept", "positions"}) line.at(key).get<double>();
}

/// The answers of models to a set of positions.
class AskedModels {
 public:
  AskedModels(const Ablation& ablation, const Interrupt& interrupt, Progress* progress)
      : positions_(ShippedTruthUnder(OpenNamedRulesOf(ablation.base))),
        settings_{.visits = {1, kVisits}, .workers = ablation.base.workers},
        interrupt_(interrupt),
        progress_(progress),
        log_(ablation.dir / "truth.jsonl", CheckLine) {}

  bool HasPositions() const { return !positions_.empty(); }

  /// Returns nothing if it was interrupted.
  std::optional<RunTruth> Ask(const AblatePlayer& player) {
    const std::string weights = WeightsChecksum(player.folder);
    const auto known = std::ranges::find_if(log_.lines(), [&](const Json& line) {
      return line.at("weights") == weights && line.at("positions") == positions_.size();
    });
    if (known != log_.lines().end()) return RunTruth{known->at("signs"), known->at("kept")};
    const auto attend = [&](double done) {
      if (progress_->IsDue()) {
        progress_->Show(fmt::format("proven positions: {}, {:.0f} %", player.name, 100 * done));
      }
      return !interrupt_.IsRequested();
    };
    const std::vector<TruthShares> shares =
        TruthSharesOf(player.folder, positions_, settings_, attend);
    if (shares.empty()) return std::nullopt;
    const RunTruth truth = {shares[0].signs.Value(), shares[1].kept.Value()};
    log_.Append({{"model", player.name},
                 {"weights", weights},
                 {"positions", positions_.size()},
                 {"signs", truth.signs},
                 {"kept", truth.kept}});
    return truth;
  }

 private:
  const std::vector<TruthPosition> positions_;
  const ModelTruthSettings settings_;
  const Interrupt& interrupt_;
  Progress* progress_;
  JsonLog log_;
};

}  // namespace

TruthOfRuns MeasureTruth(const Ablation& ablation, const std::vector<AblateRun>& runs,
                         const Interrupt& interrupt, Progress* progress) {
  TruthOfRuns all;
  AskedModels models(ablation, interrupt, progress);
  if (!models.HasPositions()) return all;
  for (const AblateRun& run : runs) {
    const std::vector<AblatePlayer> players = EndPointOf(run, ablation.plan);
    const auto count = static_cast<double>(players.size());
    RunTruth mean;
    for (const AblatePlayer& player : players) {
      const std::optional<RunTruth> truth = models.Ask(player);
      if (!truth) return all;
      mean.signs += truth->signs / count;
      mean.kept += truth->kept / count;
    }
    if (!players.empty()) all[run.name] = mean;
  }
  progress->Finish();
  return all;
}

}  // namespace raichi

#include "app/ablate/matches.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <fstream>
#include <set>
#include <string>

#include "app/ablate/plan.h"
#include "app/matches/match_blocks.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/output.h"
#include "run/config/auto_values.h"
#include "run/config/pinned_rules.h"
#include "run/files/folder.h"
#include "run/players/find_model.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

PlayerSettings SettingsOf(const Ablation& ablation) {
  PlayerSettings settings;
  settings.visits = ablation.plan.visits;
  settings.network.device = ablation.base.workers.device;
  settings.network.precision = ablation.base.workers.precision;
  return settings;
}

MatchArguments ArgumentsOf(const Ablation& ablation) {
  MatchArguments arguments;
  arguments.pairs = ablation.plan.pairs;
  arguments.seed = ablation.base.seed;
  arguments.opening_plies = ablation.base.evaluation.opening_random_plies;
  arguments.workers = CountWorkers(ablation.base.workers);
  arguments.players = SettingsOf(ablation);
  return arguments;
}

/// Returns all pairings under each rule set of the configuration.
std::vector<Fixture> FixturesOf(const Ablation& ablation, const std::vector<Pairing>& pairings) {
  const std::vector<RulesPtr> rules = OpenNamedRulesOf(ablation.base);
  std::vector<Fixture> fixtures;
  for (const Pairing& pairing : pairings) {
    std::set<std::string> seen;
    for (size_t i = 0; i < rules.size(); ++i) {
      if (!seen.insert(DistinctName(*rules[i])).second) continue;
      const fs::path copy = PinnedRulesFile(ablation.FolderOfRules(), ablation.base.rules[i]);
      fixtures.push_back({pairing, Exists(copy) ? copy.string() : ablation.base.rules[i]});
    }
  }
  return fixtures;
}

/// Returns a run's models after these shares of its models, each once.
std::vector<AblatePlayer> ModelsAt(const std::vector<double>& shares, const AblateRun& run,
                                   const AblatePlan& plan) {
  const std::vector<int> models = NumbersInFolder(run.folder / "models");
  std::vector<AblatePlayer> players;
  for (const double share : models.empty() ? std::vector<double>() : shares) {
    const auto place = std::lround(share * static_cast<double>(models.size() - 1));
    const std::string number = RunFolder::Numbered(models[static_cast<size_t>(place)]);
    const std::string name = fmt::format("{}/{}@{}", run.name, number, plan.visits);
    if (!players.empty() && players.back().name == name) continue;
    const fs::path folder = run.folder / "models" / number;
    const double made = (static_cast<double>(place) + 1) / static_cast<double>(models.size());
    players.push_back({fmt::format("{}@{}", folder.string(), plan.visits), name, made, folder});
  }
  return players;
}

}  // namespace

std::vector<AblatePlayer> EndPointOf(const AblateRun& run, const AblatePlan& plan) {
  return ModelsAt({0.75, 0.875, 1}, run, plan);
}

std::vector<AblatePlayer> OpponentsOf(const Ablation& ablation) {
  if (ablation.HasReference()) {
    const AblateRun reference = ReferenceOf(ablation);
    std::vector<AblatePlayer> players = ModelsAt({0.5, 1}, reference, ablation.plan);
    if (players.empty()) throw Error(reference.folder.string() + ": has no model yet");
    return players;
  }
  std::vector<AblatePlayer> players;
  std::set<std::string> names;
  for (const std::string& word : ablation.plan.opponents) {
    players.push_back({word, PlayerName(word, SettingsOf(ablation))});
    if (!names.insert(players.back().name).second) {
      throw UsageError("opponent '" + players.back().name + "' is named twice");
    }
  }
  return players;
}

std::vector<Pairing> PairingsOf(const Ablation& ablation, const std::vector<AblateRun>& runs) {
  const std::vector<AblatePlayer> opponents = OpponentsOf(ablation);
  std::vector<Pairing> pairings;
  for (const AblateRun& run : runs) {
    for (const AblatePlayer& player : EndPointOf(run, ablation.plan)) {
      for (const AblatePlayer& opponent : opponents) {
        pairings.push_back({player.word, opponent.word, player.name, opponent.name});
      }
    }
  }
  return pairings;
}

bool PlayPairings(const Ablation& ablation, const std::vector<Pairing>& pairings,
                  const Interrupt& interrupt) {
  return PlayMissingTogether(ablation.FolderOfWork(), FixturesOf(ablation, pairings),
                             ArgumentsOf(ablation), interrupt, ablation.ResultsFile());
}

namespace {

/// Matches of which the results lack pairs. All runs must be finished.
uint64_t CountMissing(const Ablation& ablation, const std::vector<AblateRun>& runs) {
  const fs::path file = ablation.ResultsFile();
  MatchResults results(Exists(file) ? file.string() : "", MatchResults::Access::kRead);
  const std::vector<Fixture> fixtures = FixturesOf(ablation, PairingsOf(ablation, runs));
  return TasksOf(fixtures, ArgumentsOf(ablation), &results).size();
}

}  // namespace

WorkStatus StatusOfAblation(const fs::path& folder) {
  const Ablation ablation = OpenAblation({.config = folder.string()}, [](const RunConfig& config) {
    return config.machine;  // the plan has all values
  });
  const std::vector<AblateRun> compared = RunsOf(ablation);
  std::vector<AblateRun> runs = compared;
  if (ablation.HasReference()) runs.push_back(ReferenceOf(ablation));
  const auto finished = std::erase_if(runs, [](const AblateRun& run) { return run.IsFinished(); });
  std::vector<fs::path> blocks;
  for (const AblateRun& run : runs) blocks.push_back(BlockOf(ablation, run));
  WorkStatus status = StatusOfBlocks(ablation.FolderOfWork(), "ablation", blocks);
  status.folder = folder.string();
  status.done += finished;
  status.note = fmt::format("{} of {} finished", finished, Counted(finished + runs.size(), "run"));
  const WorkStatus matches = StatusOfMatches(ablation.FolderOfWork());
  status.done += matches.done;
  status.missing += matches.missing;
  status.in_work.insert(status.in_work.end(), matches.in_work.begin(), matches.in_work.end());
  // Those that have begun have no result before all of them are done.
  if (runs.empty() && status.IsFinished()) status.missing = CountMissing(ablation, compared);
  return status;
}

std::string CommandLine() {
  std::ifstream file("/proc/self/cmdline");
  std::string line = "raichi", word;
  std::getline(file, word, '\0');  // the path of this program
  while (std::getline(file, word, '\0')) line += " " + QuoteForShell(word);
  return line;
}

}  // namespace raichi

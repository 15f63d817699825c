#include "app/ablate/matches.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/files/paths.h"
#include "console/work_clock.h"
#include "run/config/pinned_rules.h"
#include "run/config/workers.h"
#include "run/files/folder.h"
#include "run/find_model.h"

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

/// A pairing under a rule set.
struct Fixture {
  Pairing pairing;
  std::string rules;
  uint64_t pairs_left = 0;
};

std::vector<Fixture> FixturesOf(const Ablation& ablation, const std::vector<Pairing>& pairings,
                                const MatchResults& results) {
  const std::vector<RulesPtr> rules = OpenNamedRulesOf(ablation.base);
  std::vector<Fixture> fixtures;
  for (const Pairing& pairing : pairings) {
    std::set<std::string> seen;
    for (size_t i = 0; i < rules.size(); ++i) {
      const std::string name = DistinctName(*rules[i]);  // its name in the results
      if (!seen.insert(name).second) continue;
      const uint64_t known = results.PairsBetween(pairing.a_name, pairing.b_name, name);
      const uint64_t wanted = ablation.plan.pairs;
      const fs::path copy = PinnedRulesFile(ablation.FolderOfRules(), ablation.base.rules[i]);
      const std::string word = Exists(copy) ? copy.string() : ablation.base.rules[i];
      if (known < wanted) fixtures.push_back({pairing, word, wanted - known});
    }
  }
  return fixtures;
}

/// Estimates the time left for all matches.
WorkClock ClockOf(const std::vector<Fixture>& fixtures) {
  double pairs = 0;
  for (const Fixture& fixture : fixtures) pairs += static_cast<double>(fixture.pairs_left);
  return WorkClock(pairs);
}

}  // namespace

std::string PlayerNameOf(const AblateRun& run, const AblatePlan& plan) {
  const std::optional<fs::path> model = NewestModelOf(run.folder);
  const std::string number = model ? "/" + model->filename().string() : "";
  return fmt::format("{}{}@{}", run.name, number, plan.visits);
}

std::vector<std::string> OpponentNames(const Ablation& ablation) {
  std::vector<std::string> names;
  for (const std::string& word : ablation.plan.opponents) {
    names.push_back(PlayerName(word, SettingsOf(ablation)));
    if (std::count(names.begin(), names.end(), names.back()) > 1) {
      throw UsageError("opponent '" + names.back() + "' is named twice");
    }
  }
  return names;
}

std::vector<Pairing> PairingsOf(const Ablation& ablation, const std::vector<AblateRun>& runs) {
  const std::vector<std::string> opponents = OpponentNames(ablation);
  std::vector<Pairing> pairings;
  for (size_t i = 0; i < runs.size(); ++i) {
    const std::string word = fmt::format("{}@{}", runs[i].folder.string(), ablation.plan.visits);
    const std::string name = PlayerNameOf(runs[i], ablation.plan);
    for (size_t k = 0; k < opponents.size(); ++k) {
      pairings.push_back({word, ablation.plan.opponents[k], name, opponents[k]});
    }
    for (size_t j = 0; j < i; ++j) {
      if (runs[j].seed != runs[i].seed) continue;
      pairings.push_back({word, fmt::format("{}@{}", runs[j].folder.string(), ablation.plan.visits),
                          name, PlayerNameOf(runs[j], ablation.plan)});
    }
  }
  return pairings;
}

bool PlayPairings(const Ablation& ablation, const std::vector<Pairing>& pairings,
                  const Interrupt& interrupt, Progress* progress, MatchResults* results) {
  const std::vector<Fixture> fixtures = FixturesOf(ablation, pairings, *results);
  MatchArguments arguments = ArgumentsOf(ablation);
  WorkClock clock = ClockOf(fixtures);
  for (size_t i = 0; i < fixtures.size() && !interrupt.IsRequested(); ++i) {
    const auto& [pairing, rules, pairs_left] = fixtures[i];
    arguments.rules = rules;
    const std::string title = fmt::format("match {} of {}: {} against {}: ", i + 1, fixtures.size(),
                                          pairing.a_name, pairing.b_name);
    const auto show = [&](const MatchOutcome& so_far, uint64_t pairs) {
      if (!progress->IsDue()) return;
      progress->Show(title + DescribeProgress(so_far, pairs) +
                     clock.TimeLeft(static_cast<double>(so_far.num_pairs())));
    };
    PlayMissingPairs(pairing, arguments, interrupt, show, results);
    clock.Finish(static_cast<double>(pairs_left));
  }
  progress->Finish();
  return !interrupt.IsRequested();
}

}  // namespace raichi

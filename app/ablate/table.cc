#include "app/ablate/table.h"

#include <algorithm>
#include <set>

#include "app/ablate/seed_mean.h"
#include "base/error.h"

namespace raichi {
namespace {

/// The input of a table.
struct Measured {
  const AblatePlan& plan;
  const std::vector<AblateRun>& runs;  // finished
  std::vector<std::string> opponents;
  std::vector<MatchResult> results;  // between these players only
  RatingTable ratings;

  std::string NameOf(const AblateRun& run) const { return PlayerNameOf(run, plan); }
  bool IsOpponent(const std::string& player) const {
    return std::ranges::find(opponents, player) != opponents.end();
  }
  const AblateRun* Find(const std::string& variant, uint64_t seed) const {
    const auto place = std::ranges::find_if(
        runs, [&](const AblateRun& run) { return run.variant == variant && run.seed == seed; });
    return place == runs.end() ? nullptr : &*place;
  }
};

Measured Measure(const Ablation& ablation, const std::vector<AblateRun>& finished,
                 const std::vector<MatchResult>& all_results) {
  if (finished.empty()) throw Error(ablation.dir.string() + ": no run is finished");
  Measured measured{ablation.plan, finished, OpponentNames(ablation), {}, {}};
  std::set<std::string> players(measured.opponents.begin(), measured.opponents.end());
  for (const AblateRun& run : finished) players.insert(measured.NameOf(run));
  for (const MatchResult& result : all_results) {
    const bool known = players.contains(result.a) && players.contains(result.b);
    if (known) measured.results.push_back(result);
  }
  measured.ratings = Rate(measured.results, {.anchor = measured.opponents.back()});
  return measured;
}

RunCounts MeanCounts(const std::vector<const AblateRun*>& runs) {
  RunCounts mean;
  for (const AblateRun* run : runs) {
    const RunCounts counts = CountsOf(*run);
    for (double RunCounts::*count :
         {&RunCounts::games, &RunCounts::positions, &RunCounts::steps, &RunCounts::minutes}) {
      mean.*count += counts.*count / static_cast<double>(runs.size());
    }
  }
  return mean;
}

/// Games of the runs against the opponents; in such matches the run is the first player.
void AddTallies(const Measured& measured, const std::vector<const AblateRun*>& runs,
                VariantResult* variant) {
  for (const AblateRun* run : runs) {
    for (const MatchResult& result : measured.results) {
      if (result.a != measured.NameOf(*run) || !measured.IsOpponent(result.b)) continue;
      variant->attackers += result.a_attackers;
      variant->defenders += result.a_defenders;
    }
  }
}

VariantResult ResultOf(const Measured& measured, const std::string& variant) {
  const std::string& base = measured.plan.variants.front().name;
  std::vector<const AblateRun*> runs;
  std::vector<RatingSum> ratings, differences;
  for (const AblateRun& run : measured.runs) {
    if (run.variant != variant) continue;
    runs.push_back(&run);
    ratings.push_back({{measured.NameOf(run), 1}});
    const AblateRun* other = variant == base ? nullptr : measured.Find(base, run.seed);
    if (other == nullptr) continue;
    differences.push_back({{measured.NameOf(run), 1}, {measured.NameOf(*other), -1}});
  }
  VariantResult result;
  result.variant = variant;
  result.seeds = static_cast<int>(runs.size());
  if (runs.empty()) return result;
  result.rating = MeanOverSeeds(measured.ratings, ratings);
  if (!differences.empty()) result.difference = MeanOverSeeds(measured.ratings, differences);
  AddTallies(measured, runs, &result);
  result.made = MeanCounts(runs);
  return result;
}

}  // namespace

AblateTable MakeAblateTable(const Ablation& ablation, const std::vector<AblateRun>& finished,
                            const std::vector<MatchResult>& results) {
  const Measured measured = Measure(ablation, finished, results);
  AblateTable table;
  for (const Variant& variant : ablation.plan.variants) {
    table.variants.push_back(ResultOf(measured, variant.name));
  }
  for (const Rating& rating : measured.ratings.ratings) {
    if (measured.IsOpponent(rating.player)) table.opponents.push_back(rating);
  }
  return table;
}

}  // namespace raichi

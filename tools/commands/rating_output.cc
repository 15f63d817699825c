#include "tools/commands/rating_output.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "console/match_json.h"
#include "console/output.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

/// `64% (+13 =0 -7)`
std::string ScoreAndCounts(const Tally& tally) {
  return fmt::format("{:>4} (+{} ={} -{})", Percent(tally), tally.wins, tally.draws, tally.losses);
}

/// The width of a column with the names of the rule sets; 0 if all results have the same.
size_t WidthOfRules(const std::vector<MatchResult>& results) {
  size_t width = 0;
  std::set<std::string> names;
  for (const MatchResult& result : results) {
    names.insert(result.rules);
    width = std::max(width, result.rules.size() + 1);
  }
  return names.size() > 1 ? width : 0;
}

}  // namespace

void PrintRunRatings(const RunEvaluator& evaluator, int model) {
  const RatingTable table = evaluator.Ratings();
  if (table.ratings.empty()) return;
  PrintLine("");
  for (const std::string& line : FormatRatings(table)) PrintLine(line);
  PrintLine("");
  const std::vector<MatchResult> results = evaluator.ResultsOf(model);
  const size_t width = WidthOfRules(results);
  PrintLine(fmt::format("{:<20} {:<{}}{:<20} {:<20} score    elo    ±", "last model against",
                        width > 0 ? "under" : "", width, "as attackers", "as defenders"));
  for (const MatchResult& result : results) {
    const EloWithError lead = table.Combine({{result.a, 1}, {result.b, -1}});
    PrintLine(fmt::format("{:<20} {:<{}}{:<20} {:<20} {:>5}  {:5.0f} {:4.0f}", result.b,
                          width > 0 ? result.rules : "", width, ScoreAndCounts(result.a_attackers),
                          ScoreAndCounts(result.a_defenders), Percent(result.total()),
                          WholeElo(lead.elo), lead.error));
  }
}

void PrintRunRatingsJson(const RunEvaluator& evaluator, int model) {
  for (const Rating& rating : evaluator.Ratings().ratings) {
    PrintJson({{"player", rating.player},
               {"elo", rating.rating.elo},
               {"error", rating.rating.error},
               {"games", rating.attackers.games() + rating.defenders.games()}});
  }
  for (const MatchResult& result : evaluator.ResultsOf(model)) PrintJson(ToJson(result));
}

}  // namespace raichi

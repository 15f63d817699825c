#include "tools/commands/rating_output.h"

#include <string>

#include "console/match_json.h"
#include "console/output.h"

namespace raichi {
namespace {

/// `64% (+13 =0 -7)`
std::string ScoreAndCounts(const Tally& tally) {
  return fmt::format("{:>4} (+{} ={} -{})", Percent(tally), tally.wins, tally.draws, tally.losses);
}

}  // namespace

void PrintRunRatings(const RunEvaluator& evaluator, int model) {
  const RatingTable table = evaluator.Ratings();
  if (table.ratings.empty()) return;
  PrintLine("");
  for (const std::string& line : FormatRatings(table)) PrintLine(line);
  PrintLine("");
  PrintLine(fmt::format("{:<20} {:<20} {:<20} score    elo    ±", "last model against",
                        "as attackers", "as defenders"));
  for (const MatchResult& result : evaluator.ResultsOf(model)) {
    const EloWithError lead = table.Combine({{result.a, 1}, {result.b, -1}});
    PrintLine(fmt::format("{:<20} {:<20} {:<20} {:>5}  {:5.0f} {:4.0f}", result.b,
                          ScoreAndCounts(result.a_attackers), ScoreAndCounts(result.a_defenders),
                          Percent(result.total()), lead.elo, lead.error));
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

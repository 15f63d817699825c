#pragma once

#include <string>
#include <vector>

#include "console/output.h"
#include "selfplay/ratings/match_result.h"

namespace raichi {

/// The strength of a run's models, computed from its results. `opponents` are the fixed players,
/// `lines` are those of metrics/progress.jsonl. Null if there are no results.
///
///   anchor  the player whose rating is 0; empty if nobody can be rated yet
///   models  [{model, elo, error, seconds, games, evaluations, samples, results}], ascending;
///           results are [{opponent, rules, attackers: {wins, draws, losses}, defenders}]
///   fixed   [{player, elo, error}], best first
///   sides   [{rules, attackers_advantage, slope, informative_games, levels}]: how balanced each
///           rule set is, as ToJson(SideTerm) describes it
///   rules   [{rules, models: [{model, elo, error}], fixed}]: the ratings by the results under each
///           rule set alone, if there are several
Json EvaluationSummary(const std::vector<MatchResult>& results,
                       const std::vector<std::string>& opponents, const std::vector<Json>& lines);

}  // namespace raichi

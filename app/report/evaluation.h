#pragma once

#include <string>
#include <vector>

#include "console/output.h"
#include "selfplay/ratings/match_result.h"

namespace raichi {

/// The strength of a run's models from its results, `opponents` being the fixed players:
///   anchor                          the player rated 0
///   models [{model, elo, error, seconds, games, evaluations, attackers, defenders}], in order;
///          a side is {games, score, low, high}: against the fixed players, with a 95 % interval
///   fixed  [{player, elo, error}]   best first
///   sides  [{rules, elo, error}]    the attackers' advantage
///   newest [{opponent, rules, attackers: {wins, draws, losses}, defenders}], of the last model
/// `lines` are those of metrics/progress.jsonl. Null without results.
Json EvaluationSummary(const std::vector<MatchResult>& results,
                       const std::vector<std::string>& opponents, const std::vector<Json>& lines);

}  // namespace raichi

#pragma once

#include <string>

#include "console/output.h"
#include "rules/rules.h"
#include "selfplay/ratings/match_result.h"
#include "selfplay/ratings/side_term.h"

namespace raichi {

/// `{"wins":…,"draws":…,"losses":…}`.
Json ToJson(const Tally& tally);
/// `{"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}`.
Json ToJson(const MatchResult& result);
/// Reads such an object. Ignores other keys. Throws Error naming what is missing or wrong.
MatchResult MatchResultFromJson(const Json& json);

/// Returns the fingerprint of rules in 16 hexadecimal digits, as files name it (`rules_id`). It
/// differs between rule sets of the same name that play differently.
std::string RulesId(const Rules& rules);

/// `{"elo":…,"error":…}`.
Json ToJson(const EloWithError& value);
/// `{"rules":…,"attackers_advantage":{"elo":…,"error":…},"slope":{…},"informative_games":…,
/// "levels":[{"rating":…,"elo":…,"error":…,"score":…,"score_low":…,"score_high":…,"draws":…,
/// "draws_low":…,"draws_high":…},…]}`. `attackers_advantage` is that of the middle level.
Json ToJson(const SideTerm& side);

}  // namespace raichi

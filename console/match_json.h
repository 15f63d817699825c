#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "console/output.h"
#include "rules/rules.h"
#include "stats/ratings/match_result.h"
#include "stats/ratings/rating_problem.h"

namespace raichi {

/// `{"wins":…,"draws":…,"losses":…}`.
Json ToJson(const Tally& tally);
/// `{"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}`.
Json ToJson(const MatchResult& result);
/// Reads such an object. Ignores other keys. Throws Error naming what is missing or wrong.
MatchResult MatchResultFromJson(const Json& json);

/// Returns `first_pair` of a line of results: the number of the first of its pairs of games in its
/// match (MatchConfig::first_pair). Nothing if a program wrote the line that did not say so. Throws
/// Error if it is no such number.
std::optional<uint64_t> FirstPairOf(const Json& line);

/// Notes the pairs of games that the lines of a file hold, so that each counts once, although a
/// line was written twice or a file was added to itself. A match is known by its players, their
/// weights, its rules, openings and seed.
class SeenPairs {
 public:
  /// Returns false, and notes nothing, if the line holds pairs of an earlier line. Lines without a
  /// first pair hold other ones.
  bool Add(const Json& line);

 private:
  using Range = std::pair<uint64_t, uint64_t>;        // from the first to before the second
  std::map<std::string, std::vector<Range>> ranges_;  // by match
};

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

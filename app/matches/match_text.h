#pragma once

#include <string>
#include <vector>

#include "console/output.h"
#include "selfplay/match/match.h"

namespace raichi {

/// The output of `raichi match` for an outcome with at least one pair. `test` is the sequential
/// test of the outcome, if it has one.

Json MatchToJson(const MatchOutcome& outcome, const SprtConfig& test);
/// A table for people, one element per line.
std::vector<std::string> FormatMatch(const MatchOutcome& outcome, const SprtConfig& test);

/// `elo +12, 95 % interval -3 to +27`. If every pair was won or lost, for which the estimate is
/// infinite, the finite bound: `elo at least +191 (95 %; all pairs won)`.
std::string DescribeElo(const EloEstimate& elo);

/// Reads the hypotheses of a sequential test, as in `0,20`, into `test`. Throws UsageError.
void ParseSprt(const std::string& text, SprtConfig* test);

}  // namespace raichi

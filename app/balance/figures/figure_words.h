#pragma once

#include <string>

#include "app/balance/figures/figures.h"
#include "stats/balance/bids.h"

namespace raichi {

/// Returns what makes the sides even, with its 95 % interval: `attackers search 2.4 times as much
/// (1.2 to 5.1)`, with alpha-beta `attackers search 1.3 plies deeper (at least 0.3)`. Empty if the
/// factor is infinite or below 1.05, or if the games tell nothing of it. Factors of 16 and more are
/// not told exactly, because games at four times the visits tell little of them.
std::string HandicapText(const Handicap& handicap, const std::string& family);
/// `king wins within 12 turns (8 to 20)`; empty if the bid is not finite, or if the games tell
/// nothing of it.
std::string BidText(const FairBid& bid);

/// Says what the figures of a rule set mean, in words for people who know no statistics.
std::string SentenceOf(const RulesFigures& figures);

}  // namespace raichi

#pragma once

#include <optional>
#include <string>

#include "app/balance/study/facts.h"
#include "selfplay/balance/fair_bid.h"
#include "selfplay/balance/handicap.h"

namespace raichi {

/// How much a family searches at a level, up to a factor. A ply of alpha-beta counts as a doubling.
double SearchAt(int level, const std::string& family);

/// Returns the fair handicap of a rule set; nothing without such games, or if it is larger than 64,
/// an extrapolation that nobody should trust.
std::optional<Handicap> HandicapOf(const PlayedGames& games, const StudyPlan& plan);

/// Returns the score of a search against one with half as many visits, both sides together; nothing
/// without games with a handicap.
std::optional<double> ScoreOfTwiceTheSearch(const PlayedGames& games);

/// Returns the fair bid of a rule set; nothing if there are fewer than two bids, or if it lies far
/// outside them.
std::optional<FairBid> BidOf(const PlayedGames& games);

}  // namespace raichi

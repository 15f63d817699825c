#pragma once

#include <optional>

#include "app/balance/study/facts.h"
#include "selfplay/balance/score_estimate.h"

namespace raichi {

/// What the attackers score if one side plays the approximate best response to the study's first
/// model that training found, and that model plays the other side (docs/balance.md, "Sandwiches").
struct Sandwich {
  /// The attackers' scores: of the model's against the best response of the defenders, and of the
  /// best response of the attackers. The value of the rules, for such players, lies between the
  /// two. The intervals count games and openings; each end rests on one training run.
  ScoreEstimate low, high;
  Tally low_games, high_games;  // of the attackers
};

/// Returns the sandwich of a rule set; nothing unless both kinds of games were played.
std::optional<Sandwich> SandwichOf(const PlayedGames& games);

}  // namespace raichi

#pragma once

#include <filesystem>
#include <string>

#include "run/players.h"

namespace raichi {

/// A trained model as a player: the model and the limits of its searches.
struct ModelPlayer {
  std::filesystem::path model;
  int visits = 0;
  double seconds = 0;  // per move instead of visits; 0: visits
  int in_flight = 0;   // leaves evaluated together

  /// `runs/x/models/000120@200`, `model.raichi@1.5s`, `model.raichi@800x16`.
  std::string Name() const;
  /// Most visits of a search; by the clock kMaxVisits.
  int MaxVisits() const { return seconds > 0 ? kMaxVisits : visits; }
};

/// Reads a player's word that names a model, as `PlayerName` describes it. Throws UsageError.
ModelPlayer FindModelPlayer(const std::string& word, const PlayerSettings& settings);

}  // namespace raichi

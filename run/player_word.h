#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "run/players.h"

namespace raichi {

/// A trained model as a player: the model and the limits of its searches.
struct ModelPlayer {
  std::filesystem::path model;
  int visits = 0;         // 0: the caller stops its searches (Player::StopWhen)
  double seconds = 0;     // per move; 0: visits limit the search
  int in_flight = 0;      // leaves evaluated together
  std::string precision;  // f32, bf16 or f16; empty: that of PlayerSettings::network

  /// Returns the player's name, such as `runs/x/models/000120@200`, `model.raichi@1.5s`,
  /// `model.raichi@800x16` or `model.raichi@200/f32`; without limits of its own the model alone.
  std::string Name() const;
  /// Returns the largest number of visits of a search; kMaxVisits if something else ends it.
  int MaxVisits() const { return seconds > 0 || visits == 0 ? kMaxVisits : visits; }
};

/// A word that names a model as a player, in two parts.
struct ModelWord {
  std::filesystem::path model;
  std::string search;  // such as `@200x16/f32`; may be empty
};
/// Finds the model of such a word. Throws UsageError if there is none.
ModelWord SplitModelWord(const std::string& word);

/// Reads a word that names a model as a player (see `PlayerName`). Throws UsageError.
ModelPlayer FindModelPlayer(const std::string& word, const PlayerSettings& settings);

/// A word that names a player which follows a proof: `proof:FILE`, or `proof:FILE,PLAYER` for one
/// that plays like PLAYER where it has no move of the proof.
struct ProofWord {
  std::string file;
  std::string otherwise = "greedy";
};
/// Returns nothing for other words. Throws UsageError if the file is missing.
std::optional<ProofWord> ParseProofWord(const std::string& word);
/// Returns the part of such a word that names the other player; another word as it is.
std::string WithoutProof(const std::string& word);

}  // namespace raichi

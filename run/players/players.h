#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "mcts/players/levels.h"
#include "mcts/players/player.h"
#include "mcts/players/search_player.h"
#include "nn/backend/network_evaluator.h"
#include "run/players/find_model.h"
#include "run/players/proofs.h"

namespace raichi {

/// Settings for players that are named by words on the command line. A word may override them.
struct PlayerSettings {
  int visits = 200;    // per move of a trained model; 0: until the caller stops it
  double seconds = 0;  // per move; 0: visits limit the search
  int in_flight = 0;   // leaves of a search evaluated together; 0: LoneInFlight for searches by the
                       // clock, kLoneInFlight for long ones that run alone, otherwise 1
  bool alone = false;  // a search runs alone: no other fills batches
  /// Of a model's search: varies the first moves, so that games differ.
  MoveTemperature temperature = SearchPlayerConfig::MatchSearch().temperature;
  NetworkEvaluatorConfig network;  // its batch is the number of simultaneous games
  bool cache = true;               // evaluate a position that a search meets again only once
  std::shared_ptr<ProofShelf> proofs = std::make_shared<ProofShelf>();  // that players follow
};

/// Upper bound on the visits of a search, also of one that time limits.
inline constexpr int kMaxVisits = 10'000'000;

/// Range of the seconds per move.
inline constexpr double kMinSeconds = 0.001, kMaxSeconds = 86400;

/// Number of leaves in flight of a search that runs alone, as in `raichi play`
/// (docs/performance.md).
inline constexpr int kLoneInFlight = 16;
/// Returns the number for a search that runs alone and that only time limits: enough leaves to keep
/// the network's threads busy.
int LoneInFlight(int threads);

/// Returns a player's full name, which states everything that the player's strength depends on. For
/// `random`, `greedy`, `playouts:N` and `alphabeta:N` it is the word itself. For a model
/// (LookForModel) it is the path, the visits or seconds per move (if it has such limits), and the
/// leaves in flight unless there is one: `runs/x/models/000120@200`, `model.raichi@1.5s`,
/// `model.raichi@800x16`. A word may have the same ending (or `:` for `@`) and after it a precision
/// of the network, which the name then has too: `model.raichi@800/f32`. For a player that follows a
/// proof (ParseProofWord) it is `proof:FILE,` and the name of the other player, for a careless one
/// (ParseCarelessWord) `careless:PERCENT,` and that name. Throws UsageError, which lists the
/// possible words, if the word names no player.
std::string PlayerName(const std::string& word, const PlayerSettings& settings);

/// Returns a word that names the same player later too: in place of a run, whose newest model may
/// become another one, it has the path of the model. Throws UsageError as PlayerName.
std::string PinnedWord(const std::string& word);

/// Returns the word for the model that `word` names at a level, whatever limits the word has.
std::string WordAtLevel(const std::string& word, const Level& level,
                        const PlayerSettings& settings);
/// Returns the level at which the model that a word names would play, a proof aside; null if that
/// is none, or the word names no model.
const Level* LevelOfWord(const std::string& word, const PlayerSettings& settings);

/// Opens the player that a word names. Throws Error if its model or proof cannot be used.
std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, const PlayerSettings& settings);

/// Whether a player obeys the limits of searches in PlayerSettings, because it is a model or plays
/// like one where neither a proof nor chance moves it.
bool ObeysLimits(const std::string& word);

/// Whether the player thinks for a given time, so that simultaneous games would weaken it.
bool ThinksByTheClock(const std::string& word, const PlayerSettings& settings);

/// Returns the largest number of visits per move of the model that a word names; kMaxVisits if
/// something else ends its searches.
int VisitsOf(const std::string& word, const PlayerSettings& settings);

/// Describes who plays: `models/linnaeus plays brandubh, which it was not trained on`; if it is the
/// NearestModelOf the rules: `models/linnaeus plays cartier; it was trained on linnaeus, the
/// nearest rules`. Omits the second half for a model that was trained on these rules and for
/// players without a model. Throws Error if the model cannot be read.
std::string DescribePlayer(const std::string& word, const Rules& rules);

/// Throws Error if the board is too large for the model that the word names, if it names one, and
/// UsageError if it names a proof for other rules.
void CheckFits(const std::string& word, const Rules& rules);

/// Logs a warning for each model among `words` that was not trained on these rules. Throws Error if
/// a player does not fit (CheckFits).
void WarnOfUntrained(const std::set<std::string>& words, const Rules& rules);

/// The possible words for players, for help texts.
inline constexpr char kPlayerWords[] =
    "random, greedy, shuffle, playouts:N, alphabeta:N, a model or a run's folder, perhaps with a "
    "limit a move (runs/x@400 for visits, runs/x@1.5s for seconds), proof:FILE,PLAYER to follow a "
    "proof, or careless:PERCENT,PLAYER to play so many turns at random";

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

/// A word that names a player which plays some of its turns at random: `careless:PERCENT,PLAYER`.
struct CarelessWord {
  int percent = 0;  // 1 to 99
  std::string otherwise;
};
/// Returns nothing for other words. Throws UsageError if a part is missing or wrong.
std::optional<CarelessWord> ParseCarelessWord(const std::string& word);
std::string ToString(const CarelessWord& word);

/// Returns the part of a word of these two kinds that names the other player, without a proof and
/// without random turns; another word as it is.
std::string PlainWord(const std::string& word);

}  // namespace raichi

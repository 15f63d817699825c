#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "mcts/players/player.h"
#include "nn/backend/network_evaluator.h"

namespace raichi {

/// How the players that words name are to play.
struct PlayerSettings {
  int visits = 200;    // of a trained model's searches, unless its word says
  double seconds = 0;  // a turn instead of visits, unless its word says; 0: visits
  int in_flight = 0;  // leaves of a search evaluated together; 0: LoneInFlight by the clock, else 1
  float initial_temperature = 0.5f;  // of its first moves, so that games differ
  NetworkEvaluatorConfig network;    // its batch is the number of games at once
};

/// The most visits that a search may be asked for; by the clock it may spend as many.
inline constexpr int kMaxVisits = 10'000'000;

/// The range of seconds a turn that a search may be given.
inline constexpr double kMinSeconds = 0.001, kMaxSeconds = 86400;

/// Leaves in flight of a search that is alone, such as that of `raichi play`: docs/performance.md.
inline constexpr int kLoneInFlight = 16;
/// The same where time is all that limits it: as many as give each thread of a network work.
int LoneInFlight(int threads);

/// A player's full name, which says all about its strength: of `random`, `greedy`, `playouts:N` and
/// `alphabeta:N` the word itself; of a model (a file, a model folder, or a run's folder, which
/// means its newest model) its path and visits or seconds a turn, and the leaves in flight if not
/// one: `runs/x/models/000120@200`, `model.raichi@1.5s`, `model.raichi@800x16`. A word may end so
/// (or with `:` for `@`). Throws UsageError, saying what is possible, if the word names no player.
std::string PlayerName(const std::string& word, const PlayerSettings& settings);

/// The player that a word names, as `PlayerName`. Throws Error if its model cannot be used.
std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, const PlayerSettings& settings);

/// The model that a path means: itself, or the newest of a run's folder. Throws UsageError if there
/// is none.
std::filesystem::path FindModel(const std::string& path);

/// Whether the player of a word thinks for a time, so that games beside it would weaken it.
bool ThinksByTheClock(const std::string& word, const PlayerSettings& settings);

/// Visits of the searches of a model that a word names, at most; by the clock kMaxVisits.
int VisitsOf(const std::string& word, const PlayerSettings& settings);

/// Whom to play when nobody is named: the published model of a rule set, models/NAME beside the
/// program's configs/; else the newest model, by date, of the runs in the folder `runs` that was
/// trained on it; without one, `alphabeta:4`.
std::string DefaultOpponent(const std::string& rules_name, const std::filesystem::path& runs);

/// The name of the shipped rule set that plays like these rules; their own if there is none.
std::string ShippedName(const Rules& rules);

/// `models/linnaeus plays brandubh, which it was not trained on`; of a model that was, or a player
/// that is none, without the rest. Throws Error if the model cannot be read.
std::string DescribePlayer(const std::string& word, const Rules& rules);

/// Warns on standard error of models among `words` that were not trained on these rules.
void WarnOfUntrained(const std::set<std::string>& words, const Rules& rules);

/// What player words may be, for help texts.
inline constexpr char kPlayerWords[] =
    "random, greedy, playouts:N, alphabeta:N, a model or a run's folder (runs/x, with @VISITS or "
    "@SECONDSs)";

}  // namespace raichi

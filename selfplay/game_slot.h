#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcts/search.h"
#include "rules/rng.h"
#include "selfplay/record.h"

namespace raichi {

/// How self-play games are played.
struct SelfPlayConfig {
  SearchConfig search;  // with the temperature of moves

  // Playout cap randomisation (Wu 2019, 3.1): each turn is a full search with this probability,
  // noisy and a policy target; the others are fast, without noise and no targets.
  int full_visits = 128;
  int fast_visits = 24;
  float full_search_fraction = 0.25f;
  bool noise = true;  // root noise in full searches

  // Opening variety: a game begins with k random plies, k uniform in 0 .. this.
  int opening_random_plies = 0;

  // A side resigns when its search's value was below -threshold in this many of its turns running.
  // A threshold of 1 or more: never. This fraction of the games is played out all the same, which
  // measures how often resigning would have been wrong.
  float resign_threshold = 1;
  int resign_consecutive = 3;
  float resign_playout_fraction = 0.1f;

  int max_plies = 512;  // then the game is a draw by ply limit
};

/// What all games of a run share.
struct SelfPlaySetup {
  SelfPlayConfig config;
  uint64_t seed = 0;
  std::vector<RulesPtr> rules;  // each game draws one uniformly; repeat one to weigh it
};

/// A game to be played: its id, and the model's name for the record.
struct GameTicket {
  uint64_t id = 0;
  std::string model;
};

/// A finished game, with what the record does not tell.
struct FinishedGame {
  GameRecord record;
  uint32_t searched_turns = 0;
  uint32_t proven_turns = 0;             // whose search proved the position
  Side would_resign = Side::kAttackers;  // the side meant by the record's would_resign_ply
};

/// Throws UsageError naming the value that makes no sense.
void CheckConfig(const SelfPlayConfig& config);

/// Plays one self-play game after another with one search. A game is fixed by (setup, ticket, what
/// the evaluator answers): its random stream is `Rng(Mix64(seed) ^ Mix64(id + 1))`. Not
/// thread-safe; `setup` must outlive it. Allocates only when a game begins and when a turn is
/// recorded.
class GameSlot {
 public:
  explicit GameSlot(const SelfPlaySetup* setup);

  /// Begins a game; the one before must be over.
  void Begin(const GameTicket& ticket);
  /// The game goes on under another model: the record names the first and the last.
  void Rename(const std::string& model);
  /// The next leaf to evaluate; plays moves on the way, and returns null once the game is over.
  /// Holds until `Backup`.
  const LeafRequest* SelectLeaf();
  void Backup(const Evaluation& evaluation) { search_->Backup(evaluation); }
  /// The game that is over.
  FinishedGame Take();

 private:
  void RecordOpening(const Game& game);
  void StartTurn();
  void FinishTurn();
  void RecordTurn(const SearchResult& result, Move move);
  bool Resigns(float value);
  void End(::raichi::Result result, Reason reason);

  const SelfPlaySetup* setup_;
  std::vector<std::string> rules_yaml_;  // one per rule set
  std::optional<Search> search_;         // made with the first game
  Rng rng_{0};
  FinishedGame finished_;
  bool playing_ = false;    // a game is on
  bool searching_ = false;  // a turn is on
  bool full_search_ = false;
  bool may_resign_ = false;
  int bad_turns_[2] = {0, 0};  // running turns below the threshold, by side
};

}  // namespace raichi

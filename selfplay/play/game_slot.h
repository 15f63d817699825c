#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcts/search/search.h"
#include "rules/rng.h"
#include "selfplay/play/selfplay_config.h"
#include "selfplay/records/record.h"

namespace raichi {

/// What all games of a run share.
struct SelfPlaySetup {
  SelfPlayConfig config;
  uint64_t seed = 0;
  std::vector<RulesPtr> rules;  // each game draws one uniformly; repeat one to weigh it
  /// Of the budgets of each side's searches, by rule set; empty: 1.
  std::vector<std::array<float, 2>> visit_factors;
};

/// Whose evaluations a search needs.
enum class ModelRole : uint8_t { kNewest, kPast };

/// A game to be played. The newest model plays both sides, unless there is a past one.
struct GameTicket {
  uint64_t id = 0;
  std::string model;       // the newest model's name for the record
  std::string past_model;  // plays `past_side`; empty: none does
  Side past_side = Side::kAttackers;
  std::optional<StartPoint> start;  // instead of drawn rules, their setup and a random opening
};

/// A finished game, with what the record does not tell.
struct FinishedGame {
  GameRecord record;
  uint32_t searched_turns = 0;
  uint64_t visits = 0;                   // of all searches, kept subtrees included
  uint32_t proven_turns = 0;             // whose search proved the position
  Side would_resign = Side::kAttackers;  // the side meant by the record's would_resign_ply
};

/// Plays one self-play game after another with one search, or one for each of two models. A game is
/// determined by the setup, the ticket and the evaluations; its random stream is
/// `StreamOf(seed, RandomDomain::kGame, id)`. The past model always searches fast; its turns are
/// not policy targets. Not thread-safe; `setup` must outlive it. Allocates only when a game begins
/// and when a turn is recorded.
class GameSlot {
 public:
  explicit GameSlot(const SelfPlaySetup* setup);

  /// Begins a game; the one before must be over.
  void Begin(const GameTicket& ticket);
  /// The game goes on under other models: the record names the first and the last of each.
  void Rename(const std::string& model, const std::string& past_model);
  /// The next leaf to evaluate; plays moves on the way, and returns null once the game is over.
  /// Holds until `Backup`.
  const LeafRequest* SelectLeaf();
  /// Whose evaluation the leaf needs.
  ModelRole role() const;
  void Backup(const Evaluation& evaluation) { search().Backup(evaluation); }
  /// The game that is over.
  FinishedGame Take();

 private:
  void BeginRecord(const GameTicket& ticket, const std::string& rules_yaml, const Game& game);
  void BeginSearches(const Game& game, uint64_t seed);
  void StartTurn();
  void FinishTurn();
  void RecordTurn(const SearchResult& result, Move move);
  float VisitFactor(Side side) const;
  bool Resigns(float value);
  void End(::raichi::Result result, Reason reason);
  std::string& NameOf(Side side);
  Search& search() { return *searches_[static_cast<size_t>(role())]; }
  const Game& game() const { return searches_[0]->game(); }

  const SelfPlaySetup* setup_;
  std::vector<std::string> rules_yaml_;  // one per rule set
  std::array<std::optional<Search>, 2>
      searches_;  // by role, made with the first game that needs it
  Rng rng_{0};
  size_t rules_ = 0;  // of the setup's
  FinishedGame finished_;
  std::optional<Side> past_side_;  // the side that a past model plays
  bool playing_ = false;           // a game is on
  bool searching_ = false;         // a turn is on
  bool full_search_ = false;
  bool may_resign_ = false;
  int bad_turns_[2] = {0, 0};  // running turns below the threshold, by side
};

}  // namespace raichi

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "mcts/search/search.h"
#include "selfplay/play/selfplay_config.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Writes a search's policy target and values to the record of its turn. Leaves the move, the kind
/// of search and the surprise alone.
void RecordSearch(const SearchResult& result, TurnRecord* turn);

/// Returns how much a search's policy target surprised the evaluator: the Kullback-Leibler
/// divergence sum target log(target / prior) from the evaluator's priors, before noise and the
/// root's temperature, in nats ("policy surprise" in KataGo, docs/KataGoMethods.md). None if the
/// result has no policy or the evaluator was not asked for priors.
std::optional<float> PolicySurprise(const SearchResult& result);

/// Settings shared by all games of a run.
struct SelfPlaySetup {
  SelfPlayConfig config;
  uint64_t seed = 0;
  /// Each game draws one. To weight a rule set, list it several times. The last
  /// `random_rules` of them are the run's random rule sets, which `random_share` of the games draw.
  std::vector<RulesPtr> rules;
  size_t random_rules = 0;
  double random_share = 0;
  /// With which the named rule sets are drawn, in their order. Empty: all are drawn evenly.
  std::vector<double> rule_weights;
  /// Factors by which the search budgets are multiplied, indexed by rule set and side. Empty means
  /// 1 throughout.
  std::vector<std::array<float, 2>> visit_factors;
  /// Records the surprise of each policy target (PolicySurprise).
  bool record_surprise = false;
};

/// The model whose evaluations a search needs.
enum class ModelRole : uint8_t { kNewest, kPast };

/// A game in progress that another process has left. Its record was checked (CheckUnfinished).
struct BegunGame {
  GameRecord record;
  size_t rules = 0;               // Index into SelfPlaySetup::rules.
  std::optional<Side> past_side;  // The side that a past model plays.
};

/// A game to be played. The newest model plays both sides unless `past_model` is set.
struct GameTicket {
  uint64_t id = 0;
  std::string model;       // Name of the newest model, for the record.
  std::string past_model;  // Name of the model that plays `past_side`; empty if there is none.
  Side past_side = Side::kAttackers;
  std::shared_ptr<const BegunGame> begun{};  // To go on with; null for a new game.
};

/// A finished game with statistics that its record does not hold.
struct FinishedGame {
  GameRecord record;
  uint32_t searched_turns = 0;
  uint64_t visits = 0;            // Sum over all searches, including visits of kept subtrees.
  uint32_t proven_turns = 0;      // Turns whose search proved the position.
  Side first = Side::kAttackers;  // The side of the record's first turn.
  /// The side that would have resigned at the record's would_resign_ply.
  Side would_resign = Side::kAttackers;
};

/// Player of self-play games, one after another, with one search, or with one search for each of
/// two models. A game is determined by the setup, the ticket and the evaluations; its random stream
/// is `StreamOf(seed, RandomDomain::kGame, id)`, for a game that was begun elsewhere the part after
/// that. The past model always searches fast; its turns are
/// not policy targets. Not thread-safe. `setup` must outlive the slot. Allocates memory only when a
/// game begins and when a turn is recorded.
class GameSlot {
 public:
  explicit GameSlot(const SelfPlaySetup* setup);

  /// Begins a game. The previous game must be over.
  void Begin(const GameTicket& ticket);
  /// Continues the game with other models. For each side the record names the first and the last
  /// model that played it.
  void Rename(const std::string& model, const std::string& past_model);
  /// Returns the next leaves to evaluate, at most `kMostLeaves`, playing moves on the way, or none
  /// once the game is over. They stay valid until `Answer`. Only a full search at a Gumbel root has
  /// more than one at a time, because there they change nothing.
  std::span<const LeafRequest> SelectLeaves();
  static constexpr int kMostLeaves = 16;
  /// Returns the model that must evaluate the leaves.
  ModelRole role() const;
  void Answer(std::span<const Evaluation> evaluations) { search().Answer(evaluations); }
  /// Returns the record of the game in progress, up to its last move; null if none has a searched
  /// turn. Valid until the next move.
  const GameRecord* InProgress() const;
  /// Returns the finished game. The game must be over.
  FinishedGame Take();

 private:
  void GoOn(const GameTicket& ticket);
  int BadTurnsAtEnd(Side side, const Game& end) const;
  void BeginRecord(const GameTicket& ticket, const Game& game);
  void BeginSearches(const Game& game, uint64_t seed);
  void StartTurn();
  void FinishTurn();
  void RecordTurn(const SearchResult& result, Move move);
  float VisitFactor(Side side) const;
  bool Resigns(float value);
  void End(Result result, Reason reason);
  std::string& NameOf(Side side);
  Search& search() { return *searches_[static_cast<size_t>(role())]; }
  const Game& game() const { return searches_[0]->game(); }

  const SelfPlaySetup* setup_;
  // By ModelRole; each is created for the first game that needs it.
  std::array<std::optional<Search>, 2> searches_;
  Rng rng_{0};
  size_t rules_ = 0;  // Index into setup_->rules.
  FinishedGame finished_;
  std::optional<Side> past_side_;  // The side that the past model plays.
  bool playing_ = false;           // A game is in progress.
  bool searching_ = false;         // A turn is in progress.
  bool full_search_ = false;
  bool may_resign_ = false;
  int bad_turns_[2] = {0, 0};  // By side: consecutive turns below the resign threshold.
};

}  // namespace raichi

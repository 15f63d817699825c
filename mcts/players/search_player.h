#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "mcts/players/player.h"
#include "mcts/search/search.h"

namespace raichi {

struct SearchPlayerConfig {
  /// Returns the default configuration. Its temperature varies early moves so that games differ:
  /// 0.5 at the first move, a quarter of that sixteen plies later, and soon afterwards the most
  /// visited move.
  static SearchConfig MatchSearch() {
    SearchConfig config;
    config.temperature = {0.5f, 0.0f, 8.0f};
    return config;
  }
  /// Returns the configuration for evaluators that predict the remaining length of the game, as
  /// networks do: adds a preference for finishing games that are all but decided, and looks at more
  /// moves than a network's sharp policy would (docs/experiments.md, "A softer policy in play").
  static SearchConfig NetworkSearch() {
    SearchConfig config = MatchSearch();
    config.moves_left.max_effect = 0.1f;
    config.policy_temperature = 1.5f;
    return config;
  }
  SearchConfig search = MatchSearch();
  SearchBudget budget;
  double seconds = 0;  // time limit per turn, in addition to `budget`; 0: none
};

/// Plays the moves of `game` that are missing from the search's game. If it is another game, leaves
/// the search unchanged and returns false.
bool Follow(const Game& game, Search* search);

/// A player that searches. Does not call the evaluator itself. Keeps its tree between turns.
class SearchPlayer : public Player {
 public:
  explicit SearchPlayer(const SearchPlayerConfig& config) : config_(config) {}

  void NewGame(const Game& game, uint64_t seed) override;
  /// Ends a turn between two batches, but not before its first visit.
  void StopWhen(const std::function<bool()>& stop) override { stop_ = stop; }
  void BeginTurn(const Game& game) override;
  std::span<const LeafRequest> SelectLeaves() override;
  void Answer(std::span<const Evaluation> leaves) override { search_->Answer(leaves); }
  Move ChooseMove() override { return search_->ChooseMove(); }
  float Value() const override { return search_->RootResult().value; }
  const Search* search() const override { return search_ ? &*search_ : nullptr; }

 private:
  using Clock = std::chrono::steady_clock;
  bool IsOutOfTime();

  SearchPlayerConfig config_;
  std::function<bool()> stop_;
  uint64_t seed_ = 0;
  std::optional<Search> search_;
  Clock::time_point deadline_, last_time_;  // end of this turn; end of its last batch
};

/// A kind of player that searches with one shared evaluator.
class SearchPlayerKind : public PlayerKind {
 public:
  SearchPlayerKind(std::string name, const SearchPlayerConfig& config,
                   std::shared_ptr<Evaluator> evaluator)
      : name_(std::move(name)), config_(config), evaluator_(std::move(evaluator)) {}

  std::string name() const override { return name_; }
  std::unique_ptr<Player> NewPlayer() const override {
    return std::make_unique<SearchPlayer>(config_);
  }
  Evaluator* evaluator() const override { return evaluator_.get(); }
  const SearchPlayerConfig& config() const { return config_; }

 private:
  std::string name_;
  SearchPlayerConfig config_;
  std::shared_ptr<Evaluator> evaluator_;
};

}  // namespace raichi

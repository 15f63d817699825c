#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/game.h"
#include "run/config/config.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Asks a network alone about positions, none of which is over: calls `visit` with the number of
/// each and what the network says, in order. Throws as OpenNetworkEvaluator.
void AskNetwork(const std::filesystem::path& model, const WorkersConfig& workers,
                const std::vector<const Game*>& positions,
                const std::function<void(size_t position, const Evaluation& said)>& visit);

/// How well a network alone predicts searches and results of other games: means over positions.
struct Prediction {
  double policy = 0;     // cross-entropy of its policy with that of the searches, in nats
  double value = 0;      // squared distance of its value from the game's outcome, both in [-1, 1]
  double same_move = 0;  // share of positions in which its first move is the most visited one
};

/// Positions of games of strong play, by which networks are compared. Young runs of one kind differ
/// far more in strength than this differs by chance, so it tells them apart without matches
/// (docs/experiments.md, "How far equal runs differ"). It is no measure of strength by itself.
class PredictedGames {
 public:
  /// Reads a shard, a folder of shards or a run. Takes at most 30 policy targets of each game,
  /// spread evenly, and of many games fewer, or some of the games: about 10,000 positions. Throws
  /// Error if there is none, or if a game cannot be read.
  explicit PredictedGames(const std::string& games);

  size_t positions() const { return positions_.size(); }
  int largest_board() const { return largest_board_; }  // squares along a side
  /// A checksum of the positions and of what is expected of them.
  const std::string& id() const { return id_; }
  /// Throws as OpenNetworkEvaluator.
  Prediction By(const std::filesystem::path& model, const WorkersConfig& workers) const;

 private:
  struct Position {
    Game game;
    std::vector<float> policy;  // of each legal move
    float outcome = 0;          // for the side to move
  };

  void Add(const GameRecord& record, const RulesPtr& rules, size_t most);

  std::vector<Position> positions_;
  std::string id_;
  int largest_board_ = 0;
};

}  // namespace raichi

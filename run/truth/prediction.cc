#include "run/truth/prediction.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "base/checksum.h"
#include "base/error.h"
#include "nn/backend/network_evaluator.h"
#include "rules/notation.h"
#include "run/config/auto_values.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

constexpr size_t kOfEachGame = 30, kMostPositions = 10'000;
constexpr int kBatch = 64;

/// Returns the plies of policy targets, at most `most`, spread evenly.
std::vector<size_t> PliesOf(const GameRecord& record, size_t most) {
  std::vector<size_t> targets;
  for (size_t ply = 0; ply < record.turns.size(); ++ply) {
    if (record.turns[ply].full_search) targets.push_back(ply);
  }
  const size_t wanted = std::min(most, targets.size());
  std::vector<size_t> plies;
  for (size_t i = 0; i < wanted; ++i) plies.push_back(targets[i * targets.size() / wanted]);
  return plies;
}

/// Returns the shares of the visits, in the order of the legal moves.
std::vector<float> SharesOf(const TurnRecord& turn, const MoveList& moves) {
  std::vector<float> shares(moves.size());
  double sum = 0;
  for (const auto& [move, visits] : turn.visits) sum += visits;
  for (const auto& [move, visits] : turn.visits) {
    const auto place = std::find(moves.begin(), moves.end(), move) - moves.begin();
    shares[static_cast<size_t>(place)] = static_cast<float>(visits / sum);
  }
  return shares;
}

size_t IndexOfLargest(const std::vector<float>& values) {
  return static_cast<size_t>(std::ranges::max_element(values) - values.begin());
}

}  // namespace

void AskNetwork(const std::filesystem::path& model, const WorkersConfig& workers,
                const std::vector<const Game*>& positions,
                const std::function<void(size_t position, const Evaluation& said)>& visit) {
  const std::unique_ptr<Evaluator> network =
      OpenNetworkEvaluator(model, {.device = workers.device,
                                   .precision = workers.precision,
                                   .batch = kBatch,
                                   .threads = CountWorkers(workers)});
  for (size_t first = 0; first < positions.size(); first += kBatch) {
    const size_t count = std::min<size_t>(kBatch, positions.size() - first);
    std::vector<MoveList> moves(count);
    std::vector<LeafRequest> leaves;
    for (size_t i = 0; i < count; ++i) {
      const Game* game = positions[first + i];
      game->LegalMoves(&moves[i]);
      leaves.push_back({game, {moves[i].data(), moves[i].size()}});
    }
    std::vector<Evaluation> said(count);
    network->Evaluate(leaves, said);
    for (size_t i = 0; i < count; ++i) visit(first + i, said[i]);
  }
}

PredictedGames::PredictedGames(const std::string& games) {
  const std::vector<std::filesystem::path> shards = ShardsOf(games);
  size_t all = 0;
  for (const std::filesystem::path& shard : shards) all += ShardReader(shard).size();
  const size_t step = all / kMostPositions + 1;  // of games
  const size_t most =
      std::clamp<size_t>(kMostPositions * step / std::max<size_t>(all, 1), 1, kOfEachGame);
  RulesOfRecords rules_of_records;
  size_t number = 0;
  for (const std::filesystem::path& shard : shards) {
    ForEachGame(shard, [&](GameRecord&& record) {
      if (number++ % step != 0) return;
      const RulesPtr& rules = rules_of_records.Of(record, shard.string());
      try {
        CheckRecord(record, rules);
      } catch (const Error& error) {
        throw DamagedError(shard.string() + ": " + error.what());
      }
      Add(record, rules, most);
    });
  }
  if (positions_.empty()) throw Error(games + ": holds no searched positions");
}

void PredictedGames::Add(const GameRecord& record, const RulesPtr& rules, size_t most) {
  Game game = StartOf(record, rules);
  size_t ply = 0;
  std::string text = id_ + record.rules_yaml + std::to_string(static_cast<int>(record.result));
  for (const size_t target : PliesOf(record, most)) {
    for (; ply < target; ++ply) {
      game.Play(record.turns[ply].move);
      text += ToString(record.turns[ply].move);
    }
    MoveList moves;
    game.LegalMoves(&moves);
    const TurnRecord& turn = record.turns[target];
    positions_.push_back({game, SharesOf(turn, moves), ValueFor(game.to_move(), record.result)});
    for (const auto& [move, visits] : turn.visits) text += " " + std::to_string(visits);
  }
  id_ = ChecksumText(text);
  largest_board_ = std::max(largest_board_, rules->size());
}

Prediction PredictedGames::By(const std::filesystem::path& model,
                              const WorkersConfig& workers) const {
  std::vector<const Game*> games;
  for (const Position& position : positions_) games.push_back(&position.game);
  Prediction sum;
  AskNetwork(model, workers, games, [&](size_t number, const Evaluation& said) {
    const std::vector<float>& policy = positions_[number].policy;
    for (size_t move = 0; move < policy.size(); ++move) {
      if (policy[move] == 0) continue;
      sum.policy -= static_cast<double>(policy[move]) *
                    std::log(std::max(static_cast<double>(said.priors[move]), 1e-9));
    }
    sum.value += std::pow(static_cast<double>(said.Value() - positions_[number].outcome), 2);
    sum.same_move += IndexOfLargest(said.priors) == IndexOfLargest(policy) ? 1 : 0;
  });
  const auto count = static_cast<double>(positions_.size());
  return {sum.policy / count, sum.value / count, sum.same_move / count};
}

}  // namespace raichi

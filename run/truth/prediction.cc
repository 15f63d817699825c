#include "run/truth/prediction.h"

#include <algorithm>
#include <cmath>

#include "base/checksum.h"
#include "base/error.h"
#include "nn/backend/network_evaluator.h"
#include "rules/notation.h"
#include "run/config/workers.h"
#include "selfplay/records/record_rules.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

constexpr size_t kOfEachGame = 30;
constexpr int kBatch = 64;

/// Returns the plies of policy targets, at most kOfEachGame, spread evenly.
std::vector<size_t> PliesOf(const GameRecord& record) {
  std::vector<size_t> targets;
  for (size_t ply = 0; ply < record.turns.size(); ++ply) {
    if (record.turns[ply].full_search) targets.push_back(ply);
  }
  const size_t wanted = std::min(kOfEachGame, targets.size());
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

double OutcomeFor(Side side, Result result) {
  if (result == Result::kDraw) return 0;
  return result == WinFor(side) ? 1 : -1;
}

size_t IndexOfLargest(const std::vector<float>& values) {
  return static_cast<size_t>(std::ranges::max_element(values) - values.begin());
}

}  // namespace

PredictedGames::PredictedGames(const std::string& games) {
  RulesOfRecords rules_of_records;
  std::string text;
  for (const std::filesystem::path& shard : ShardsOf(games)) {
    ForEachGame(shard, [&](GameRecord&& record) {
      const RulesPtr& rules = rules_of_records.Of(record, shard.string());
      CheckRecord(record, rules);
      Game game = StartOf(record, rules);
      size_t ply = 0;
      for (const size_t target : PliesOf(record)) {
        for (; ply < target; ++ply) game.Play(record.turns[ply].move);
        MoveList moves;
        game.LegalMoves(&moves);
        const TurnRecord& turn = record.turns[target];
        positions_.push_back(
            {game, SharesOf(turn, moves), OutcomeFor(game.to_move(), record.result)});
        text += ToString(*rules, game.position());
        for (const auto& [move, visits] : turn.visits) text += " " + std::to_string(visits);
      }
    });
  }
  if (positions_.empty()) throw Error(games + ": holds no searched positions");
  id_ = ChecksumText(text);
}

Prediction PredictedGames::By(const std::filesystem::path& model,
                              const WorkersConfig& workers) const {
  const std::unique_ptr<Evaluator> network =
      OpenNetworkEvaluator(model, {.device = workers.device,
                                   .precision = workers.precision,
                                   .batch = kBatch,
                                   .threads = CountWorkers(workers)});
  Prediction sum;
  for (size_t first = 0; first < positions_.size(); first += kBatch) {
    const auto batch = std::span(positions_)
                           .subspan(first)
                           .first(std::min<size_t>(kBatch, positions_.size() - first));
    std::vector<MoveList> moves(batch.size());
    std::vector<LeafRequest> leaves;
    for (size_t i = 0; i < batch.size(); ++i) {
      batch[i].game.LegalMoves(&moves[i]);
      leaves.push_back({&batch[i].game, {moves[i].data(), moves[i].size()}});
    }
    std::vector<Evaluation> said(batch.size());
    network->Evaluate(leaves, said);
    for (size_t i = 0; i < batch.size(); ++i) {
      const std::vector<float>& policy = batch[i].policy;
      for (size_t move = 0; move < policy.size(); ++move) {
        if (policy[move] == 0) continue;
        sum.policy -= static_cast<double>(policy[move]) *
                      std::log(std::max(static_cast<double>(said[i].priors[move]), 1e-9));
      }
      sum.value += std::pow(static_cast<double>(said[i].Value()) - batch[i].outcome, 2);
      sum.same_move += IndexOfLargest(said[i].priors) == IndexOfLargest(policy) ? 1 : 0;
    }
  }
  const auto count = static_cast<double>(positions_.size());
  return {sum.policy / count, sum.value / count, sum.same_move / count};
}

}  // namespace raichi

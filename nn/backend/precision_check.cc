#include "nn/backend/precision_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "nn/backend/loader.h"
#include "nn/model/model.h"

namespace raichi {
namespace {

/// Returns rules for a board of any size on which the pieces form a cross, with the king in the
/// middle and attackers at the ends.
RulesPtr CrossRules(int size) {
  const int middle = size / 2;
  const std::string before = std::to_string(middle);
  const std::string after = std::to_string(size - middle - 1);
  std::string setup;
  for (int y = 0; y < size; ++y) {
    if (y > 0) setup.push_back('/');
    if (y != middle) setup.append(before);
    for (int x = 0; x < size; ++x) {
      const int distance = std::abs(x - middle) + std::abs(y - middle);
      if (x != middle && y != middle) continue;
      setup.push_back(distance == 0 ? 'K' : 2 * distance <= middle ? 'T' : 't');
    }
    if (y != middle) setup.append(after);
  }
  RuleSet rules;
  rules.name = "precision-check";
  rules.size = size;
  rules.setup = setup;
  return std::make_shared<const Rules>(rules);
}

/// Positions of random games, always the same ones.
class RandomPositions {
 public:
  RandomPositions(int canvas, size_t count) {
    Rng rng(1);
    const RulesPtr rules = CrossRules(canvas);
    Game game(rules);
    while (games_.size() < count) {
      MoveList moves;
      game.LegalMoves(&moves);
      if (moves.empty() || game.ply() > 40) {
        game = Game(rules);
        continue;
      }
      games_.push_back(game);
      moves_.push_back(moves);
      game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
    }
  }

  std::vector<Evaluation> EvaluatedBy(Inference* network) const {
    std::vector<LeafRequest> leaves;
    for (size_t i = 0; i < games_.size(); ++i) {
      leaves.push_back({&games_[i], {moves_[i].data(), moves_[i].size()}});
    }
    std::vector<Evaluation> evaluations(leaves.size());
    network->Evaluate(leaves, evaluations);
    return evaluations;
  }

 private:
  std::vector<Game> games_;
  std::vector<MoveList> moves_;  // of each game
};

/// Adds a difference to a mean over all positions. NaN counts as infinite.
void AddToMean(double difference, double* mean) {
  *mean += std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                  : difference / kCheckPositions;
}

}  // namespace

bool PrecisionDifference::IsFinite() const { return std::isfinite(value) && std::isfinite(prior); }

std::string PrecisionDifference::ToString() const {
  char text[100];
  std::snprintf(text, sizeof(text),
                ", differs from f32 by %.4f in value, %.4f in policy on average", value, prior);
  return text;
}

PrecisionDifference ComparePrecision(int canvas, Inference* exact, Inference* fast) {
  const RandomPositions positions(canvas, kCheckPositions);
  const std::vector<Evaluation> precise = positions.EvaluatedBy(exact);
  const std::vector<Evaluation> reduced = positions.EvaluatedBy(fast);
  PrecisionDifference difference;
  for (size_t i = 0; i < precise.size(); ++i) {
    const double value = std::abs(precise[i].Value() - reduced[i].Value());
    double distance = 0;
    for (size_t j = 0; j < precise[i].priors.size(); ++j) {
      distance += std::abs(precise[i].priors[j] - reduced[i].priors[j]) / 2;
    }
    AddToMean(value, &difference.value);
    AddToMean(distance, &difference.prior);
  }
  return difference;
}

bool AreNumbers(std::span<const Evaluation> evaluations) {
  return std::ranges::all_of(evaluations, [](const Evaluation& e) {
    // One prior that is none makes all others so.
    return std::isfinite(e.Value()) && (e.priors.empty() || std::isfinite(e.priors.front()));
  });
}

bool GivesNumbers(const Model& model) {
  constexpr int kPositions = 8;
  const auto network = TheBackend().MakeInference(model, {"cpu", "f32"}, kPositions);
  const RandomPositions positions(model.info.network.canvas, kPositions);
  return AreNumbers(positions.EvaluatedBy(network.get()));
}

}  // namespace raichi

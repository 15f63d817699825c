#include "nn/backend/precision_check.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

#include "base/rng.h"

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

std::vector<Game> RandomPositions(int canvas) {
  Rng rng(1);
  const RulesPtr rules = CrossRules(canvas);
  std::vector<Game> games;
  Game game(rules);
  while (games.size() < kCheckPositions) {
    MoveList moves;
    game.LegalMoves(&moves);
    if (moves.empty() || game.ply() > 40) {
      game = Game(rules);
      continue;
    }
    games.push_back(game);
    game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
  }
  return games;
}

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
  const std::vector<Game> games = RandomPositions(canvas);
  std::vector<MoveList> moves(games.size());
  std::vector<LeafRequest> leaves;
  for (size_t i = 0; i < games.size(); ++i) {
    games[i].LegalMoves(&moves[i]);
    leaves.push_back({&games[i], {moves[i].data(), moves[i].size()}});
  }
  std::vector<Evaluation> precise(games.size());
  std::vector<Evaluation> reduced(games.size());
  exact->Evaluate(leaves, precise);
  fast->Evaluate(leaves, reduced);
  PrecisionDifference difference;
  for (size_t i = 0; i < games.size(); ++i) {
    const double value = std::abs(precise[i].Value() - reduced[i].Value());
    double distance = 0;
    for (size_t j = 0; j < moves[i].size(); ++j) {
      distance += std::abs(precise[i].priors[j] - reduced[i].priors[j]) / 2;
    }
    AddToMean(value, &difference.value);
    AddToMean(distance, &difference.prior);
  }
  return difference;
}

}  // namespace raichi

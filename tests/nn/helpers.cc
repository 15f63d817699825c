#include "tests/nn/helpers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/check.h"
#include "rules/rng.h"
#include "tests/support/scene.h"

namespace raichi {

NetworkConfig TinyNetwork(int canvas) {
  NetworkConfig config;
  config.canvas = canvas;
  config.blocks = 2;
  config.channels = 16;
  config.pool_every = 2;
  config.policy_channels = 8;
  config.value_channels = 8;
  config.value_hidden = 16;
  return config;
}

std::string Draw(PackedBatch& batch, int index, Plane plane) {
  std::string text;
  for (int y = batch.canvas - 1; y >= 0; --y) {
    const auto word = static_cast<size_t>(static_cast<int>(plane) * batch.canvas + y);
    for (int x = 0; x < batch.canvas; ++x) {
      text += (batch.RowsOf(index)[word] >> x & 1) != 0 ? '#' : '.';
    }
    text += '\n';
  }
  return text;
}

std::string Drawing(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || (c == '\n' && (out.empty() || out.back() == '\n'))) continue;
    out += c;
  }
  return out;
}

Positions::Positions(const std::string& variant, size_t count, uint64_t seed) {
  Rng rng(seed);
  const RulesPtr rules = Variant(variant);
  Game game(rules);
  while (games_.size() < count) {
    MoveList moves;
    game.LegalMoves(&moves);
    if (moves.empty() || game.ply() > 60) {
      game = Game(rules);
      continue;
    }
    games_.push_back(game);
    moves_.push_back(moves);
    game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
  }
  for (size_t i = 0; i < count; ++i) {
    leaves_.push_back({&games_[i], {moves_[i].data(), moves_[i].size()}});
  }
}

namespace {

/// The larger one; what is not a number is infinite.
double Worse(double a, double b) {
  return std::isnan(b) ? std::numeric_limits<double>::infinity() : std::max(a, b);
}

}  // namespace

double Difference(const Evaluation& a, const Evaluation& b) {
  RAICHI_CHECK(a.priors.size() == b.priors.size());
  double most = 0;
  for (const double difference : {a.win - b.win, a.draw - b.draw, a.loss - b.loss,
                                  (a.moves_left - b.moves_left) / (1 + a.moves_left)}) {
    most = Worse(most, std::abs(difference));
  }
  for (size_t i = 0; i < a.priors.size(); ++i) {
    most = Worse(most, std::abs(a.priors[i] - b.priors[i]));
  }
  return most;
}

double Difference(const std::vector<Evaluation>& a, const std::vector<Evaluation>& b) {
  RAICHI_CHECK(a.size() == b.size());
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = Worse(most, Difference(a[i], b[i]));
  return most;
}

}  // namespace raichi

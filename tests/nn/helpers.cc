#include "tests/nn/helpers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/rng.h"
#include "nn/input/encoder.h"
#include "nn/model/weights.h"
#include "tests/support/scene.h"

namespace raichi {

NetworkConfig TinyNetwork(int canvas) {
  NetworkConfig config;
  config.canvas = canvas;
  config.blocks = 2;
  config.channels = 16;
  config.pool_every = 2;
  config.policy_channels = 8;
  config.policy_destinations = true;
  config.value_channels = 8;
  config.value_hidden = 16;
  return config;
}

std::string Draw(std::span<const uint32_t> ranks) {
  std::string text;
  for (size_t y = ranks.size(); y-- > 0;) {
    for (size_t x = 0; x < ranks.size(); ++x) text += (ranks[y] >> x & 1) != 0 ? '#' : '.';
    text += '\n';
  }
  return text;
}

std::string Draw(PackedBatch& batch, int index, Plane plane) {
  const auto canvas = static_cast<size_t>(batch.canvas);
  return Draw(batch.RowsOf(index).subspan(static_cast<size_t>(plane) * canvas, canvas));
}

std::string Drawing(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || (c == '\n' && (out.empty() || out.back() == '\n'))) continue;
    out += c;
  }
  return out;
}

bool Same(const SampleBatch& a, const SampleBatch& b) {
  return a.inputs.rows == b.inputs.rows && a.inputs.globals == b.inputs.globals &&
         a.inputs.board_sizes == b.inputs.board_sizes && a.move_index == b.move_index &&
         a.move_share == b.move_share && a.move_end == b.move_end && a.outcome == b.outcome &&
         a.short_value == b.short_value && a.moves_left == b.moves_left &&
         a.survivors == b.survivors && a.king_end == b.king_end && a.reply == b.reply;
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

/// Returns the larger value, or infinity if `b` is not a number.
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

Model Scrambled(const NetworkConfig& config) {
  Model model;
  model.info.network = config;
  model.info.encoder_version = kEncoderVersion;
  model.weights = InitialWeights(config, 3);
  Rng rng(4);
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(config)) {
    // Features are large here, so that their products would drown the other logits.
    const float scale = spec.name.starts_with("policy.query") ? 0.05f : 1;
    for (size_t i = 0; i < spec.Count(); ++i, ++next) {
      *next = scale * (*next + static_cast<float>(rng.Uniform() - 0.5) * 0.3f);
    }
  }
  return model;
}

}  // namespace raichi

#include "nn/data/sample_targets.h"

#include <algorithm>
#include <cmath>

namespace raichi {
namespace {

/// Returns the shares of won, drawn and lost games for a value. Of those of a drawn game, that is
/// not decided, the draw has as much as possible.
std::array<float, 3> SharesOf(float value, bool drawn) {
  const float draw = drawn ? 1 - std::abs(value) : 0;
  return {(1 - draw + value) / 2, draw, (1 - draw - value) / 2};
}

Side MoverAt(const CompactGame& game, int ply) {
  const Side first = game.Start().to_move();
  return ply % 2 == 0 ? first : Opponent(first);
}

}  // namespace

std::array<float, 3> OutcomeTarget(const CompactGame& game, int ply, Side to_move,
                                   float root_value_weight) {
  const bool drawn = game.result() == Result::kDraw;
  const bool won = game.result() == WinFor(to_move);
  std::array<float, 3> target = {won ? 1.0f : 0.0f, drawn ? 1.0f : 0.0f,
                                 won || drawn ? 0.0f : 1.0f};
  if (const std::optional<float> cut = game.CutValue()) {
    target = SharesOf(to_move == Side::kAttackers ? *cut : -*cut, true);
  }
  const std::optional<float> value = game.RootValue(ply);
  if (!value) return target;
  const std::array<float, 3> searched = SharesOf(*value, drawn);
  for (size_t i = 0; i < 3; ++i) target[i] += root_value_weight * (searched[i] - target[i]);
  return target;
}

float ShortValueTarget(const CompactGame& game, int ply, double horizon) {
  const auto fade = static_cast<float>(1 - 1 / std::max(1.0, horizon));
  float value = game.CutValue().value_or(ValueFor(Side::kAttackers, game.result()));
  const Side to_move = MoverAt(game, ply);
  for (int later = static_cast<int>(game.moves().size()) - 1; later > ply; --later) {
    const std::optional<float> searched = game.RootValue(later);
    const bool same = ((later - ply) % 2 == 0) == (to_move == Side::kAttackers);
    if (searched) value = fade * value + (1 - fade) * (same ? *searched : -*searched);
  }
  return to_move == Side::kAttackers ? value : -value;
}

Fates FollowPieces(const CompactGame& record, Game* game) {
  std::array<Square, 1024> origin;  // by square: where the piece on it stood at the start
  const Rules& rules = game->rules();
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(game->position().Men(side), rules.size(),
                  [&](Square s) { origin[s.code()] = s; });
  }
  for (auto ply = static_cast<size_t>(game->ply()); ply < record.moves().size(); ++ply) {
    const Move move = record.moves()[ply];
    game->Play(move);
    origin[move.to().code()] = origin[move.from().code()];
  }
  Fates fates;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(game->position().Men(side), rules.size(),
                  [&](Square s) { fates.survivors.Add(origin[s.code()]); });
  }
  fates.king = game->position().king();
  return fates;
}

}  // namespace raichi

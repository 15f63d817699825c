#include "mcts/players/alphabeta_player.h"

#include <cmath>

namespace raichi {

float AlphaBetaPlayer::Value() const { return std::tanh(static_cast<float>(choice_.score) / 400); }

}  // namespace raichi

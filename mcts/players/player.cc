#include "mcts/players/player.h"

#include <limits>

namespace raichi {

float Player::Value() const { return std::numeric_limits<float>::quiet_NaN(); }

}  // namespace raichi

#include "mcts/players/levels.h"

#include <array>

namespace raichi {
namespace {

constexpr std::array<Level, 7> kLevels = {{{"beginner", 1, 2030},
                                           {"easy", 10, 2340},
                                           {"casual", 25, 2600},
                                           {"club", 100, 2860},
                                           {"strong", 400, 3130},
                                           {"expert", 1600, 3370},
                                           {"strongest", 6400, 3600}}};

}  // namespace

std::span<const Level> Levels() { return kLevels; }

}  // namespace raichi

#pragma once

#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/rules.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// A slow and plain solver, written without a look at solve/: it lists every position that can be
/// reached, without symmetries, and every move, and repeats one step of the definition of a value
/// until nothing changes.

/// All positions of a game. Node 0 is the setup.
struct PlainGraph {
  /// What a move leads to: a node, or one of these ends.
  enum End : int { kAttackersWin = -1, kDefendersWin = -2, kDraw = -3 };
  std::vector<std::string> positions;  // as text
  std::vector<Side> to_move;
  std::vector<std::vector<int>> moves;
};
/// The graph by the project's rules, and by the slow engine of the tests, which shares no code with
/// them.
PlainGraph GraphOf(const Rules& rules);
PlainGraph SlowGraphOf(const slow::SlowEngine& engine);

struct PlainValue {
  Result result = Result::kDraw;
  int plies = 0;  // until a forced win; 0 if there is none
  bool operator==(const PlainValue&) const = default;
};
/// The value of each node. `endless` is the result of a game without end: a draw, or a win of the
/// attackers.
std::vector<PlainValue> SolvePlainly(const PlainGraph& graph, Result endless);

}  // namespace raichi

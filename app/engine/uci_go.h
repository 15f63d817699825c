#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/move_time.h"
#include "mcts/search/lines.h"

namespace raichi {

/// The limits of a `go` command. Times are in seconds.
struct UciGo {
  std::optional<int> nodes;            // visits
  std::optional<double> move_seconds;  // movetime
  std::optional<GameClock> clock;      // of the side to move
  bool infinite = false;               // think until `stop`
  bool ponder = false;                 // think until `ponderhit` or `stop`
  std::vector<std::string> faults;     // what was wrong, each as a sentence
};

/// Reads the text after `go`: `nodes N`, `movetime MS`, `infinite`, `ponder`, and for each side
/// `wtime MS`, `winc MS` (white: the defenders), `btime MS`, `binc MS` (black: the attackers), with
/// `movestogo N`. Passes over words that this dialect does not have and limits whose number is
/// missing or out of range, because the other side waits for a move in any case. `nodes 0` is 1.
UciGo ParseUciGo(std::string_view text, Side to_move);

/// Figures that all lines of a search share.
struct UciProgress {
  int nodes = 0;  // visits
  int new_nodes = 0;
  double seconds = 0;
};

/// `info depth 3 multipv 1 nodes 812 nps 4100 time 198 score cp 31 wdl 480 150 370 value 0.110
/// movesleft 43 pv e4-f4 d5-d3 …`; docs/engine.md explains the words. `place` counts from 1.
std::string UciInfo(const Line& line, int place, const UciProgress& progress);

}  // namespace raichi

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>

#include "base/threads.h"
#include "rules/movegen.h"
#include "solve/placement.h"
#include "solve/table.h"

namespace raichi {

/// Plays each legal move of a position and calls `visit(const Step&, const Placement& after)` until
/// it returns false. `after` is meaningless if the king was captured. Returns whether all moves
/// were visited.
template <typename Visitor>
bool ForEachMove(const Rules& rules, const Placement& placement, Visitor visit) {
  const Position position = PositionOf(placement, rules.size());
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  for (const Move move : moves) {
    Position after = position;
    const Step step = Play(rules, move, &after);
    if (!visit(step, Played(placement, move, step, rules.size()))) return false;
  }
  return true;
}

/// Retrograde analysis: finds the value of every position that can be reached from the setup.
///
/// Captures are final, so the positions fall into classes of material, and each class needs only
/// the values of the smaller ones.
/// 1. kReach, from the largest class: play all moves of each position that was reached. A position
///    with a move that wins at once is decided: a win in 1.
/// 2. kPrepare, from the smallest class: look at the captures of each open position. They say at
///    which distance it is *due*: won by its fastest winning capture, or, if all its captures lose,
///    perhaps lost by the slowest.
/// 3. kDecide, for n = 2, 3, …: each position that is due, and each that a move of a piece takes to
///    a position decided at n - 1, is tested. It is a win in n if one of its moves leads to a loss
///    in n - 1, and a loss in n if all of its moves lead to wins in at most n - 1. Predecessors are
///    only guessed, by sliding pieces back over empty squares; the rules themselves confirm them.
/// 4. kDraw (retrograde.cc), only where a repetition has a winner and another end is a draw.
///
/// All that a step writes follows from the cells, so it may be stopped at any moment and repeated,
/// and the table does not depend on the number of threads.
class Solver {
 public:
  Solver(SolveTable* table, int threads);

  /// Solves until the table is done, or `attend` returns false. `attend` is called on this thread,
  /// many times a second. Returns whether the table is done. In either case all work has stopped
  /// when this returns: the table may be saved, and Run called again.
  bool Run(const std::function<bool()>& attend);

  /// The share of the work that is done, about.
  double Fraction() const;

 private:
  using Attend = std::function<bool()>;
  /// One part of the work on the present class. Returns whether it is complete.
  bool Advance(const Attend& attend);
  bool ReachClass(const Attend& attend);
  bool PrepareClass(const Attend& attend);
  bool DecideLevel(const Attend& attend);
  bool DrawClass(const Attend& attend);
  void GoTo(SolveStage stage);
  void NextClass();
  const PositionIndex::MaterialClass& Class() const;
  void CountClass();

  /// `cell` is what made the position due. Other threads may have changed it since.
  using Work = std::function<bool(uint64_t index, Cell cell)>;
  /// Does `work` for each position of the present class whose cell is one of `due`, on all threads.
  /// Returns how often it returned true, or nothing if it was stopped.
  std::optional<uint64_t> Sweep(std::initializer_list<int> due, const Work& work,
                                const Attend& attend);

  // Each does one position, given by its number, and returns whether there was anything to do.
  bool Reach(uint64_t index);
  bool Prepare(uint64_t index);
  bool Decide(uint64_t index, Cell cell, int plies);
  bool Draw(uint64_t index);
  bool DecidePredecessors(const Placement& placement, int plies);
  bool DecideBefore(const Placement& before, Move move, int plies);
  bool IsLostIn(const Placement& placement, int plies);

  Cell& CellOf(const Placement& placement) { return table_.cells()[table_.index().Of(placement)]; }

  SolveTable& table_;
  const Rules& rules_;
  const int size_;
  const int threads_;
  Crew crew_;
  int longest_ = 1;                  // distances of decided positions, at most
  int idle_ = 0;                     // distances in a row at which nothing was due
  std::atomic<uint64_t> swept_ = 0;  // cells of the present class that were swept
  // kDecide: positions of the present class that were reached, and those whose predecessors are
  // decided.
  uint64_t reached_ = 0, finished_ = 0;
};

}  // namespace raichi

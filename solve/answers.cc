#include "solve/answers.h"

#include <algorithm>

#include "base/error.h"
#include "base/rng.h"
#include "rules/movegen.h"
#include "selfplay/play/game_start.h"

namespace raichi {
namespace {

bool IsContested(Cell cell, int min_plies) {
  return cell != kUnreached && (!IsDecided(cell) || cell >= min_plies);
}

/// How good a value is for `side`.
int RankFor(Side side, const Solved& value) {
  constexpr int kSlower = 1000;  // than any win in a number of plies
  if (value.result == Result::kDraw) return 0;
  const int rank = 2 * kSlower - value.plies.value_or(kSlower);
  return value.result == WinFor(side) ? rank : -rank;
}

}  // namespace

SolveSummary Summarize(const SolveTable& table) {
  SolveSummary summary;
  for (uint64_t i = 0; i < table.cells().size(); ++i) {
    if (table.cells()[i] == kUnreached) continue;
    const Solved value = table.ValueAt(i);
    ++summary.reached;
    ++summary.by_result[static_cast<size_t>(value.result)];
    summary.endless += value.is_endless;
    if (!value.plies) continue;
    SolveSummary::Longest& longest = summary.longest[value.result == WinFor(Side::kDefenders)];
    if (*value.plies > longest.plies) longest = {.plies = *value.plies, .index = i};
  }
  return summary;
}

std::vector<uint64_t> SamplePositions(const SolveTable& table, uint64_t count, int min_plies,
                                      Rng* rng) {
  const std::vector<Cell>& cells = table.cells();
  auto left = static_cast<uint64_t>(std::count_if(
      cells.begin(), cells.end(), [&](Cell cell) { return IsContested(cell, min_plies); }));
  // Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
  std::vector<uint64_t> sample;
  for (uint64_t i = 0; i < cells.size() && sample.size() < count; ++i) {
    if (!IsContested(cells[i], min_plies)) continue;
    const auto wanted = static_cast<double>(count - sample.size());
    if (static_cast<double>(left--) * rng->Uniform() < wanted) sample.push_back(i);
  }
  Shuffle(&sample, rng);
  return sample;
}

double MeanScoreAfterOpening(const SolveTable& table, const Position& position, int plies) {
  const auto score = [&](const Game& game) {
    const std::optional<Solved> value = table.ValueOf(game.position());
    RAICHI_CHECK(value.has_value());
    if (value->result == Result::kDraw) return 0.5;
    return value->result == WinFor(Side::kAttackers) ? 1.0 : 0.0;
  };
  Game game(table.rules_ptr(), position);
  return MeanAfterRandomOpening(plies, score, &game);
}

std::vector<SolvedMove> SolvedMoves(const SolveTable& table, const Position& position) {
  std::vector<SolvedMove> solved;
  MoveList moves;
  GenerateMoves(table.rules(), position, &moves);
  for (const Move move : moves) {
    Position after = position;
    SolvedMove& entry = solved.emplace_back();
    entry.move = move;
    entry.step = Play(table.rules(), move, &after);
    if (entry.step.result == Result::kOngoing) {
      const std::optional<Solved> value = table.ValueOf(after);
      RAICHI_CHECK(value.has_value());
      entry.value = *value;
      if (entry.value.plies) ++*entry.value.plies;
    } else {
      entry.value = {.result = entry.step.result};
      if (entry.step.result != Result::kDraw) entry.value.plies = 1;
    }
  }
  std::stable_sort(solved.begin(), solved.end(), [&](const SolvedMove& a, const SolvedMove& b) {
    return RankFor(position.to_move(), a.value) > RankFor(position.to_move(), b.value);
  });
  return solved;
}

}  // namespace raichi

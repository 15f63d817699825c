#include "app/analysis/game_analysis.h"

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "console/output.h"
#include "rules/notation.h"

namespace raichi {
namespace {

double LostPoints(const Judgement& judgement) { return 50 * static_cast<double>(judgement.loss); }

std::string OneDecimal(double number) { return fmt::format("{:.1f}", number); }

std::string Row(std::string_view ply, std::string_view move, std::string_view mark,
                std::string_view points, std::string_view lost) {
  return fmt::format("{:>5}  {:<14} {:<2} {:>7} {:>6}", ply, move, mark, points, lost);
}

std::string DescribeMove(const Judgement& judgement) {
  const double points = PointsOf(Side::kAttackers, judgement.mover, judgement.value);
  std::string line = Row(std::to_string(judgement.ply + 1), judgement.text, MarkOf(judgement),
                         OneDecimal(points), OneDecimal(LostPoints(judgement)));
  // A loss that rounds to nothing makes no other move better.
  if (std::lround(10 * LostPoints(judgement)) > 0) line += "   " + ToString(judgement.best);
  return line;
}

std::string DescribeSide(Side side, const std::vector<Judgement>& judgements) {
  int moves = 0, mistakes = 0, blunders = 0;
  double lost = 0;
  for (const Judgement& judgement : judgements) {
    if (judgement.mover != side) continue;
    ++moves;
    lost += LostPoints(judgement);
    mistakes += MarkOf(judgement) == "?";
    blunders += MarkOf(judgement) == "??";
  }
  return fmt::format("{}: {:.1f} points lost a move, {} ?, {} ??", ToString(side),
                     moves == 0 ? 0 : lost / moves, mistakes, blunders);
}

}  // namespace

std::string_view MarkOf(const Judgement& judgement) {
  const double lost = LostPoints(judgement);
  return lost >= kBlunder ? "??" : lost >= kMistake ? "?" : "";
}

std::vector<Judgement> JudgeMoves(const Subject& subject, std::span<const Analysis> analyses) {
  std::vector<Judgement> judgements;
  Game game = subject.At(0);
  for (const TurnRecord& turn : subject.record.turns) {
    const auto ply = static_cast<size_t>(game.ply());
    const Analysis& before = analyses[ply];
    Judgement judgement{.ply = game.ply(),
                        .mover = game.to_move(),
                        .move = turn.move,
                        .value = before.value,
                        .best = before.lines.front().move};
    judgement.text = ToString(turn.move, game.Play(turn.move));
    const float after = ply + 1 < analyses.size() ? -analyses[ply + 1].value
                                                  : ValueFor(judgement.mover, game.result());
    if (turn.move != judgement.best) judgement.loss = std::max(before.value - after, 0.0f);
    judgements.push_back(std::move(judgement));
  }
  return judgements;
}

std::vector<double> AttackersPoints(const Subject& subject, std::span<const Analysis> analyses) {
  const Game end = subject.At(subject.plies());
  std::vector<double> points;
  for (size_t ply = 0; ply < analyses.size(); ++ply) {
    const Side to_move = end.PositionAt(static_cast<int>(ply)).to_move();
    points.push_back(PointsOf(Side::kAttackers, to_move, analyses[ply].value));
  }
  if (end.IsOver()) points.push_back(Points(ValueFor(Side::kAttackers, end.result())));
  return points;
}

std::string TitleOf(const Subject& subject) {
  const GameRecord& record = subject.record;
  std::string text = fmt::format("game {}: ", record.game_id);
  if (!record.attackers.empty() || !record.defenders.empty()) {
    text += fmt::format("{} - {}, ", record.attackers, record.defenders);
  }
  text += ToString(record.result);
  if (record.reason != Reason::kNone) text += fmt::format(": {}", ToString(record.reason));
  return text +
         fmt::format(", {}, {}", Counted(subject.plies(), "ply"), subject.rules->data().name);
}

std::string DescribeGame(const Subject& subject, std::span<const Analysis> analyses) {
  const std::vector<Judgement> judgements = JudgeMoves(subject, analyses);
  std::string text = TitleOf(subject) + '\n' + Row("ply", "move", "", "points", "lost");
  text += "   better\n";
  for (const Judgement& judgement : judgements) text += DescribeMove(judgement) + '\n';
  text += fmt::format("  end {:>26.1f}\n", AttackersPoints(subject, analyses).back());
  return text + DescribeSide(Side::kAttackers, judgements) + '\n' +
         DescribeSide(Side::kDefenders, judgements) + '\n';
}

}  // namespace raichi

#include "app/analysis/pictures.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/text.h"
#include "app/draw/board_svg.h"
#include "app/draw/svg.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "rules/notation.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kArrows = 4;

std::vector<BoardArrow> ArrowsOf(const Analysis& analysis) {
  std::vector<BoardArrow> arrows;
  for (size_t i = 0; i < std::min(analysis.lines.size(), kArrows); ++i) {
    const Line& line = analysis.lines[i];
    const double share = static_cast<double>(line.visits) / std::max(analysis.visits, 1u);
    arrows.push_back({.move = line.move, .weight = share});
  }
  return arrows;
}

/// The move that led to a position, such as `12. e3-c3xc4 ??`.
std::string DescribeLast(const Game& game, std::span<const Judgement> judgements) {
  const int ply = game.ply();
  if (ply == 0) return game.rules().data().title;
  const std::string number = std::to_string(ply) + ". ";
  if (judgements.empty()) return number + ToString(game.moves().back());
  const Judgement& last = judgements[static_cast<size_t>(ply - 1)];
  const std::string_view mark = MarkOf(last);
  return fmt::format("{}{}{}{}", number, last.text, mark.empty() ? "" : " ", mark);
}

/// `analysis` is null where the game is over.
std::string DrawPosition(const Game& game, const Analysis* analysis,
                         std::span<const Judgement> judgements) {
  BoardPicture picture{.marks = LastMoveOf(game), .caption = {DescribeLast(game, judgements)}};
  if (analysis == nullptr) {
    picture.caption.push_back(DescribeResult(game));
  } else {
    picture.arrows = ArrowsOf(*analysis);
    picture.attackers_points = PointsOf(Side::kAttackers, game.to_move(), analysis->value);
    picture.caption.push_back(fmt::format("{} to move, best {}", ToString(game.to_move()),
                                          ToString(analysis->lines.front().move)));
    picture.caption.push_back(DescribeScore(*analysis, game.to_move()));
  }
  return DrawBoardSvg(game.rules(), game.position(), picture);
}

ValueCurve CurveOf(const Subject& subject, std::span<const Analysis> analyses,
                   std::span<const Judgement> judgements) {
  ValueCurve curve{.title = TitleOf(subject), .points = AttackersPoints(subject, analyses)};
  for (const Judgement& judgement : judgements) {
    if (MarkOf(judgement) == "?") curve.mistakes.push_back(judgement.ply);
    if (MarkOf(judgement) == "??") curve.blunders.push_back(judgement.ply);
  }
  return curve;
}

void DrawGame(const Subject& subject, std::span<const Analysis> analyses, const fs::path& folder) {
  CreateFolders(folder);
  const std::vector<Judgement> judgements = JudgeMoves(subject, analyses);
  for (int ply = 0; ply <= subject.plies(); ++ply) {
    const auto i = static_cast<size_t>(ply);
    const Analysis* analysis = i < analyses.size() ? &analyses[i] : nullptr;
    WriteOutput(folder / fmt::format("{:03}.svg", ply),
                DrawPosition(subject.At(ply), analysis, judgements));
  }
  WriteOutput(folder / "values.svg", DrawCurveSvg(CurveOf(subject, analyses, judgements)));
}

}  // namespace

AnalysisPictures::AnalysisPictures(fs::path path, std::span<const Subject> subjects)
    : path_(std::move(path)), alone_(subjects.size() == 1) {
  if (!alone_ || subjects.front().whole) {
    CreateFolders(path_);
    CheckOutput(path_ / "000.svg");
  } else {
    CheckOutput(path_);
  }
}

void AnalysisPictures::Draw(const Subject& subject, std::span<const Analysis> analyses) {
  const fs::path path = alone_ ? path_ : path_ / NameOf(subject);
  if (subject.whole) return DrawGame(subject, analyses, path);
  WriteOutput(path, DrawPosition(subject.At(subject.plies()), &analyses.front(), {}));
}

std::string AnalysisPictures::NameOf(const Subject& subject) {
  const std::string name = std::to_string(subject.record.game_id);
  const int time = ++seen_[subject.record.game_id];
  return name + (time == 1 ? "" : "-" + std::to_string(time)) + (subject.whole ? "" : ".svg");
}

}  // namespace raichi

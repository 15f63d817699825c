#include "rules/words/words.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/words/phrases.h"

namespace raichi {
namespace {

constexpr size_t kWidth = 80;

/// Breaks a paragraph into lines at blanks.
std::string Wrapped(std::string_view paragraph) {
  std::string text;
  while (paragraph.size() > kWidth) {
    size_t end = paragraph.rfind(' ', kWidth);
    if (end == paragraph.npos) end = std::min(paragraph.find(' '), paragraph.size());
    text.append(paragraph.substr(0, end)).append("\n");
    paragraph.remove_prefix(std::min(end + 1, paragraph.size()));
  }
  return text.append(paragraph).append("\n");
}

}  // namespace

std::vector<RuleChapter> RulesInWords(const Rules& rules) {
  std::vector<RuleChapter> chapters = {
      BoardInWords(rules),    MovesInWords(rules),      SpecialSquaresInWords(rules),
      CapturesInWords(rules), ShieldwallInWords(rules), KingCaptureInWords(rules),
      EndsInWords(rules),
  };
  std::erase_if(chapters, [](const RuleChapter& chapter) { return chapter.paragraphs.empty(); });
  return chapters;
}

std::string RulesAsText(const Rules& rules) {
  std::string text = Wrapped(rules.data().title);
  for (const RuleChapter& chapter : RulesInWords(rules)) {
    text += "\n" + chapter.heading + "\n" + std::string(chapter.heading.size(), '-') + "\n";
    for (const std::string& paragraph : chapter.paragraphs) text += Wrapped(paragraph);
  }
  return text;
}

std::string DescribeResult(Result result, Reason reason) {
  std::string text(ToString(result));
  if (result == Result::kOngoing) return text;
  if (result != Result::kDraw) text += " win";
  return reason == Reason::kNone ? text : text + ": " + std::string(ToString(reason));
}

std::string DescribeResult(const Game& game) {
  return DescribeResult(game.result(), game.reason());
}

std::string_view CallRoads(const Game& game) {
  if (game.IsOver() || game.to_move() == Side::kDefenders) return "";
  const int roads = KingRoads(game.rules(), game.position());
  if (roads == 0) return "";
  return roads == 1 ? "Raichi! The king sees an open road." : "Tuichu! The king sees two roads.";
}

}  // namespace raichi

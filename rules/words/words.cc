#include "rules/words/words.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "rules/words/chapters.h"

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

}  // namespace raichi

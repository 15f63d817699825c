#pragma once

#include "rules/words/words.h"

namespace raichi {

/// The chapters of the rules in words (words.h). A chapter without paragraphs is left out.

RuleChapter BoardInWords(const Rules& rules);
RuleChapter MovesInWords(const Rules& rules);
/// Throne, corners and camps: who may stop and pass there, and to whom they are hostile.
RuleChapter SpecialSquaresInWords(const Rules& rules);
RuleChapter CapturesInWords(const Rules& rules);
RuleChapter ShieldwallInWords(const Rules& rules);
RuleChapter KingCaptureInWords(const Rules& rules);
RuleChapter EndsInWords(const Rules& rules);

}  // namespace raichi

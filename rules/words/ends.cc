#include "base/text.h"
#include "rules/words/phrases.h"

namespace raichi {
namespace {

bool CanBeCaptured(const Rules& rules) {
  bool can_be = false;
  ForEachSquare(rules.board(), rules.size(), [&](Square s) {
    const bool is_over = rules.goal().Has(s);
    can_be = can_be || (!is_over && rules.KingCaptureAt(s) != KingCapture::kNever);
  });
  return can_be;
}

std::string EscapeInWords(const Rules& rules) {
  const SquareSet& stop = rules.MasksOf(PieceClass::kKing, rules.center(), false).stop;
  bool some = false, all = true;
  ForEachSquare(rules.goal(), rules.size(), [&](Square s) {
    some = some || stop.Has(s);
    all = all && stop.Has(s);
  });
  const bool edge = rules.data().goal == Goal::kEdge;
  if (!some) {
    return std::string("The king would win ") + (edge ? "at the edge" : "on a corner") +
           ", but he may not stop there.";
  }
  return std::string("The king's side wins when the king reaches ") +
         (edge ? "the edge of the board, on any square" : "a corner") +
         (all ? "." : " where he may stop.");
}

std::string KingsWins(const Rules& rules) {
  std::string text = EscapeInWords(rules);
  AddSentence((text.starts_with("The king's") ? "it also" : "the king's side") +
                  std::string(" wins when it has captured all attackers."),
              &text);
  if (rules.data().exit_forts && rules.data().goal != Goal::kEdge) {
    AddSentence(
        "it also wins by an exit fort: after its own move the king stands at the edge and can "
        "move, and defenders shut him off from all attackers with a wall that the attackers can "
        "never break, however they play.",
        &text);
  }
  if (rules.has_royal()) {
    AddSentence("it also wins when it captures the royal attacker, who is captured like any man.",
                &text);
  }
  return text;
}

std::string AttackersWins(const Rules& rules) {
  std::string text;
  if (CanBeCaptured(rules)) AddSentence("the attackers win when they capture the king.", &text);
  if (rules.data().encirclement) {
    AddSentence(
        "the attackers " + std::string(text.empty() ? "" : "also ") +
            "win when they surround the king and all defenders: after a move of theirs, no way "
            "along ranks and files leads from the king or a defender to the edge of the board "
            "without crossing an attacker. Defenders do not block the way.",
        &text);
  }
  return text;
}

/// Describes what must be equal in two positions for them to count as a repetition.
std::string Sameness(const Rules& rules) {
  std::vector<std::string> parts = {"the same pieces stand on the same squares"};
  if (rules.tells_camps_apart()) {
    parts.emplace_back("the same attackers have not left the camps where they started");
  }
  if (rules.data().camps && rules.data().camps->close) {
    parts.emplace_back("the same camps are closed");
  }
  parts.emplace_back("the same side is to move");
  return "Positions are the same if " + Listed(parts) + ".";
}

std::string Repetition(const Rules& rules) {
  const RepetitionRules& repetition = rules.data().repetition;
  const std::string nth = Ordinal(repetition.count);
  const std::string when = "When a position occurs for the " + nth + " time, ";
  if (repetition.count == 0) return "Positions may be repeated without limit.";
  switch (repetition.result) {
    case RepetitionResult::kDraw:
      return when + "the game is a draw. " + Sameness(rules);
    case RepetitionResult::kMoverLoses:
      return when + "the side whose move led to it loses. " + Sameness(rules);
    case RepetitionResult::kDefendersLose:
      return when + "the king's side loses. " + Sameness(rules);
    case RepetitionResult::kIllegal:
      return "A move that makes a position occur for the " + nth + " time is not allowed. " +
             Sameness(rules);
  }
  return "";
}

std::string Outcome(LimitResult result) {
  switch (result) {
    case LimitResult::kDraw:
      return "The game is a draw";
    case LimitResult::kAttackers:
      return "The attackers win";
    case LimitResult::kDefenders:
      return "The king's side wins";
  }
  return "";
}

}  // namespace

RuleChapter EndsInWords(const Rules& rules) {
  const RuleSet& data = rules.data();
  RuleChapter chapter{"The end of the game", {KingsWins(rules)}};
  if (const std::string text = AttackersWins(rules); !text.empty()) {
    chapter.paragraphs.push_back(text);
  }
  chapter.paragraphs.emplace_back(
      data.no_moves == NoMovesResult::kLoss
          ? "A side that cannot move when it is its turn loses the game."
          : "If a side cannot move when it is its turn, the game is a draw.");
  chapter.paragraphs.push_back(Repetition(rules));
  if (data.quiet_limit > 0) {
    chapter.paragraphs.push_back(Outcome(data.quiet_limit_result) + " after " +
                                 Counted(data.quiet_limit, "move") +
                                 " in a row without a capture, the moves of both sides counted.");
  }
  if (data.ply_limit > 0) {
    chapter.paragraphs.push_back(Outcome(data.ply_limit_result) + " after " +
                                 Counted(data.ply_limit, "move") +
                                 " in all, the moves of both sides counted.");
  }
  return chapter;
}

}  // namespace raichi

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/board/position.h"
#include "rules/rules.h"
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

/// Parts of the sentences of words.h.

/// Returns `a, b and c`, or an empty text for no items.
std::string Listed(const std::vector<std::string>& items, std::string_view joint = "and");
std::string Listed(const SquareSet& squares, int size);
/// Returns the pieces that a list of a rule file stands for, with the royal attacker if the rules
/// have him and the list includes him. Drops the word `attackers_same_camp`.
ClassSet Meant(const Rules& rules, ClassSet list);
/// Describes a set that Meant returned: `attackers and the king`, `all pieces`, `no piece`.
std::string PiecesOf(const Rules& rules, ClassSet set);
/// `second`, `third`, `12th`.
std::string Ordinal(int number);
/// Returns the text with its first letter in upper case.
std::string Capital(std::string text);
/// Appends a sentence to a paragraph.
void AddSentence(const std::string& sentence, std::string* paragraph);

/// Whether the king of rules with a throne starts on it or may stop there.
bool CanKingBeOnThrone(const Rules& rules);
/// Returns the classes to which the throne is hostile while the king is on it. Leaves out the king
/// himself, and the attackers if the king is armed, because he is then hostile to them anyway.
ClassSet HostileWithKing(const Rules& rules);
/// Whether a square can be hostile to the class although no enemy stands on it. The royal attacker
/// counts as an attacker.
bool HasHostileSquares(const Rules& rules, PieceClass piece);

}  // namespace raichi

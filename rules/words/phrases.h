#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Pieces of sentences.

/// `a, b and c`; empty for none.
std::string Listed(const std::vector<std::string>& items, std::string_view joint = "and");
std::string Listed(const SquareSet& squares, int size);
/// The pieces that a list of a rule file means: the royal attacker is there if he is one of them.
/// The word `attackers_same_camp` is dropped.
ClassSet Meant(const Rules& rules, ClassSet list);
/// A set as Meant gives it: `attackers and the king`, `all pieces`, `no piece`.
std::string PiecesOf(const Rules& rules, ClassSet set);
/// `1 attacker`, `16 attackers`, `no attackers`.
std::string Counted(int count, const std::string& singular);
/// `second`, `third`, `12th`.
std::string Ordinal(int number);
/// The text with a capital letter in front.
std::string Capital(std::string text);
/// Adds a sentence to a paragraph.
void AddSentence(const std::string& sentence, std::string* paragraph);

/// Whether the king of rules with a throne starts on it or may stop there.
bool CanKingBeOnThrone(const Rules& rules);
/// To whom the throne is hostile while the king is on it, as far as that makes a difference: he is
/// not an enemy of his own men, and an armed king is hostile to attackers anyway.
ClassSet HostileWithKing(const Rules& rules);
/// Whether a square can be hostile to the class without an enemy on it. The royal attacker counts
/// as an attacker.
bool HasHostileSquares(const Rules& rules, PieceClass piece);

}  // namespace raichi

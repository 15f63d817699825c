#include "rules/words/phrases.h"

#include <array>
#include <cctype>
#include <cstddef>

#include "rules/board/text.h"

namespace raichi {
namespace {

constexpr int kAllMenAndKing = ClassSet::kAttackers | ClassSet::kDefenders | ClassSet::kKing;
constexpr const char* kOthers = "attackers other than the royal one";

}  // namespace

std::string Listed(const std::vector<std::string>& items, std::string_view joint) {
  std::string list;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) list += i + 1 < items.size() ? ", " : " " + std::string(joint) + " ";
    list += items[i];
  }
  return list;
}

std::string Listed(const SquareSet& squares, int size) {
  std::vector<std::string> names;
  ForEachSquare(squares, size, [&](Square s) { names.push_back(ToString(s)); });
  return Listed(names);
}

ClassSet Meant(const Rules& rules, ClassSet list) {
  const int royal = rules.has_royal() && list.HasRoyal() ? ClassSet::kRoyal : 0;
  return {static_cast<uint8_t>((list.words & kAllMenAndKing) | royal)};
}

std::string PiecesOf(const Rules& rules, ClassSet set) {
  const bool royal = (set.words & ClassSet::kRoyal) != 0;
  const bool is_whole = royal || !rules.has_royal();  // if `attackers` names all of them
  if (is_whole && (set.words & kAllMenAndKing) == kAllMenAndKing) return "all pieces";
  std::vector<std::string> names;
  if (set.Has(PieceClass::kAttacker)) names.emplace_back(is_whole ? "attackers" : kOthers);
  if (royal && !set.Has(PieceClass::kAttacker)) names.emplace_back("the royal attacker");
  if (set.Has(PieceClass::kDefender)) names.emplace_back("defenders");
  if (set.Has(PieceClass::kKing)) names.emplace_back("the king");
  return names.empty() ? "no piece" : Listed(names);
}

std::string Ordinal(int number) {
  constexpr std::array<std::string_view, 6> kWords = {"",      "first",  "second",
                                                      "third", "fourth", "fifth"};
  if (number > 0 && static_cast<size_t>(number) < kWords.size()) {
    return std::string(kWords[static_cast<size_t>(number)]);
  }
  const int tens = number / 10 % 10;
  constexpr std::array<std::string_view, 4> kEnds = {"th", "st", "nd", "rd"};
  const int last = tens == 1 || number % 10 > 3 ? 0 : number % 10;
  return std::to_string(number) + std::string(kEnds[static_cast<size_t>(last)]);
}

std::string Capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

void AddSentence(const std::string& sentence, std::string* paragraph) {
  if (sentence.empty()) return;
  if (!paragraph->empty()) *paragraph += ' ';
  *paragraph += Capital(sentence);
}

bool CanKingBeOnThrone(const Rules& rules) {
  return rules.data().throne->stop.Has(PieceClass::kKing) || rules.start().king() == rules.throne();
}

ClassSet HostileWithKing(const Rules& rules) {
  if (!CanKingBeOnThrone(rules)) return {};
  const Armed armed = rules.data().king.armed;
  const bool is_anvil = armed == Armed::kAnvil || armed == Armed::kBoth;
  ClassSet set = Meant(rules, rules.data().throne->hostile_occupied);
  if (is_anvil) set.words &= ClassSet::kDefenders;
  set.words &= static_cast<uint8_t>(~ClassSet::kKing);
  return set;
}

bool HasHostileSquares(const Rules& rules, PieceClass piece) {
  const bool has_throne = rules.data().throne.has_value();
  bool any = has_throne && HostileWithKing(rules).Has(piece);
  if (piece == PieceClass::kDefender && has_throne && rules.data().throne->linnaean) {
    any = any || CanKingBeOnThrone(rules);
  }
  if (piece == PieceClass::kAttacker && rules.has_royal()) {
    const RuleSet& data = rules.data();
    any = any || (data.throne && data.throne->hostile_empty.HasRoyal()) ||
          (data.corners && data.corners->hostile.HasRoyal()) ||
          (data.camps && data.camps->hostile.HasRoyal());
  }
  ForEachSquare(rules.board(), rules.size(), [&](Square s) {
    any = any || rules.HostileAlways(piece).Has(s) || rules.HostileEmpty(piece).Has(s) ||
          (piece == PieceClass::kAttacker && rules.HostileToSameCamp().Has(s));
  });
  return any;
}

}  // namespace raichi

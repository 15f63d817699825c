#include <map>

#include "base/counted.h"
#include "rules/board/square_text.h"
#include "rules/words/chapters.h"
#include "rules/words/phrases.h"

namespace raichi {
namespace {

/// `16 attackers, on a4, a5 and b5`; `no attackers`.
std::string MenOn(const SquareSet& squares, const std::string& name, int size) {
  int count = 0;
  ForEachSquare(squares, size, [&](Square) { ++count; });
  if (count == 0) return "no " + Plural(name);
  return Counted(count, name) + ", on " + Listed(squares, size);
}

/// How far pieces move: the reach of most pieces, such as `any number of squares`, and a sentence
/// for each different limit.
struct Reach {
  std::string of_all = "any number of squares";
  std::string limits;
};
Reach ReachOf(const RuleSet& rules) {
  std::map<int, std::vector<std::string>> slow;
  const auto add = [&](int speed, const char* name) {
    if (speed > 0 && speed < rules.size - 1) slow[speed].emplace_back(name);
  };
  add(rules.speed.attackers, "attackers");
  add(rules.speed.defenders, "defenders");
  add(rules.speed.king, "the king");
  Reach reach;
  for (const auto& [speed, names] : slow) {
    const std::string most = Counted(speed, "square") + " at most";
    if (names.size() == 3) {
      reach.of_all = most;
    } else {
      const bool one = names[0] == "the king";
      AddSentence((reach.limits.empty() ? "but " : "") + Listed(names) +
                      (one ? " moves " : " move ") + most + ".",
                  &reach.limits);
    }
  }
  return reach;
}

}  // namespace

RuleChapter BoardInWords(const Rules& rules) {
  const int size = rules.size();
  const std::string side = std::to_string(size);
  const Position& start = rules.start();
  SquareSet defenders = start.Men(Side::kDefenders);
  defenders.Remove(start.king());
  std::string attackers =
      "One side has " + MenOn(start.Men(Side::kAttackers), "attacker", size) + ".";
  if (rules.has_royal()) {
    AddSentence("the attacker on " + ToString(start.royal()) + " is the royal attacker.",
                &attackers);
  }
  const bool attackers_begin = rules.data().first == Side::kAttackers;
  return {"Board and pieces",
          {"The board has " + side + " by " + side +
               " squares, named by file and rank: a1 is at the bottom left, " +
               ToString(Square(size, size)) + " at the top right.",
           attackers,
           "The king's side has the king, on " + ToString(start.king()) + ", and " +
               MenOn(defenders, "defender", size) + ". Attackers and defenders are called men.",
           std::string(attackers_begin ? "The attackers move" : "The king's side moves") +
               " first. After that the sides take turns, one move each."}};
}

RuleChapter MovesInWords(const Rules& rules) {
  const Reach reach = ReachOf(rules.data());
  std::string paragraph = "A piece moves along its rank or its file, " + reach.of_all +
                          ", over empty squares. It never jumps over a piece and never moves "
                          "diagonally.";
  AddSentence(reach.limits, &paragraph);
  if (!rules.data().throne) {
    AddSentence("there is no throne: the square in the middle is like any other.", &paragraph);
  }
  if (!rules.data().corners) AddSentence("the corners are squares like any other.", &paragraph);
  return {"Moves", {paragraph}};
}

}  // namespace raichi

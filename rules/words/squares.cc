#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "rules/board/text.h"
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

namespace {

constexpr std::array<ClassSet::Word, 4> kClasses = {ClassSet::kAttackers, ClassSet::kRoyal,
                                                    ClassSet::kDefenders, ClassSet::kKing};

/// Whether pieces may do something: never, always, or only attackers in a camp that they have not
/// left yet.
enum class Leave : uint8_t { kNo, kYes, kAtHome };

Leave LeaveOf(ClassSet set, ClassSet::Word piece) {
  const bool attacks = piece == ClassSet::kAttackers || piece == ClassSet::kRoyal;
  const bool may = piece == ClassSet::kRoyal ? set.HasRoyal() : (set.words & piece) != 0;
  if (may) return Leave::kYes;
  return attacks && set.HasSameCamp() ? Leave::kAtHome : Leave::kNo;
}

/// Returns a sentence on who may stop on a kind of squares and who may pass over them. `many` names
/// the squares, such as `camp squares`; `them` is the pronoun for them.
std::string LeaveSentence(const std::string& who, Leave stop, Leave pass, const std::string& many,
                          const std::string& them) {
  const std::string at_home =
      " only in the camp where they started, and only until they first leave it.";
  const std::string they_stop = "They may stop on " + them + at_home;
  const std::string they_pass = "They may pass over " + them + at_home;
  if (stop == Leave::kAtHome && pass == Leave::kAtHome) {
    return who + " may stop on " + many + " and pass over " + them + at_home;
  }
  if (stop == Leave::kAtHome && pass == Leave::kYes) {
    return who + " may pass over " + many + ". " + they_stop;
  }
  if (stop == Leave::kAtHome) return who + " may not pass over " + many + ". " + they_stop;
  if (pass == Leave::kAtHome) {
    return who + (stop == Leave::kYes ? " may stop on " : " may not stop on ") + many + ". " +
           they_pass;
  }
  if (stop == Leave::kYes) {
    return who + " may stop on " + many + (pass == Leave::kYes ? " and pass" : ", but not pass") +
           " over " + them + ".";
  }
  if (pass == Leave::kYes) {
    return who + " may pass over " + many + ", but not stop on " + them + ".";
  }
  if (who == "all pieces") return "No piece may stop on " + many + " or pass over " + them + ".";
  return who + " may neither stop on " + many + " nor pass over " + them + ".";
}

/// Adds sentences on who may stop on a kind of squares and who may pass over them. Pieces with the
/// same leave share a sentence.
void AddLeaves(const Rules& rules, ClassSet stop, ClassSet pass, const std::string& many,
               const std::string& them, std::string* paragraph) {
  std::set<std::pair<Leave, Leave>> told;
  for (const ClassSet::Word piece : kClasses) {
    if (piece == ClassSet::kRoyal && !rules.has_royal()) continue;
    const std::pair leave(LeaveOf(stop, piece), LeaveOf(pass, piece));
    if (!told.insert(leave).second) continue;
    ClassSet same;
    for (const ClassSet::Word other : kClasses) {
      if (other == ClassSet::kRoyal && !rules.has_royal()) continue;
      const bool is_same = std::pair(LeaveOf(stop, other), LeaveOf(pass, other)) == leave;
      if (is_same) same.words = static_cast<uint8_t>(same.words | other);
    }
    AddSentence(LeaveSentence(PiecesOf(rules, same), leave.first, leave.second, many, them),
                paragraph);
  }
}

std::string ThroneInWords(const Rules& rules) {
  const ThroneRules& throne = *rules.data().throne;
  std::string text = "The throne is the square in the middle, " + ToString(rules.throne()) + ".";
  AddLeaves(rules, throne.stop, throne.pass, "the throne", "it", &text);
  if (rules.start().king() == rules.throne() && !throne.stop.Has(PieceClass::kKing)) {
    AddSentence("the king, who starts on it, cannot return once he has left it.", &text);
  }
  AddSentence("while it is empty, the throne is hostile to " +
                  PiecesOf(rules, Meant(rules, throne.hostile_empty)) + ".",
              &text);
  const ClassSet with_king = HostileWithKing(rules);
  if (with_king.words != 0) {
    AddSentence("while the king is on it, it is hostile to " + PiecesOf(rules, with_king) + ".",
                &text);
  }
  if (throne.linnaean && CanKingBeOnThrone(rules) && !with_king.Has(PieceClass::kDefender)) {
    AddSentence(
        "when the king is on it and attackers stand on exactly three of the four squares next to "
        "it, it is hostile to a defender on the fourth.",
        &text);
  }
  return text;
}

std::string CornersInWords(const Rules& rules) {
  const CornerRules& corners = *rules.data().corners;
  std::string text = "The corners are the squares " + Listed(rules.corners(), rules.size()) + ".";
  const std::string who = PiecesOf(rules, Meant(rules, corners.stop));
  const bool is_some = who != "no piece" && who != "all pieces";
  const bool is_wide = corners.width > 1;
  AddSentence((is_some ? "only " : "") + who + " may stop on " +
                  (is_wide ? "one of them or pass over it." : "a corner."),
              &text);
  AddSentence("while it is empty, " + std::string(is_wide ? "each of them" : "a corner") +
                  " is hostile to " + PiecesOf(rules, Meant(rules, corners.hostile)) + ".",
              &text);
  return text;
}

std::string ListCamps(const Rules& rules) {
  std::map<int, SquareSet> camps;
  ForEachSquare(rules.camps(), rules.size(), [&](Square s) { camps[rules.CampOf(s)].Add(s); });
  std::string list;
  for (const auto& [number, squares] : camps) {
    list += (list.empty() ? "" : "; ") + Listed(squares, rules.size());
  }
  return (camps.size() == 1 ? "There is one camp: "
                            : "There are " + Counted(camps.size(), "camp") + ": ") +
         list + ".";
}

std::string CampsInWords(const Rules& rules) {
  const CampRules& camps = *rules.data().camps;
  std::string text = ListCamps(rules);
  AddLeaves(rules, camps.stop, camps.pass, camps.close ? "squares of open camps" : "camp squares",
            "them", &text);
  const bool only_at_home =
      camps.hostile.HasSameCamp() && !camps.hostile.Has(PieceClass::kAttacker);
  AddSentence("camp squares, empty or not, are hostile to " +
                  PiecesOf(rules, Meant(rules, camps.hostile)) + ".",
              &text);
  if (only_at_home) {
    AddSentence(
        "they are also hostile to an attacker in the same camp who started there and has not left "
        "it.",
        &text);
  }
  SquareSet neutral;
  for (const Square s : camps.neutral) neutral.Add(s);
  const bool is_hostile = only_at_home || Meant(rules, camps.hostile).HasRoyal();
  if (!camps.neutral.empty() && is_hostile) {
    AddSentence("but " + Listed(neutral, rules.size()) +
                    (camps.neutral.size() == 1 ? " is" : " are") + " never hostile to attackers.",
                &text);
  }
  if (camps.close) {
    AddSentence(
        "a camp closes for good as soon as no attacker stands in it; one without attackers is "
        "closed from the start.",
        &text);
    AddLeaves(rules, camps.closed_stop, camps.closed_pass, "squares of closed camps", "them",
              &text);
    AddSentence("a closed camp is as hostile as before.", &text);
  }
  return text;
}

}  // namespace

RuleChapter SpecialSquaresInWords(const Rules& rules) {
  RuleChapter chapter{"Special squares", {}};
  if (HasHostileSquares(rules, PieceClass::kAttacker) ||
      HasHostileSquares(rules, PieceClass::kDefender) ||
      HasHostileSquares(rules, PieceClass::kKing)) {
    chapter.paragraphs.emplace_back(
        "A square that is hostile to a piece helps to capture it, as an enemy on that square "
        "would.");
  }
  if (rules.data().throne) chapter.paragraphs.push_back(ThroneInWords(rules));
  if (rules.data().corners) chapter.paragraphs.push_back(CornersInWords(rules));
  if (rules.data().camps) chapter.paragraphs.push_back(CampsInWords(rules));
  return chapter;
}

}  // namespace raichi

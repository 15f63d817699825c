#include "nn/input/input_names.h"

#include <initializer_list>

#include "nn/input/encoder.h"
#include "rules/check.h"

namespace raichi {
namespace {

using Words = std::initializer_list<const char*>;

constexpr Words kClasses = {"attackers", "defenders", "king"};
constexpr Words kCampClasses = {"attackers", "defenders", "king", "attackers_same_camp"};
constexpr Words kKingCaptures = {"custodial", "surround", "never"};
constexpr Words kRepetitionResults = {"draw", "mover_loses", "defenders_lose", "illegal"};

/// Names one after the other, in the order in which rule_numbers.cc writes the numbers.
class NameList {
 public:
  void Add(const std::string& name, const std::string& meaning) {
    names_.push_back({name, meaning});
  }
  /// A flag for each word that a key of the rules may be, or may hold.
  void Flags(const std::string& key, Words words, const std::string& but = "") {
    for (const char* word : words) {
      Add(key + "." + word, "flag: `" + key + "` is or has " + word + but);
    }
  }
  void Limit(const std::string& key, const std::string& used) {
    Add(key, "flag: the rules have `" + key + "`");
    Add(key + ".used", used + " / limit");
    Add(key + ".near", "8 / (8 + limit - " + used + ")");
  }
  std::vector<InputName> Take() { return std::move(names_); }

 private:
  std::vector<InputName> names_;
};

void NameHistory(NameList* names) {
  names->Add("to_move.attackers", "flag: the attackers are to move");
  names->Add("to_move.defenders", "flag: the defenders are to move");
  names->Add("occurrences.2", "flag: the position has occurred twice or more, this time included");
  names->Add("occurrences.3", "flag: three times or more");
  names->Add("occurrences.share", "occurrences / `repetition.count`; 0 if that is 0");
  names->Add("occurrences.next", "flag: one more occurrence reaches `repetition.count`");
  names->Add("size", "squares along a side of the board / 19");
  names->Limit("quiet_limit", "plies since the last capture");
  names->Limit("ply_limit", "plies played");
}

void NameKing(NameList* names) {
  names->Add("king.armed.hammer", "flag: `king.armed` is both or hammer");
  names->Add("king.armed.anvil", "flag: `king.armed` is both or anvil");
  names->Flags("king.capture.open", kKingCaptures);
  names->Flags("king.capture.beside_throne", kKingCaptures, "; 0 without a throne");
  names->Flags("king.capture.on_throne", kKingCaptures, "; 0 without a throne");
  names->Flags("king.capture.at_edge", kKingCaptures);
}

void NameSquares(NameList* names) {
  names->Add("throne", "flag: there is a throne");
  names->Flags("throne.stop", kClasses);
  names->Flags("throne.pass", kClasses);
  names->Flags("throne.hostile_empty", kClasses);
  names->Flags("throne.hostile_occupied", kClasses);
  names->Add("throne.linnaean", "flag");
  names->Add("corners", "flag: there are corners");
  names->Flags("corners.stop", kClasses);
  names->Flags("corners.hostile", kClasses);
  names->Add("camps", "flag: there are camps");
  names->Flags("camps.stop", kCampClasses);
  names->Flags("camps.pass", kCampClasses);
  names->Flags("camps.hostile", kCampClasses);
}

void NameEndings(NameList* names) {
  names->Add("goal.corners", "flag: `goal` is corners, else the edge");
  names->Add("repetition.count", "1 / `repetition.count`; 0 if that is 0");
  names->Flags("repetition.result", kRepetitionResults, "; 0 if the count is 0");
  names->Add("no_moves.draw", "flag: `no_moves` is draw");
  names->Add("encirclement", "flag");
  names->Add("shieldwall", "flag");
  names->Add("exit_forts", "flag");
}

}  // namespace

std::vector<InputName> PlaneNames() {
  return {
      {"board", "all squares of the board"},
      {"attackers", "attackers"},
      {"defenders", "defenders without the king"},
      {"king", "the king"},
      {"throne", "the throne, where the rules have one"},
      {"corners", "the corners, where the rules have them"},
      {"camps", "`camps.squares`"},
      {"neutral_camps", "`camps.neutral`"},
      {"strays",
       "attackers on a camp square that is not, or no longer, their own camp; only "
       "under rules that say attackers_same_camp"},
      {"goals", "squares on which the king wins"},
      {"king_moves",
       "squares to which the king could move now, whoever is to move, repetition not considered"},
      {"king_roads",
       "in each direction in which he can stop on a goal, the squares from "
       "beside him to the first such goal"},
      {"last_from", "the square that the last move left"},
      {"last_to", "the square that it reached"},
      {"previous_from", "the same of the move before"},
      {"previous_to", "the same of the move before"}};
}

std::vector<InputName> NumberNames() {
  NameList names;
  NameHistory(&names);
  NameKing(&names);
  NameSquares(&names);
  NameEndings(&names);
  std::vector<InputName> all = names.Take();
  RAICHI_CHECK(all.size() == kGlobals);
  return all;
}

}  // namespace raichi

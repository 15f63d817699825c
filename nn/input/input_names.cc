#include "nn/input/input_names.h"

#include <optional>
#include <utility>

#include "base/error.h"
#include "nn/input/encoder.h"
#include "rules/rule_keys.h"

namespace raichi {
namespace {

/// Names the numbers that NumberWriter in encoder.cc writes, each at its index.
class NumberNamer {
 public:
  NumberNamer() : names_(kGlobals) {}

  void Put(int index, const std::string& name, const std::string& meaning) {
    InputName& place = names_[static_cast<size_t>(index)];
    RAICHI_CHECK(place.name.empty());  // fails if two numbers share an index
    place = {name, meaning};
  }

  void Name(const RuleKey&, const std::string&) {}
  void Text(const RuleKey&, const std::string&) {}
  void Texts(const RuleKey&, const std::vector<std::string>&) {}
  void Size(const RuleKey& key, int) {
    Put(key.input, "size", "squares along a side of the board / 19");
  }
  void Setup(const RuleKey&, const std::string&) {}
  void Squares(const RuleKey&, const std::vector<Square>&) {}

  template <typename T>
  void Word(const RuleKey& key, T, const std::array<RuleWord<T>, 2>& table) {
    if (key.input == kNoInput) return;
    const auto [first, second] = std::pair(table[0].word, table[1].word);
    if (second == "true") return Put(key.input, PathOf(key), "flag");
    Put(key.input, PathOf(key) + "." + std::string(second),
        "flag: `" + PathOf(key) + "` is " + std::string(second) + ", not " + std::string(first));
  }
  void Word(const RuleKey& key, Armed, const std::array<RuleWord<Armed>, 4>&) {
    const std::string path = PathOf(key);
    Put(key.input, path + ".hammer", "flag: `" + path + "` is both or hammer");
    Put(key.input + 1, path + ".anvil", "flag: `" + path + "` is both or anvil");
  }
  void Word(const RuleKey& key, KingCapture, const std::array<RuleWord<KingCapture>, 3>& table) {
    const bool with_throne = key.presence == Presence::kWithThrone;
    PutFlags(key, " is ", table, with_throne ? "; 0 without a throne" : "");
  }
  void Word(const RuleKey& key, RepetitionResult,
            const std::array<RuleWord<RepetitionResult>, 4>& table) {
    PutFlags(key, " is ", table, "; 0 if the count is 0");
  }
  void Word(const RuleKey& key, LimitResult, const std::array<RuleWord<LimitResult>, 3>& table) {
    PutFlags(key, " is ", table, "");
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet, const std::array<RuleWord<ClassSet::Word>, N>& table) {
    PutFlags(key, " has ", table, "");
  }
  void Number(const RuleKey& key, int, NumberRange) { PutInverse(key); }
  void Count(const RuleKey& key, int) { PutInverse(key); }
  void Limit(const RuleKey& key, int, PlyCount plies) {
    const std::string path = PathOf(key);
    const std::string used =
        plies == PlyCount::kQuiet ? "plies since the last capture" : "plies played";
    Put(key.input, path, "flag: the rules have `" + path + "`");
    Put(key.input + 1, path + ".used", used + " / limit");
    Put(key.input + 2, path + ".near", "8 / (8 + limit - " + used + ")");
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    const std::string above = std::exchange(section_, PathOf(key) + ".");
    visit(*this);
    section_ = above;
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>&, Layout, Visit visit) {
    Put(key.input, PathOf(key), "flag: the rules have `" + PathOf(key) + "`");
    const T none{};
    Section(key, [&](auto& visitor) { visit(visitor, none); });
  }

  std::vector<InputName> Take() { return std::move(names_); }

 private:
  std::string PathOf(const RuleKey& key) const { return section_ + std::string(key.name); }
  void PutInverse(const RuleKey& key) {
    Put(key.input, PathOf(key), "1 / `" + PathOf(key) + "`; 0 if that is 0");
  }
  template <typename T, size_t N>
  void PutFlags(const RuleKey& key, const std::string& verb,
                const std::array<RuleWord<T>, N>& table, const std::string& but) {
    for (size_t i = 0; i < N; ++i) {
      const std::string word(table[i].word);
      Put(word == "royal" ? key.royal : key.input + static_cast<int>(i), PathOf(key) + "." + word,
          "flag: `" + PathOf(key) + "`" + verb + word + but);
    }
  }

  std::string section_;  // path of the current section, ending in a dot
  std::vector<InputName> names_;
};

void NameHistory(NumberNamer* names) {
  names->Put(0, "to_move.attackers", "flag: the attackers are to move");
  names->Put(1, "to_move.defenders", "flag: the defenders are to move");
  names->Put(2, "occurrences.2",
             "flag: the position has occurred twice or more, this time included");
  names->Put(3, "occurrences.3", "flag: three times or more");
  names->Put(4, "occurrences.share", "occurrences / `repetition.count`; 0 if that is 0");
  names->Put(5, "occurrences.next", "flag: one more occurrence reaches `repetition.count`");
}

}  // namespace

std::vector<InputName> PlaneNames() {
  std::vector<InputName> names = {
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
      {"previous_to", "the same of the move before"},
      {"closed_camps", "squares of camps that are closed"},
      {"royal", "the royal attacker, who is among the attackers too"},
      {"attacker_stops",
       "squares that attackers could reach by one move, whoever is to move, repetition not "
       "considered"},
      {"defender_stops", "the same of the defenders and the king"},
      {"attacker_captures",
       "squares of `attacker_stops` where the attacker that arrives captures a man or the king; "
       "rows are not considered"},
      {"defender_captures", "the same of the defenders and the king"},
      {"attacker_victims",
       "defenders and the king that attackers could capture by moving to those squares"},
      {"defender_victims", "attackers that defenders or the king could capture in the same way"}};
  RAICHI_CHECK(names.size() == kPlanes);
  return names;
}

std::vector<InputName> NumberNames() {
  NumberNamer names;
  NameHistory(&names);
  const RuleSet any;
  VisitRuleKeys(names, any);
  for (int i = kNamedNumbers; i < kGlobals; ++i) {
    names.Put(i, "reserved." + std::to_string(i), "0, for later versions");
  }
  std::vector<InputName> all = names.Take();
  for (const InputName& name : all) RAICHI_CHECK(!name.name.empty());
  return all;
}

}  // namespace raichi

#include "rules/words/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_fields.h"
#include "rules/files/rule_file.h"
#include "tests/support/places.h"
#include "tests/support/random_rules.h"

namespace raichi {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string WordsOf(const std::string& name) { return RulesAsText(*OpenRules(name)); }

/// The words without line ends.
std::string LineOf(const std::string& name) {
  std::string words = WordsOf(name);
  std::ranges::replace(words, '\n', ' ');
  return words;
}

/// The words of rules without their title.
std::string Words(const RuleSet& rules) {
  RuleSet untitled = rules;
  untitled.title = "";
  return RulesAsText(Rules(untitled));
}

ClassSet Only(ClassSet set, int words) { return {static_cast<uint8_t>(set.words & words)}; }

/// All lists of classes.
std::vector<ClassSet*> SetsOf(RuleSet* rules) {
  std::vector<ClassSet*> sets = {&rules->edge.hostile};
  if (auto& throne = rules->throne) {
    sets.insert(sets.end(),
                {&throne->stop, &throne->pass, &throne->hostile_empty, &throne->hostile_occupied});
  }
  if (auto& corners = rules->corners) {
    sets.insert(sets.end(), {&corners->stop, &corners->hostile});
  }
  if (auto& camps = rules->camps) {
    sets.insert(sets.end(), {&camps->stop, &camps->pass, &camps->hostile, &camps->closed_stop,
                             &camps->closed_pass});
  }
  return sets;
}

/// The rules with every key reset that makes no difference beside the others (docs/rules.md).
RuleSet WithoutIdleKeys(RuleSet rules) {
  constexpr int kMen = ClassSet::kAttackers | ClassSet::kDefenders | ClassSet::kRoyal;
  const Rules compiled(rules);
  const bool is_anvil = rules.king.armed == Armed::kAnvil || rules.king.armed == Armed::kBoth;
  const bool has_royal = rules.setup.find('b') != std::string::npos;
  for (ClassSet* set : SetsOf(&rules)) {
    const bool is_royal_idle = !has_royal || set->Has(PieceClass::kAttacker);
    if (is_royal_idle) *set = Only(*set, ~ClassSet::kRoyal);
  }
  if (rules.goal == Goal::kEdge) {  // a king at the edge has won
    rules.king.at_edge = KingCapture::kNever;
    rules.exit_forts = false;
  }
  const bool has_throne = rules.throne.has_value();
  const bool king_on_throne = has_throne && (rules.throne->stop.Has(PieceClass::kKing) ||
                                             compiled.start().king() == compiled.throne());
  if (!has_throne) rules.king.beside_throne = KingCapture::kSurround;
  if (!king_on_throne) rules.king.on_throne = KingCapture::kSurround;
  if (has_throne) {
    ClassSet& with_king = rules.throne->hostile_occupied;
    with_king = Only(with_king, !king_on_throne ? 0 : is_anvil ? ClassSet::kDefenders : kMen);
    if (!king_on_throne || with_king.Has(PieceClass::kDefender)) rules.throne->linnaean = false;
  }
  if (rules.camps) {
    for (ClassSet* set : {&rules.camps->stop, &rules.camps->pass, &rules.camps->hostile}) {
      if (set->Has(PieceClass::kAttacker)) *set = Only(*set, ~ClassSet::kAttackersSameCamp);
    }
    const ClassSet hostile = rules.camps->hostile;
    constexpr int kToAttackers =
        ClassSet::kAttackers | ClassSet::kAttackersSameCamp | ClassSet::kRoyal;
    const bool to_attackers = (hostile.words & kToAttackers) != 0;
    if (!to_attackers) rules.camps->neutral.clear();
  }
  if (rules.repetition.count == 0) rules.repetition.result = RepetitionResult::kDraw;
  for (int* speed : {&rules.speed.attackers, &rules.speed.defenders, &rules.speed.king}) {
    if (*speed >= rules.size - 1) *speed = 0;
  }
  rules.edge.hostile = Only(rules.edge.hostile, kMen);
  const bool closes = rules.corners && (rules.corners->hostile.words & kMen) != 0;
  if (!closes) rules.shieldwall_ends = ShieldwallEnds::kCorners;
  return rules;
}

/// What makes a difference in a game: equal for rule sets that play the same.
std::vector<RuleField> Essence(const RuleSet& rules) {
  std::vector<RuleField> fields = FieldsOf(WithoutIdleKeys(rules));
  // Positions are told apart by the attackers that left their camps, even if nothing else is.
  const bool tells_apart = rules.repetition.count > 0 && Rules(rules).tells_camps_apart();
  if (tells_apart) fields.push_back({"attackers that left their camps"});
  return fields;
}

/// `rules` with one key, or one map, as `other` has it. Returns `rules` if they contradict.
RuleSet WithOneKeyOf(const RuleSet& rules, const RuleSet& other, Rng* rng) {
  std::vector<RuleField> fields = FieldsOf(other);
  std::erase_if(fields, [](const RuleField& field) {
    return field.kind == RuleField::Kind::kText ||
           (field.kind == RuleField::Kind::kSection && field.value != "none");
  });
  const RuleField& field = fields[rng->Below(static_cast<uint32_t>(fields.size()))];
  try {
    return ChangeRules(rules, "+" + field.path + "=" + field.value, "test");
  } catch (const Error&) {
    return rules;
  }
}

RuleSet SoundRandomRules(Rng* rng) {
  for (;;) {
    RuleSet rules = RandomRuleSet(rng);
    try {
      const Rules compiled(rules);
      return rules;
    } catch (const Error&) {
    }
  }
}

TEST(RulesInWords, AreAsTheyWereRead) {
  for (const std::string name : {"linnaeus", "copenhagen", "brandubh", "sea-battle-9", "saami"}) {
    std::ifstream file(SourceDir() + "/tests/rules/words/" + name + ".txt");
    const std::string golden(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(WordsOf(name), golden) << name;
  }
}

TEST(RulesInWords, DifferIfAndOnlyIfTheRulesDo) {
  Rng rng(7);
  int different = 0, idle = 0;
  while (different < 1500) {
    const RuleSet rules = SoundRandomRules(&rng);
    const RuleSet changed = WithOneKeyOf(rules, SoundRandomRules(&rng), &rng);
    if (changed == rules) continue;
    const bool same = Essence(rules) == Essence(changed);
    (same ? idle : different) += 1;
    EXPECT_EQ(Words(rules) == Words(changed), same) << changed.name << "\n"
                                                    << ToYaml(rules) << Words(rules);
  }
  EXPECT_GT(idle, 50);
}

TEST(RulesInWords, SayNothingOfWhatIsNotThere) {
  EXPECT_THAT(LineOf("sea-battle-9"),
              AllOf(HasSubstr("There is no throne"), HasSubstr("The corners are squares like any"),
                    Not(HasSubstr("hostile")), Not(HasSubstr("Special squares"))));
  EXPECT_THAT(LineOf("linnaeus"), Not(HasSubstr("Shieldwall")));
}

TEST(RulesInWords, HaveShortLines) {
  for (const std::string& name : RuleSetNames()) {
    const std::string words = WordsOf(name);
    for (size_t begin = 0; begin < words.size();) {
      const size_t end = words.find('\n', begin);
      EXPECT_LE(end - begin, 80u) << name;
      begin = end + 1;
    }
  }
}

}  // namespace
}  // namespace raichi

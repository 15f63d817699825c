#include "run/config/pinned_rules.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/text.h"
#include "rules/files/rule_file.h"
#include "run/files/folder.h"
#include "selfplay/records/shard.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A run whose rules are a file of the test's own.
class PinnedRulesTest : public testing::Test {
 protected:
  std::string WriteRules(const std::string& file, RuleSet rules) {
    const auto path = folder_ / file;
    std::ofstream(path) << ToYaml(rules);
    return path.string();
  }
  static RuleSet Linnaeus() { return OpenRules("linnaeus")->data(); }
  /// Rules of the same name as Linnaeus' that play differently.
  static RuleSet Changed() {
    RuleSet rules = OpenRules("brandubh")->data();
    rules.name = Linnaeus().name;
    return rules;
  }
  RunConfig Load(const std::vector<std::string>& rules, std::vector<std::string> changes = {}) {
    std::ofstream(folder_ / "a.yaml") << "seed: 1\n";
    changes.push_back("rules=[" + Join(rules, ", ") + "]");
    return LoadRunConfig((folder_ / "a.yaml").string(), changes, {}, run());
  }
  std::filesystem::path run() const { return folder_ / "run"; }

  TemporaryFolder folder_;
};

TEST_F(PinnedRulesTest, ALaterStartPlaysByTheRulesOfTheFirst) {
  const std::string file = WriteRules("mine.yaml", Linnaeus());
  const RunConfig first = Load({file});
  const RunFolder begun(run(), first);
  EXPECT_THAT(DescribeChangedRules(first, run()), IsEmpty());

  WriteRules("mine.yaml", Changed());
  const RunConfig again = Load({file});
  EXPECT_EQ(again.rule_sets.at(0)->fingerprint(), first.rule_sets.at(0)->fingerprint());
  EXPECT_EQ(again.network.canvas, 9);
  EXPECT_NO_THROW(RunFolder(run(), again));
  EXPECT_THAT(DescribeChangedRules(again, run()),
              ElementsAre(AllOf(HasSubstr("'" + file + "' have changed since this run began"),
                                HasSubstr(PinnedRulesFile(run(), file).string()))));
}

TEST_F(PinnedRulesTest, ALaterStartNeedsNoRuleFile) {
  const std::string file = WriteRules("mine.yaml", Linnaeus());
  const RunFolder begun(run(), Load({file}));
  std::filesystem::remove(file);
  const RunConfig again = Load({file});
  EXPECT_EQ(again.rule_sets.at(0)->fingerprint(), OpenRules("linnaeus")->fingerprint());
  EXPECT_THAT(DescribeChangedRules(again, run()), ElementsAre(HasSubstr("can no longer be read")));
}

TEST_F(PinnedRulesTest, ARunOfAnEarlierVersionGetsItsCopies) {
  const RunFolder begun(run(), Load({"linnaeus", "brandubh"}));
  std::filesystem::remove_all(run() / "pinned_rules");
  const RunConfig again = Load({"linnaeus", "brandubh"});
  EXPECT_THAT(PinRules(again, run()), ElementsAre("linnaeus", "brandubh"));
  EXPECT_THAT(PinRules(again, run()), IsEmpty());
}

TEST_F(PinnedRulesTest, ARunWithoutCopiesGoesOnByTheRulesOfItsGames) {
  const std::string file = WriteRules("mine.yaml", Linnaeus());
  const RunFolder begun(run(), Load({file, "brandubh"}));
  const auto games = run() / "games";
  WriteShard(games / "000000-00-000000.games", RandomRecords("brandubh", 0, 1));
  WriteShard(games / "000000-00-000001.games", RandomRecords("linnaeus", 1, 2));
  std::filesystem::remove_all(run() / "pinned_rules");
  WriteRules("mine.yaml", Changed());
  const RunConfig again = Load({file, "brandubh"});
  EXPECT_EQ(again.rule_sets.at(0)->fingerprint(), OpenRules("linnaeus")->fingerprint());
  EXPECT_THAT(PinRules(again, run()), ElementsAre(file, "brandubh"));
  EXPECT_THAT(DescribeChangedRules(again, run()), ElementsAre(HasSubstr("'" + file + "' have")));
}

TEST_F(PinnedRulesTest, DamagedGamesTellNoRules) {
  const std::string file = WriteRules("mine.yaml", Linnaeus());
  const RunFolder begun(run(), Load({file}));
  WriteBytes(run() / "games" / "000000-00-000000.games", "damaged");
  std::filesystem::remove_all(run() / "pinned_rules");
  EXPECT_EQ(Load({file}).rule_sets.at(0)->fingerprint(), OpenRules("linnaeus")->fingerprint());
}

TEST_F(PinnedRulesTest, CopiesOfAStartThatWasCutShortAreMadeAgain) {
  const std::string file = WriteRules("mine.yaml", Linnaeus());
  PinRules(Load({file}), run());
  WriteRules("mine.yaml", Changed());
  const RunConfig config = Load({file});
  EXPECT_EQ(config.rule_sets.at(0)->size(), 7);
  const RunFolder begun(run(), config);
  EXPECT_EQ(LoadRuleSet(PinnedRulesFile(run(), file)).size, 7);
}

TEST_F(PinnedRulesTest, TwoRuleSetsOfOneNameAreRefused) {
  const std::string file = WriteRules("mine.yaml", Changed());
  EXPECT_THAT(ErrorOf([&] {
                Load({"linnaeus", file});
              }),
              HasSubstr("rules: 'linnaeus' and '" + file + "' are different rule sets, but both"));
  const std::string copy = WriteRules("copy.yaml", Linnaeus());
  EXPECT_EQ(ErrorOf([&] { Load({"linnaeus", copy, "linnaeus"}); }), "");
}

TEST_F(PinnedRulesTest, NamesAndFilesHaveCopiesOfTheirOwn) {
  EXPECT_EQ(PinnedRulesFile("r", "linnaeus"), "r/pinned_rules/linnaeus.yaml");
  EXPECT_NE(PinnedRulesFile("r", "a/x.yaml"), PinnedRulesFile("r", "b/x.yaml"));
  EXPECT_EQ(PinnedRulesFile("r", "../x.yaml").parent_path(), "r/pinned_rules");
}

TEST_F(PinnedRulesTest, RulesWithChangesHaveACopyUnderTheNameOfTheirBase) {
  const std::string word = "linnaeus+board.setup=3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/9/9";
  RunConfig first = Load({"linnaeus"});
  first.rules = {word, "linnaeus+throne.stop=[king]"};
  OpenRuleSets({}, &first);
  const RunFolder begun(run(), first);
  for (const std::string& rules : first.rules) {
    const auto file = PinnedRulesFile(run(), rules);
    EXPECT_EQ(file.parent_path(), run() / "pinned_rules");
    EXPECT_THAT(file.filename().string(), testing::StartsWith("linnaeus-"));
    EXPECT_EQ(OpenRules(file.string())->data().name, rules);
  }
  RunConfig again = first;
  OpenRuleSets(run(), &again);
  EXPECT_EQ(again.rule_sets.at(0)->data(), first.rule_sets.at(0)->data());
  EXPECT_THAT(DescribeChangedRules(again, run()), IsEmpty());
}

/// The fingerprints of a configuration's rule sets.
std::vector<uint64_t> FingerprintsOf(const RunConfig& config) {
  std::vector<uint64_t> list;
  for (const RulesPtr& rules : config.rule_sets) list.push_back(rules->fingerprint());
  return list;
}

TEST_F(PinnedRulesTest, RandomRulesAreThoseOfTheFirstStart) {
  const std::string file = WriteRules("mine.yaml", Linnaeus());
  const std::vector<std::string> random = {"random_rules.count=4"};
  const RunConfig first = Load({file}, random);
  ASSERT_EQ(first.rule_sets.size(), 5u);
  EXPECT_EQ(FingerprintsOf(Load({file}, random)), FingerprintsOf(first));  // by the seed
  EXPECT_NE(FingerprintsOf(Load({file}, {"random_rules.count=4", "seed=2"})),
            FingerprintsOf(first));
  const RunFolder begun(run(), first);
  for (size_t i = 1; i < 5; ++i) {
    const auto copy = run() / "pinned_rules" / ("random." + std::to_string(i - 1) + ".yaml");
    EXPECT_EQ(LoadRuleSet(copy), first.rule_sets[i]->data());
    EXPECT_NE(first.rule_sets[i]->fingerprint(), first.rule_sets[0]->fingerprint());
  }
  EXPECT_FALSE(std::filesystem::exists(run() / "pinned_rules/random.4.yaml"));

  WriteRules("mine.yaml", Changed());
  const RunConfig again = Load({file}, random);
  EXPECT_EQ(FingerprintsOf(again), FingerprintsOf(first));
  EXPECT_NO_THROW(RunFolder(run(), again));
  EXPECT_THAT(PinRules(again, run()), IsEmpty());
  EXPECT_THAT(DescribeChangedRules(again, run()),
              ElementsAre(HasSubstr("'" + file + "' have changed since this run began")));
}

TEST_F(PinnedRulesTest, ACopyOfRandomRulesCountsEvenIfTheyAreDrawnOtherwiseNow) {
  const std::vector<std::string> random = {"random_rules.count=2"};
  const RunFolder begun(run(), Load({"linnaeus"}, random));
  RuleSet other = OpenRules("linnaeus+first=defenders")->data();
  std::ofstream(run() / "pinned_rules/random.1.yaml") << ToYaml(other);
  EXPECT_EQ(Load({"linnaeus"}, random).rule_sets.at(2)->data(), other);
}

TEST_F(PinnedRulesTest, WithoutRandomRulesThereAreNamedOnesAlone) {
  const RunConfig config = Load({"linnaeus", "brandubh"}, {"random_rules.share=0.5"});
  EXPECT_EQ(config.rule_sets.size(), 2u);
  EXPECT_EQ(SelfPlaySetupOf(config).random_rules, 0u);
  const RunFolder begun(run(), config);
  EXPECT_THAT(FilesIn(run() / "pinned_rules"), ElementsAre("brandubh.yaml", "linnaeus.yaml"));
}

TEST_F(PinnedRulesTest, RandomRulesAreDrawnBySelfPlayAlone) {
  const RunConfig config =
      Load({"linnaeus", "brandubh"}, {"random_rules.count=3", "random_rules.share=0.25"});
  EXPECT_EQ(OpenRulesOf(config).size(), 5u);
  EXPECT_EQ(OpenNamedRulesOf(config).size(), 2u);
  const SelfPlaySetup setup = SelfPlaySetupOf(config);
  EXPECT_EQ(setup.rules.size(), 5u);
  EXPECT_EQ(setup.random_rules, 3u);
  EXPECT_EQ(setup.random_share, 0.25);
}

}  // namespace
}  // namespace raichi

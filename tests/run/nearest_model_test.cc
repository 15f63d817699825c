// Which model plays rules by default, and which one a word names.

#include <gtest/gtest.h>
#include <spdlog/fmt/fmt.h>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "nn/input/encoder.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"
#include "rules/files/rule_file.h"
#include "run/config/pinned_rules.h"
#include "run/players/find_model.h"
#include "run/players/players.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

std::optional<RuleDistance> Distance(const std::string& first, const std::string& second) {
  return DistanceOf(OpenRules(first)->data(), OpenRules(second)->data());
}

TEST(RuleDistanceTest, CountsTheDetailsThatDiffer) {
  EXPECT_EQ(Distance("linnaeus", "linnaeus"), RuleDistance());
  EXPECT_EQ(Distance("linnaeus", "cartier"), (RuleDistance{.moves = 1}));
  EXPECT_EQ(Distance("linnaeus", "linnaeus+repetition.count=2+quiet_limit=50"),
            (RuleDistance{.ends = 2}));
  EXPECT_EQ(Distance("linnaeus", "tablut-opentafl"), (RuleDistance{.moves = 2, .ends = 1}));
  EXPECT_EQ(Distance("tablut-opentafl", "cyningstan"), (RuleDistance{.moves = 1, .ends = 3}));
  EXPECT_LT((RuleDistance{.moves = 1, .ends = 3}), (RuleDistance{.moves = 2, .ends = 1}));
}

TEST(RuleDistanceTest, IsUnknownOfRulesThatDifferInMore) {
  for (const char* other : {"linnaeus+first=defenders", "linnaeus+king.capture.open=surround",
                            "smith-1811", "brainking", "ashton-bologna", "jarlshof", "fetlar"}) {
    EXPECT_EQ(Distance("linnaeus", other), std::nullopt) << other;
    EXPECT_EQ(Distance(other, "linnaeus"), std::nullopt) << other;
  }
}

std::string ModelNearestTo(const std::string& rules) {
  const auto nearest = NearestModelOf(*OpenRules(rules));
  return nearest ? nearest->model + " of " + nearest->rules_name : "";
}

TEST(NearestModelTest, IsThatOfTheNearestRules) {
  EXPECT_EQ(ModelNearestTo("linnaeus"), "models/linnaeus of linnaeus");
  EXPECT_EQ(ModelNearestTo("linnaeus+no_moves=draw"), "models/linnaeus of linnaeus");
  EXPECT_EQ(ModelNearestTo("cartier"), "models/tafl-9 of cartier");
  EXPECT_EQ(ModelNearestTo("tablut-opentafl"), "models/tafl-9 of tablut-opentafl");
  EXPECT_EQ(ModelNearestTo("tablut-opentafl+no_moves=draw"), "models/tafl-9 of tablut-opentafl");
  EXPECT_EQ(ModelNearestTo("brandubh+no_moves=draw"), "models/tafl-9 of brandubh");
  EXPECT_EQ(ModelNearestTo("tablut-opentafl+first=defenders"), "");
  EXPECT_EQ(ModelNearestTo("copenhagen"), "models/tafl-11 of copenhagen");
  EXPECT_EQ(ModelNearestTo("copenhagen-13"), "");
}

TEST(NearestModelTest, IsDescribedAsTheNearest) {
  const auto describe = [](const std::string& model, const std::string& rules) {
    return DescribePlayer(model, *OpenRules(rules));
  };
  EXPECT_EQ(describe("models/linnaeus", "linnaeus"), "models/linnaeus plays linnaeus");
  EXPECT_EQ(describe("models/tafl-9", "tablut-opentafl"), "models/tafl-9 plays tablut-opentafl");
  const std::string changed = "linnaeus+no_moves=draw";
  EXPECT_EQ(describe("models/linnaeus", changed),
            "models/linnaeus plays " + DistinctName(*OpenRules(changed)) +
                "; it was trained on linnaeus, the nearest rules");
  EXPECT_EQ(describe("models/linnaeus", "tablut-opentafl"),
            "models/linnaeus plays tablut-opentafl, which it was not trained on");
  EXPECT_EQ(describe("models/linnaeus", "brandubh"),
            "models/linnaeus plays brandubh, which it was not trained on");
  EXPECT_EQ(describe("random", "tablut-opentafl"), "random plays tablut-opentafl");
}

TEST(PublishedModelTest, PlaysAllOfTheRules) {
  EXPECT_EQ(PublishedModelOf({"linnaeus"}), "models/linnaeus");
  EXPECT_EQ(PublishedModelOf({"saami"}), "models/tafl-9");
  EXPECT_EQ(PublishedModelOf({"linnaeus", "saami"}), "models/tafl-9");
  EXPECT_EQ(PublishedModelOf({"linnaeus", "copenhagen"}), "");
}

/// Writes a model of a run that was trained on rules of this name. Returns its folder.
fs::path WriteModelTrainedOn(const std::string& rules_name, const fs::path& run, int number = 1) {
  const NetworkConfig network = {.canvas = 9, .blocks = 1, .channels = 8};
  const Model model{
      {.network = network, .encoder_version = kEncoderVersion, .steps = 1, .rules = {rules_name}},
      InitialWeights(network, 1)};
  const fs::path folder = run / "models" / fmt::format("{:06}", number);
  fs::create_directories(folder.parent_path());
  WriteModelFolder(folder, model);
  return folder;
}

TEST(PinnedWordTest, NamesTheModelThatWasARunsNewest) {
  const TemporaryFolder run;
  const fs::path first = WriteModelTrainedOn("linnaeus", run.path());
  std::vector<std::string> pinned;
  const std::string searches[] = {"",        "@200",    "@200x1",   "@1.5s",
                                  "@1.5sx1", "@800x16", "@200/f32", "@1.5sx4/f32"};
  for (const std::string& search : searches) {
    pinned.push_back(PinnedWord(run.path().string() + search));
  }
  WriteModelTrainedOn("linnaeus", run.path(), 2);
  for (size_t i = 0; i < pinned.size(); ++i) {
    for (const int in_flight : {0, 8}) {  // must not change the searches that name their own
      const PlayerSettings settings{.visits = 100, .in_flight = in_flight};
      EXPECT_EQ(PlayerName(pinned[i], settings),
                PlayerName(first.string() + searches[i], settings));
    }
  }
  EXPECT_EQ(PinnedWord("models/linnaeus@200x1"), "models/linnaeus@200x1");
  EXPECT_EQ(PinnedWord("alphabeta:3"), "alphabeta:3");
  EXPECT_THROW(PinnedWord("models/none@200"), UsageError);
}

TEST(DefaultOpponentTest, IsARunsModelOnlyIfNoPublishedOneKnowsTheRules) {
  const TemporaryFolder runs;
  const auto opponent = [&](const std::string& rules) {
    return DefaultOpponent(*OpenRules(rules), runs.path());
  };
  EXPECT_EQ(opponent("cyningstan"), "models/tafl-9");
  EXPECT_EQ(opponent("tablut-opentafl"), "models/tafl-9");
  EXPECT_EQ(opponent("brandubh"), "models/tafl-9");
  EXPECT_EQ(opponent("copenhagen"), "models/tafl-11");
  EXPECT_EQ(opponent("copenhagen-13"), kDefaultWithoutModel);

  const std::string near = "linnaeus+repetition.count=4";
  const std::string far = "linnaeus+first=defenders";
  EXPECT_EQ(opponent(near), "models/linnaeus");
  EXPECT_EQ(opponent(far), kDefaultWithoutModel);
  for (const std::string& rules : {near, far, std::string("saami")}) {
    const fs::path own = WriteModelTrainedOn(rules, runs / rules);
    EXPECT_EQ(opponent(rules), rules == "saami" ? "models/tafl-9" : own.string());
  }
}

/// Returns these rules under another name.
Rules Renamed(const std::string& rules, const std::string& name) {
  RuleSet data = OpenRules(rules)->data();
  data.name = name;
  return Rules(data);
}

TEST(DefaultOpponentTest, IsNoModelOfOtherRulesOfTheSameName) {
  for (const char* name : {"mine", "linnaeus"}) {
    const TemporaryFolder runs;
    const Rules trained = Renamed("copenhagen-13+quiet_limit=50", name);
    const Rules other = Renamed("copenhagen-13+quiet_limit=60", name);
    const fs::path model = WriteModelTrainedOn(name, runs / name);
    fs::create_directories(runs / name / "pinned_rules");
    AtomicWrite(PinnedRulesFile(runs / name, name), ToYaml(trained.data()));
    EXPECT_TRUE(IsTrainedOn(model, trained)) << name;
    EXPECT_FALSE(IsTrainedOn(model, other)) << name;
    EXPECT_FALSE(IsTrainedOn(model, *OpenRules("linnaeus"))) << name;
    EXPECT_EQ(FindPinnedRules(runs / name, name)->fingerprint(), trained.fingerprint());
    EXPECT_EQ(FindPinnedRules(runs / name, "others"), nullptr);
    EXPECT_EQ(DefaultOpponent(trained, runs.path()), model.string());
    EXPECT_EQ(DefaultOpponent(other, runs.path()), kDefaultWithoutModel);
    EXPECT_EQ(DescribePlayer(model.string(), other),
              model.string() + " plays " + DistinctName(other) + ", which it was not trained on");
  }
}

TEST(DefaultOpponentTest, IsNoModelOfASmallerBoardOfTheSameName) {
  const TemporaryFolder runs;
  const Rules large = Renamed("alea-evangelii+first=attackers", "linnaeus");
  EXPECT_EQ(DefaultOpponent(large, runs.path()), kDefaultWithoutModel);
}

}  // namespace
}  // namespace raichi

// Which model plays rules by default.

#include <gtest/gtest.h>

#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/model/weights.h"
#include "rules/files/rule_file.h"
#include "run/find_model.h"
#include "run/players.h"
#include "run/rule_distance.h"
#include "selfplay/records/temporary_folder.h"

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
  EXPECT_EQ(ModelNearestTo("cartier"), "models/linnaeus of linnaeus");
  EXPECT_EQ(ModelNearestTo("linnaeus+no_moves=draw"), "models/linnaeus of linnaeus");
  EXPECT_EQ(ModelNearestTo("tablut-opentafl"), "models/cyningstan of cyningstan");
  EXPECT_EQ(ModelNearestTo("cyningstan-leaflet"), "models/cyningstan of cyningstan");
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
  EXPECT_EQ(describe("models/cyningstan", "tablut-opentafl"),
            "models/cyningstan plays tablut-opentafl; it was trained on cyningstan, the nearest "
            "rules");
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

TEST(DefaultOpponentTest, IsTheNearestModelOnlyIfNoModelKnowsTheRules) {
  const TemporaryFolder runs;
  const auto opponent = [&](const std::string& rules) {
    return DefaultOpponent(*OpenRules(rules), runs.path());
  };
  EXPECT_EQ(opponent("cyningstan"), "models/cyningstan");
  EXPECT_EQ(opponent("tablut-opentafl"), "models/cyningstan");
  EXPECT_EQ(opponent("brandubh"), "models/tafl-9");
  EXPECT_EQ(opponent("copenhagen"), "models/tafl-11");
  EXPECT_EQ(opponent("copenhagen-13"), kDefaultWithoutModel);

  const NetworkConfig network = {.canvas = 9, .blocks = 1, .channels = 8};
  const Model own{{.network = network,
                   .encoder_version = kEncoderVersion,
                   .steps = 1,
                   .rules = {"tablut-opentafl"}},
                  InitialWeights(network, 1)};
  const fs::path folder = runs / "own/models/000001";
  fs::create_directories(folder.parent_path());
  WriteModelFolder(folder, own);
  EXPECT_EQ(opponent("tablut-opentafl"), folder.string());
  EXPECT_EQ(opponent("cartier"), "models/linnaeus");
}

}  // namespace
}  // namespace raichi

#include "run/truth/model_truth.h"

#include <gmock/gmock.h>

#include "base/files/output_file.h"
#include "nn/model/model.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/helpers.h"

namespace raichi {
namespace {

class ModelTruth : public testing::Test {
 protected:
  ModelTruth() {
    WriteRandomModel(model_, TinyNetwork(7), 1);
    const RulesPtr rules = OpenRules("brandubh");
    for (int i = 0; i < 16; ++i) {
      const TruthPart part = i % 2 == 0 ? TruthPart::kChoice : TruthPart::kHeldOut;
      TruthPosition truth{.rules = rules, .part = part, .is_won = true, .plies = 3, .horizon = 7};
      truth.position = ParsePosition(*rules, "3t3/7/4t1t/1tT3K/T6/6t/3tT2 d");
      truth.winning = {ParseMove("g4-f4", 7)};
      truth.open = {ParseMove("g4-d4", 7), ParseMove("g4-e4", 7)};
      positions_.push_back(truth);
    }
    settings_.visits = {1, 30};
    settings_.workers.workers = 2;
    settings_.workers.slots = 3;
  }

  const FakeBackend backend_;
  TemporaryFolder folder_;
  const std::filesystem::path model_ = folder_.path() / "model.raichi";
  std::vector<TruthPosition> positions_;
  ModelTruthSettings settings_;
};

TEST_F(ModelTruth, AnswersEveryPositionForEachNumberOfVisits) {
  double done = 0;
  const auto answers = AskModel(model_, positions_, settings_, [&](double share) {
    EXPECT_GE(share, done);
    done = share;
    return true;
  });
  EXPECT_EQ(done, 1);
  ASSERT_EQ(answers.size(), 2u);
  for (const auto& of_visits : answers) {
    ASSERT_EQ(of_visits.size(), positions_.size());
    for (const TruthAnswer& answer : of_visits) EXPECT_EQ(answer.move, of_visits[0].move);
  }
  const std::vector<TruthShares> shares = TruthSharesOf(model_, positions_, settings_);
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[1].kept.all, static_cast<int64_t>(positions_.size()));
  EXPECT_EQ(shares[1].kept.right == shares[1].kept.all, positions_[0].Wins(answers[1][0].move));
}

TEST_F(ModelTruth, StopsIfItIsTold) {
  EXPECT_TRUE(AskModel(model_, positions_, settings_, [](double) { return false; }).empty());
}

TEST_F(ModelTruth, SharesEndWithTheWorkThatIsStopped) {
  const auto stop = [](double) { return false; };
  EXPECT_TRUE(TruthSharesOf(model_, positions_, settings_, stop).empty());
}

TEST(ShippedTruth, HasPositionsForChoicesUnderTheRulesThatAreAsked) {
  const std::vector<RulesPtr> rules = {OpenRules("brandubh"), OpenRules("linnaeus")};
  const std::vector<TruthPosition> positions = ShippedTruthUnder(rules);
  EXPECT_GT(positions.size(), 50u);
  for (const TruthPosition& truth : positions) {
    EXPECT_EQ(truth.rules->fingerprint(), rules[0]->fingerprint());
    EXPECT_EQ(truth.part, TruthPart::kChoice);
  }
  EXPECT_TRUE(ShippedTruthUnder({&rules[1], 1}).empty());
}

}  // namespace
}  // namespace raichi

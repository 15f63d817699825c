#include "app/export/verify.h"

#include <gmock/gmock.h>

#include <memory>
#include <string>

#include "app/export/model_card.h"
#include "base/files/output_file.h"
#include "nn/export/model_export.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Says the same of every position, and counts how often it is asked.
class Constant : public Evaluator {
 public:
  explicit Constant(int* requests) : requests_(requests) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    ++*requests_;
    for (size_t i = 0; i < leaves.size(); ++i) {
      const size_t moves = leaves[i].moves.size();
      out[i] = {.win = 0.5, .draw = 0.25, .loss = 0.25, .moves_left = 8};
      out[i].priors.assign(moves, 1.0f / static_cast<float>(moves));
    }
  }

 private:
  int* requests_;
};

/// What a card says of the starting position if the network is Constant.
Json SampleOfStart(const RulesPtr& rules) {
  const Game game(rules);
  MoveList moves;
  game.LegalMoves(&moves);
  Json policy = Json::object();
  for (const Move move : moves) policy[ToString(move)] = 1.0f / static_cast<float>(moves.size());
  Json sample{{"rules", rules->data().name}, {"moves", ""}};
  sample.update(SampleOf(game, rules->size()));
  sample["output"] = {
      {kWdlOutput, {0.5, 0.25, 0.25}}, {kMovesLeftOutput, 8}, {kPolicyOutput, policy}};
  return sample;
}

class VerifyTest : public testing::Test {
 protected:
  VerifyTest() {
    opened_.card_file = "x.onnx.json";
    opened_.canvas = rules_->size();
    opened_.rules = {rules_};
    opened_.evaluator = std::make_unique<Constant>(&requests_);
    const Json sample = SampleOfStart(rules_);
    opened_.card["samples"] = {sample, sample, sample};
  }

  const RulesPtr rules_ = OpenRules("brandubh");
  int requests_ = 0;
  OpenedExport opened_;
};

TEST_F(VerifyTest, SamplesAreEvaluatedTogether) {
  const ExportDifference difference = CompareSamples(opened_);
  EXPECT_EQ(difference.positions, 3);
  EXPECT_TRUE(difference.IsWithin(kF32Tolerance));
  EXPECT_EQ(requests_, 1);
}

TEST_F(VerifyTest, EverySampleIsComparedWithItsOwnAnswer) {
  opened_.card["samples"][1]["output"][kMovesLeftOutput] = 16;
  EXPECT_EQ(CompareSamples(opened_).moves_left, 0.5);
}

TEST_F(VerifyTest, AnAnswerOfAnotherLengthNamesTheCard) {
  for (const Json& wdl : {Json::array(), Json::array({1}), Json::array({0.5, 0.25, 0.25, 0})}) {
    opened_.card["samples"][1]["output"][kWdlOutput] = wdl;
    EXPECT_THAT(ErrorOf([&] { CompareSamples(opened_); }),
                AllOf(HasSubstr("x.onnx.json: the `wdl` of a sample"), HasSubstr("expected 3")));
  }
}

std::string ErrorOfCard(const std::string& text) {
  const TemporaryFolder folder;
  WriteBytes(folder / "x.onnx.json", text);
  const std::string error = ErrorOf([&] { ReadCard(folder / "x.onnx.json"); });
  EXPECT_THAT(error, HasSubstr("x.onnx.json: "));
  return error;
}

/// A card with these values of `network` and `rules`.
std::string CardWith(const std::string& network, const std::string& rules) {
  return R"({"format": "raichi model card", "version": 1, "network": )" + network +
         R"(, "rules": )" + rules + "}";
}

TEST(ModelCardTest, ThatIsNestedTooDeepIsRefused) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  for (const std::string& card :
       {deep, CardWith(R"({"encoder": )" + deep + "}", "[]"), CardWith("{}", "[" + deep + "]")}) {
    EXPECT_THAT(ErrorOfCard(card), HasSubstr("is nested more than 100 levels deep"));
  }
}

TEST(ModelCardTest, OfAnotherVersionIsRefused) {
  EXPECT_THAT(ErrorOfCard(R"({"format": "raichi model card", "version": [[2]]})"),
              HasSubstr("of version a list, expected 1"));
  EXPECT_THAT(ErrorOfCard(R"({"format": "raichi model card", "version": "2"})"),
              HasSubstr("of version \"2\", expected 1"));
  EXPECT_THAT(ErrorOfCard("{}"), HasSubstr("it lacks `format`"));
  EXPECT_THAT(ErrorOfCard("{"), HasSubstr("it is not JSON"));
}

}  // namespace
}  // namespace raichi

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/json.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "solve/answers.h"
#include "solve/truth/answers_to_truth.h"
#include "solve/truth/examine.h"
#include "tests/solve/games.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Knows the truth of its positions and nothing of others.
class Oracle : public Evaluator {
 public:
  /// `positions` must outlive it.
  explicit Oracle(const std::vector<TruthPosition>& positions) : positions_(positions) {}
  explicit Oracle(std::vector<TruthPosition>&&) = delete;

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    UniformEvaluator().Evaluate(leaves, out);
    for (size_t i = 0; i < leaves.size(); ++i) {
      for (const TruthPosition& truth : positions_) {
        if (truth.position == leaves[i].game->position()) Tell(truth, leaves[i], &out[i]);
      }
    }
  }

 private:
  static void Tell(const TruthPosition& truth, const LeafRequest& leaf, Evaluation* out) {
    out->win = truth.is_won ? 0.9f : 0.0f;
    out->draw = 0.1f;
    out->loss = truth.is_won ? 0.0f : 0.9f;
    if (!truth.is_won) return;
    const float share = 1.0f / static_cast<float>(truth.winning.size());
    for (size_t i = 0; i < leaf.moves.size(); ++i) {
      out->priors[i] = truth.Wins(leaf.moves[i]) ? share : 0;
    }
  }

  const std::vector<TruthPosition>& positions_;
};

std::vector<TruthPosition> SomeTruth() {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/2t2"));
  std::vector<TruthPosition> positions;
  Rng rng(3);
  for (const uint64_t index : SamplePositions(*table, 3000, 1, &rng)) {
    auto truth = Examine(table->PositionAt(index), *table);
    if (!truth) continue;
    truth->part = rng.Below(2) == 0 ? TruthPart::kChoice : TruthPart::kHeldOut;
    positions.push_back(std::move(*truth));
  }
  return positions;
}

std::vector<TruthAnswer> AnswersOf(Evaluator* evaluator, const std::vector<TruthPosition>& all,
                                   int visits, int at_once = 8) {
  std::vector<TruthAnswer> answers(all.size());
  size_t begun = 0;
  const auto next = [&]() -> std::optional<size_t> {
    return begun < all.size() ? std::optional(begun++) : std::nullopt;
  };
  AnswerTruth({.positions = all, .next = next, .visits = visits, .at_once = at_once}, evaluator,
              answers);
  return answers;
}

TruthShares SharesOf(Evaluator* evaluator, const std::vector<TruthPosition>& all, int visits) {
  TruthShares shares;
  const auto answers = AnswersOf(evaluator, all, visits);
  for (size_t i = 0; i < all.size(); ++i) shares.Add(all[i], answers[i]);
  return shares;
}

TEST(AnswerTruth, GivesWhoKnowsTheTruthAHundredPercent) {
  const std::vector<TruthPosition> all = SomeTruth();
  Oracle oracle(all);
  for (const int visits : {1, 8}) {
    const TruthShares shares = SharesOf(&oracle, all, visits);
    EXPECT_EQ(shares.signs.right, shares.signs.all);
    EXPECT_EQ(shares.kept.right, shares.kept.all);
    EXPECT_EQ(shares.lost.right, 0);
    EXPECT_GT(shares.kept.all, 20);
    EXPECT_GT(shares.signs.all, shares.kept.all);
  }
}

TEST(AnswerTruth, GivesWhoKnowsNothingLess) {
  const std::vector<TruthPosition> all = SomeTruth();
  UniformEvaluator uniform;
  const TruthShares alone = SharesOf(&uniform, all, 1);
  EXPECT_EQ(alone.signs.right, 0);  // a value of 0 has no sign
  EXPECT_LT(alone.kept.Value(), 0.5);
  EXPECT_GT(alone.lost.Value(), 0.3);
  // A search finds wins within a few plies by itself.
  EXPECT_GT(SharesOf(&uniform, all, 400).kept.Value(), alone.kept.Value() + 0.2);
}

TEST(IsEasy, IsTrueOfAWinInOneAndOfLittleElseForFewVisits) {
  int easy = 0, hard = 0;
  for (const TruthPosition& truth : SomeTruth()) {
    EXPECT_TRUE(truth.plies > 1 || !truth.is_won || IsEasy(truth, 2));
    (IsEasy(truth, 2) ? easy : hard) += truth.plies > 4;
  }
  EXPECT_GT(hard, easy);
  EXPECT_GT(hard, 20);
}

TEST(AnswerTruth, DoesNotDependOnWhatIsSearchedAtOnce) {
  const std::vector<TruthPosition> all = SomeTruth();
  const std::vector<TruthPosition> nothing;
  Oracle oracle(nothing);
  for (const int visits : {1, 30}) {
    const auto one = AnswersOf(&oracle, all, visits, 1);
    const auto many = AnswersOf(&oracle, all, visits, 50);
    for (size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(one[i].move, many[i].move);
      EXPECT_EQ(one[i].value, many[i].value);
    }
  }
}

TEST(TruthShare, HasWilsonsInterval) {
  const TruthShare share{.right = 8, .all = 10};
  EXPECT_NEAR(share.Low(), 0.4902, 1e-4);
  EXPECT_NEAR(share.High(), 0.9433, 1e-4);
  EXPECT_NEAR((TruthShare{.right = 10, .all = 10}.High()), 1, 1e-9);
}

TEST(Examine, AgreesWithTheTable) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/2t2"));
  Prover prover(table->rules_ptr(), 14);
  const ExamineSettings settings{.most_plies = 5, .most_nodes = 10'000'000};
  Rng rng(9);
  int won = 0;
  for (const uint64_t index : SamplePositions(*table, 1000, 1, &rng)) {
    const Position position = table->PositionAt(index);
    const Solved value = table->ValueAt(index);
    const int plies = PliesToEnd(position, settings, &prover).value();
    EXPECT_EQ(plies, value.plies.value_or(99) <= 5 ? *value.plies : 0);
    if (plies == 0) continue;
    const auto truth = Examine(position, plies, settings, &prover);
    if (!truth) continue;
    bool is_proven = false;
    EXPECT_EQ(Contradiction(*truth, settings, &prover, &is_proven), "");
    EXPECT_TRUE(is_proven);
    won += truth->is_won;
    if (!truth->is_won) continue;
    for (const SolvedMove& move : SolvedMoves(*table, position)) {
      const bool wins = move.value.result == WinFor(position.to_move());
      EXPECT_EQ(truth->Wins(move.move), wins && move.value.plies.value_or(99) <= truth->horizon);
      if (!truth->Wins(move.move) && !truth->IsOpen(move.move)) {
        EXPECT_EQ(move.value.result, WinFor(Opponent(position.to_move())));
      }
    }
  }
  EXPECT_GT(won, 20);
}

TEST(Contradiction, NamesWhatIsWrong) {
  const std::vector<TruthPosition> all = SomeTruth();
  const ExamineSettings settings{.most_plies = 5, .most_nodes = 10'000'000};
  int tried = 0;
  for (const TruthPosition& truth : all) {
    if (!truth.is_won || truth.plies > 5) continue;
    Prover prover(truth.rules, 14);
    bool is_proven = false;
    EXPECT_EQ(Contradiction(truth, settings, &prover, &is_proven), "");
    TruthPosition longer = truth;
    longer.plies += 2;
    EXPECT_THAT(
        Contradiction(longer, {.most_plies = 7, .most_nodes = 10'000'000}, &prover, &is_proven),
        HasSubstr("the end comes in"));
    TruthPosition turned = truth;
    turned.plies += 1;
    EXPECT_NE(
        Contradiction(turned, {.most_plies = 7, .most_nodes = 10'000'000}, &prover, &is_proven),
        "");
    if (++tried == 20) break;
  }
  EXPECT_EQ(tried, 20);
}

TEST(TruthText, IsReadAsItWasWritten) {
  const RulesPtr rules = OpenRules("brandubh");
  const Position position = ParsePosition(*rules, "3t3/7/4t1t/1tT3K/T6/6t/3tT2 d");
  const TruthPosition truth{.rules = rules,
                            .position = position,
                            .part = TruthPart::kHeldOut,
                            .is_won = true,
                            .plies = 3,
                            .horizon = 7,
                            .winning = {ParseMove("g4-f4", 7)},
                            .open = {ParseMove("g4-d4", 7), ParseMove("g4-e4", 7)}};
  const std::string line = "h +3 7 g4-f4 g4-d4,g4-e4 3t3/7/4t1t/1tT3K/T6/6t/3tT2 d\n";
  const std::string written = TruthText({truth});
  EXPECT_THAT(written, HasSubstr(line));
  const std::vector<TruthPosition> read = ParseTruth(written, "x");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(TruthText(read), written);
  EXPECT_EQ(read[0].part, TruthPart::kHeldOut);
  EXPECT_THAT(read[0].winning, ElementsAre(ParseMove("g4-f4", 7)));
}

TEST(TruthText, MarksBounds) {
  const RulesPtr rules = OpenRules("brandubh");
  const TruthPosition truth{.rules = rules,
                            .position = ParsePosition(*rules, "3t3/7/4t1t/1tT3K/T6/6t/3tT2 d"),
                            .is_won = true,
                            .plies = 25,
                            .is_bound = true,
                            .horizon = TruthPosition::kUndecided,
                            .winning = {ParseMove("g4-f4", 7)},
                            .open = {}};
  const std::string written = TruthText({truth});
  EXPECT_THAT(written, StartsWith("raichi truth 2\n"));
  EXPECT_THAT(written, HasSubstr("\nc +<=25 ? g4-f4 - 3t3/"));
  const std::vector<TruthPosition> read = ParseTruth(written, "x");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_TRUE(read[0].is_bound);
  EXPECT_EQ(read[0].horizon, TruthPosition::kUndecided);
  EXPECT_EQ(TruthText(read), written);
}

std::string TruthErrorOf(const std::string& lines) {
  try {
    ParseTruth("raichi truth 1\n" + lines, "x");
  } catch (const DamagedError& error) {
    return error.what();
  } catch (const VersionError& error) {
    return std::string("version: ") + error.what();
  }
  return "";
}

TEST(ParseTruth, RefusesDamage) {
  const std::string rules = "rules brandubh ff22224434acc7ac\n";
  const std::string position = "3t3/7/4t1t/1tT3K/T6/6t/3tT2 d\n";
  EXPECT_EQ(TruthErrorOf(rules + "c +3 7 g4-f4 g4-d4 " + position), "");
  const auto refused = [&](const std::string& line) {
    return TruthErrorOf(rules + line + position);
  };
  EXPECT_THAT(refused("x +3 7 g4-f4 - "), HasSubstr("x:3: expected 'c', 'h' or 'rules'"));
  EXPECT_THAT(refused("c +2 7 g4-f4 - "), HasSubstr("an odd number"));
  EXPECT_THAT(refused("c +3 1 g4-f4 - "), HasSubstr("horizon"));
  EXPECT_THAT(refused("c +3000 0 g4-f4 - "), HasSubstr("up to 1000"));
  EXPECT_THAT(refused("c +3 7 g4-f9 - "), HasSubstr("x:3: "));
  EXPECT_THAT(refused("c +3 7 g4-g7 - "), HasSubstr("illegal"));
  EXPECT_THAT(refused("c +3 7 g4-f4,g4-f4 - "), HasSubstr("named twice"));
  EXPECT_THAT(refused("c +3 7 g4-f4 g4-f4 "), HasSubstr("both"));
  EXPECT_THAT(refused("c +3 7 - - "), HasSubstr("has moves"));
  EXPECT_THAT(refused("c -4 4 g4-f4 - "), HasSubstr("has moves"));
  EXPECT_THAT(TruthErrorOf(rules + "c +3 7 g4-f4 - 3t3/7 d\n"), HasSubstr("x:3: "));
  EXPECT_THAT(TruthErrorOf("c +3 7 g4-f4 - " + position), HasSubstr("rules"));
  EXPECT_THAT(TruthErrorOf("rules /etc/passwd 0\n"), HasSubstr("no rule set"));
  EXPECT_THAT(TruthErrorOf("rules configs/small/../../x 0\n"), HasSubstr("no rule set"));
  EXPECT_THAT(TruthErrorOf("rules brandubh 0123456789abcdef\n"), HasSubstr("version: x:2"));
  std::string many;
  for (int i = 0; i <= 1000; ++i) many += rules;
  EXPECT_THAT(TruthErrorOf(many), HasSubstr("x:1002: more than 1000 rule sets"));
  EXPECT_THAT(refused("c +<=3 0 g4-f4 - "), HasSubstr("expected a number of plies"));
  EXPECT_THAT(refused("c +3 ? g4-f4 - "), HasSubstr("expected a number of plies"));
  EXPECT_THROW(ParseTruth("raichi truth 3\n", "x"), VersionError);
  EXPECT_THROW(ParseTruth("hello\n", "x"), DamagedError);
  std::string text = WithSumLine("raichi truth 1\n" + rules + "c +3 7 g4-f4 g4-d4 " + position);
  EXPECT_EQ(ParseTruth(text, "x").size(), 1u);
  text[text.find("+3") + 1] = '5';
  EXPECT_THROW(ParseTruth(text, "x"), DamagedError);
}

}  // namespace
}  // namespace raichi

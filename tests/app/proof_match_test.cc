#include "app/matches/proof_match.h"

#include <gmock/gmock.h>

#include "mcts/players/players.h"
#include "mcts/players/random_turns.h"
#include "prove/proof_player.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

using testing::HasSubstr;

class ProofMatchTest : public testing::Test {
 protected:
  /// Plays 20 games, in which `a` has the attackers, who are proven to win.
  ProofMatch Play(const PlayerKind& a) {
    MatchConfig config;
    config.pairs = 10;
    SetProof(*book_, &config);
    outcome_ = PlayMatch(config, a, RandomTurnsKind("greedy", ParsePlayer("greedy"), {.first = 2}));
    return JudgeProofMatch(*book_, outcome_.records);
  }
  std::string Text(const ProofMatch& match) const {
    std::string text;
    for (const std::string& line : FormatProofMatch(*book_, "x.proof", outcome_, match)) {
      text += line + '\n';
    }
    return text;
  }

  std::shared_ptr<const ProofBook> book_ =
      std::make_shared<ProofBook>(ShippedProofOf(*OpenRules("ard-ri")).value(), "ard-ri");
  MatchOutcome outcome_;
};

TEST_F(ProofMatchTest, ThePerfectOwnerWinsAllGames) {
  const ProofMatch match = Play(ProofPlayerKind("perfect", book_, ParsePlayer("random")));
  EXPECT_EQ(match.games.wins, 20u);
  EXPECT_EQ(match.plies.size(), 20u);
  EXPECT_THAT(match.plies, testing::Each(testing::Le(book_->certificate().plies)));
  EXPECT_EQ(match.same.right, match.same.all);
  EXPECT_GT(match.num_different, 5u);
  EXPECT_TRUE(match.failures.empty());
  const std::string text = Text(match);
  EXPECT_THAT(text, HasSubstr("perfect against greedy, ard-ri, x.proof\n"));
  EXPECT_THAT(text, HasSubstr("won: 20 of 20 games, 100.0 %, 95 % interval 83.9 to 100.0\n"));
  EXPECT_THAT(text,
              HasSubstr("; proven: at most " + std::to_string(book_->certificate().plies) + "\n"));
  EXPECT_THAT(text, HasSubstr("100.0 % as the certificate has them\n"));
}

TEST_F(ProofMatchTest, OthersAreToldWhereTheyLeftTheProof) {
  const ProofMatch match = Play(*ParsePlayer("random"));
  ASSERT_GT(match.failures.size(), 10u);
  EXPECT_EQ(match.failures.size(), match.games.draws + match.games.losses);
  ASSERT_TRUE(match.failures[0].left);
  EXPECT_EQ(match.failures[0].left->ply % 2, 0) << "a move of the owner";
  EXPECT_THAT(Text(match),
              testing::ContainsRegex("game [0-9]+ lost: [0-9]+\\. [a-g1-7-]+, not [a-g1-7-]+ "
                                     "\\(attackers win within [0-9]+ pl"));
  const Json json = ProofMatchToJson(*book_, "x.proof", outcome_, match);
  EXPECT_EQ(json["failures"].size(), match.failures.size());
  EXPECT_EQ(json["lost"], match.games.losses);
  EXPECT_EQ(json["claim"], "wins");
}

}  // namespace
}  // namespace raichi

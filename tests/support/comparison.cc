#include "tests/support/comparison.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "tests/support/random_rules.h"

namespace raichi {

void Comparison::PlayGames(int positions) {
  for (int seen = 0; seen < positions;) seen += PlayFrom(engine_.Start(), 120);
}

void Comparison::PlayMutations(int positions) {
  for (int seen = 0; seen < positions;) {
    slow::Board board = engine_.Start();
    Walk(&board, static_cast<int>(rng_.Below(40)));
    seen += PlayFrom(Mutated(engine_, board, &rng_), 4);
  }
}

void Comparison::CheckBoard(const slow::Board& board) {
  const Position fast = ToFast(*rules_, board);
  Check(CompareMoves(*rules_, fast, engine_, board));
  if (::testing::Test::HasFailure()) return;
  for (const slow::SlowMove move : engine_.Moves(board)) CheckPlay(fast, board, move);
}

void Comparison::Walk(slow::Board* board, int plies) {
  for (int i = 0; i < plies; ++i) {
    const std::vector<slow::SlowMove> moves = engine_.Moves(*board);
    if (moves.empty()) return;
    const slow::Outcome outcome = engine_.Play(*board, Pick(moves, &rng_));
    if (!outcome.result.empty()) return;
    *board = outcome.board;
  }
}

int Comparison::PlayFrom(slow::Board board, int max_plies) {
  Position fast = ToFast(*rules_, board);
  const int stop = 1 + static_cast<int>(rng_.Below(static_cast<uint32_t>(max_plies)));
  for (int seen = 1;; ++seen) {
    Check(CompareMoves(*rules_, fast, engine_, board));
    const std::vector<slow::SlowMove> moves = engine_.Moves(board);
    if (moves.empty() || seen == stop || ::testing::Test::HasFailure()) return seen;
    const bool all = rng_.Below(16) == 0;
    for (size_t i = 0; i < (all ? moves.size() : 3); ++i) {
      CheckPlay(fast, board, all ? moves[i] : Pick(moves, &rng_));
    }
    const slow::SlowMove move = Pick(moves, &rng_);
    const slow::Outcome outcome = engine_.Play(board, move);
    if (!outcome.result.empty()) return seen;
    board = outcome.board;
    Play(*rules_, ToFast(move), &fast);
  }
}

void Comparison::CheckPlay(const Position& fast, const slow::Board& board, slow::SlowMove move) {
  const slow::Outcome outcome = engine_.Play(board, move);
  Check(ComparePlay(*rules_, fast, engine_, move, board, outcome));
  if (!outcome.result.empty()) ++seen_[outcome.reason];
  if (!outcome.captured.empty()) ++seen_["captures"];
  bool in_line = false;  // two captured neighbours, which no custodial capture takes together
  for (const slow::At at : outcome.captured) {
    for (const slow::At next : slow::Neighbours(at)) in_line |= outcome.captured.count(next) > 0;
  }
  if (in_line) ++seen_["shieldwalls"];
}

void Comparison::Check(const std::string& difference) const {
  EXPECT_EQ(difference, "") << rules_->data().name;
}

RulesPtr RandomRules(Rng* rng, const std::function<void(RuleSet*)>& adjust) {
  for (;;) {
    RuleSet rule_set = RandomRuleSet(rng);
    if (adjust) adjust(&rule_set);
    try {
      return std::make_shared<Rules>(std::move(rule_set));
    } catch (const Error&) {
      // These rules contradict themselves. Try others.
    }
  }
}

}  // namespace raichi

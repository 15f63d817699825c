#include "prove/expander.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/rng.h"
#include "rules/copenhagen.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "tests/support/compare.h"
#include "tests/support/made_boards.h"
#include "tests/support/random_rules.h"

namespace raichi {
namespace {

/// What a side can do with its next move: win, or nothing that ends the game in its favour.
bool CanWinAtOnce(const Rules& rules, const Position& position) {
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    Position after = position;
    const Step step = Play(rules, move, &after);
    return step.reason == Reason::kKingCaptured || step.reason == Reason::kKingEscaped;
  });
}

/// Compares the children with what playing every move gives.
void ExpectRightFates(const Rules& rules, const Expander& expander, Side winner,
                      const Position& position, const std::vector<Child>& children,
                      const Expansion& expansion) {
  const bool is_or = position.to_move() == winner;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  size_t next = 0;
  for (const Move move : moves) {
    Position after = position;
    const Step step = Play(rules, move, &after);
    const bool is_over = step.result != Result::kOngoing;
    const bool wins_next = !is_over && CanWinAtOnce(rules, after);
    if (is_over || wins_next) {
      const Side side = wins_next ? after.to_move() : position.to_move();
      const bool wins = wins_next ? side == winner : step.result == WinFor(winner);
      if (wins == is_or) {
        EXPECT_TRUE(expansion.is_decided && expansion.wins == wins) << ToString(rules, position);
        return;
      }
      continue;
    }
    const uint64_t key = SymmetricHash::Key(expander.hash().Of(after));
    if (next < children.size() && children[next].move == move) {
      EXPECT_EQ(children[next++].key, key);
    } else {  // the image of an earlier one
      EXPECT_TRUE(std::any_of(children.begin(), children.begin() + static_cast<ptrdiff_t>(next),
                              [&](const Child& child) { return child.key == key; }))
          << ToString(rules, position);
    }
  }
  EXPECT_FALSE(expansion.is_decided);
  EXPECT_EQ(next, children.size());
}

/// Compares the moves that are decided by masks with those that are played.
void ExpectSameAsPlaying(const Rules& rules, const Position& position) {
  for (const Side winner : {Side::kAttackers, Side::kDefenders}) {
    const Expander fast(rules, winner), plain(rules, winner, /*plays_all_moves=*/true);
    const ProofTable table(1 << 10);
    std::vector<Child> children, others;
    const auto lanes = fast.hash().Of(position);
    const Expansion expansion = fast.Expand(position, lanes, table, &children);
    const Expansion other = plain.Expand(position, lanes, table, &others);
    ASSERT_EQ(expansion.is_decided, other.is_decided) << ToString(rules, position);
    ASSERT_EQ(expansion.wins, other.wins);
    ASSERT_EQ(expansion.plies, other.plies) << ToString(rules, position);
    if (expansion.is_decided) return;
    ASSERT_EQ(children.size(), others.size()) << ToString(rules, position);
    for (size_t i = 0; i < children.size(); ++i) {
      ASSERT_EQ(children[i].move, others[i].move);
      ASSERT_EQ(children[i].key, others[i].key);
      ASSERT_EQ(children[i].proof, others[i].proof) << ToString(rules, position);
      ASSERT_EQ(children[i].disproof, others[i].disproof);
    }
    if (!rules.has_royal()) {  // whose capture is not looked for
      ExpectRightFates(rules, fast, winner, position, children, expansion);
    }
  }
}

TEST(Expander, DecidesGamesAsIfItPlayedEveryMove) {
  for (const std::string& name : RuleSetNames()) {
    const RulesPtr rules = OpenRules(name);
    Rng rng(1);
    Position position = rules->start();
    for (int i = 0; i < Scaled(40); ++i) {
      ExpectSameAsPlaying(*rules, position);
      if (Play(*rules, RandomMove(*rules, position, &rng), &position).result != Result::kOngoing) {
        position = rules->start();
      }
    }
  }
}

/// Rings, crowds and the last attackers, under random rules.
TEST(Expander, DecidesRareEndsAsIfItPlayedEveryMove) {
  Rng rng(2);
  int positions = 0;
  for (int i = 0; i < Scaled(1500); ++i) {
    std::optional<Rules> rules;
    try {
      rules.emplace(RandomRuleSet(&rng));
    } catch (const Error&) {
      continue;  // it contradicts itself
    }
    if (rules->size() > 11) continue;
    const slow::SlowEngine engine(rules->data());
    for (const BoardMaker make : {RingBoard, CrowdedBoard, LastAttackersBoard, FortBoard}) {
      const slow::Board board = Mutated(engine, make(engine, &rng), &rng);
      const Position position = ToFast(*rules, board);
      const bool is_over = rules->data().encirclement && IsEncircled(*rules, position);
      if (is_over || !HasMove(*rules, position)) continue;
      ExpectSameAsPlaying(*rules, position);
      ++positions;
    }
  }
  EXPECT_GT(positions, Scaled(500));
}

TEST(SymmetricHash, IsSharedByImagesAndFollowsMoves) {
  for (const char* name : {"linnaeus", "ard-ri", "brandubh"}) {
    const RulesPtr rules = OpenRules(name);
    const SymmetricHash hash(*rules);
    Rng rng(3);
    Position position = rules->start();
    auto lanes = hash.Of(position);
    for (int i = 0; i < 60; ++i) {
      for (const Symmetry symmetry : SymmetriesOf(*rules)) {
        const Position image = symmetry(position, *rules);
        const auto image_lanes = hash.Of(image);
        ASSERT_EQ(SymmetricHash::Key(image_lanes), SymmetricHash::Key(lanes));
        ASSERT_EQ(hash.ToCanonical(image_lanes)(image, *rules),
                  hash.ToCanonical(lanes)(position, *rules));
      }
      const Move move = RandomMove(*rules, position, &rng);
      const Position before = position;
      const Step step = Play(*rules, move, &position);
      if (step.result != Result::kOngoing) break;
      lanes = hash.After(lanes, before, move, step, position);
      ASSERT_EQ(lanes, hash.Of(position));
    }
  }
}

}  // namespace
}  // namespace raichi

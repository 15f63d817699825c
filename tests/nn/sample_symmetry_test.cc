#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <set>

#include "nn/data/samples.h"
#include "nn/input/policy_index.h"
#include "rules/notation.h"
#include "selfplay/records/shard.h"
#include "tests/nn/helpers.h"
#include "tests/nn/made_games.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// Draws squares of the 9x9 board on a canvas after a symmetry of the board.
std::string Drawn(std::initializer_list<const char*> squares, Symmetry symmetry, int canvas) {
  std::vector<uint32_t> rows(static_cast<size_t>(canvas), 0);
  for (const char* name : squares) {
    const Square s = symmetry(ParseSquare(name, 9), 9);
    rows[static_cast<size_t>(s.y() - 1)] |= 1u << (s.x() - 1);
  }
  return Draw(rows);
}

int Index(const char* move, Symmetry symmetry, int canvas) {
  return PolicyIndex(symmetry(ParseMove(move, 9), 9), canvas);
}

/// Returns the index of f1, the king's last square in TakeAndEscape, after a symmetry. No two
/// symmetries move f1 to the same square.
int KingEnd(Symmetry symmetry, int canvas) {
  const Square s = symmetry(ParseSquare("f1", 9), 9);
  return (s.y() - 1) * canvas + s.x() - 1;
}

Symmetry SymmetryOf(int king_end, int canvas) {
  int index = 0;
  while (index < Symmetry::kCount && KingEnd(Symmetry(index), canvas) != king_end) ++index;
  EXPECT_LT(index, Symmetry::kCount) << "no symmetry puts the king on " << king_end;
  return Symmetry(index % Symmetry::kCount);
}

/// Returns the shares of the visits by policy index.
std::map<int, float> PolicyOf(const SampleBatch& batch) {
  std::map<int, float> shares;
  for (size_t i = 0; i < batch.move_index.size(); ++i) {
    shares[batch.move_index[i]] = batch.move_share[i];
  }
  return shares;
}

/// Returns the expected shares for the attackers' search in TakeAndEscape, where only two of the
/// legal moves have visits.
std::map<int, float> ExpectedShares(Symmetry symmetry, int canvas) {
  MoveList legal;
  StartOf(TakeAndEscape(), Variant("linnaeus")).LegalMoves(&legal);
  std::map<int, float> shares;
  for (const Move move : legal) shares[PolicyIndex(symmetry(move, 9), canvas)] = 0;
  shares.at(Index("e2-c2", symmetry, canvas)) = 0.75f;
  shares.at(Index("e2-e3", symmetry, canvas)) = 0.25f;
  return shares;
}

/// Provides a window with one target, the first turn of TakeAndEscape. Every symmetry except the
/// identity changes that position.
class SampleSymmetryTest : public testing::Test {
 protected:
  SampleSymmetryTest()
      : window_(folder_.path(), {}, DamagedShards::kLeave, [](const std::string&) {}) {
    GameRecord record = TakeAndEscape();
    record.turns[1].full_search = false;
    WriteShard(folder_ / "000000000000.games", std::vector<GameRecord>{record});
    window_.Refresh();
    EXPECT_EQ(window_.positions(), 1);
  }
  SampleBatch Moved(Symmetry symmetry, int canvas) const {
    SampleBatch batch(canvas);
    AddSample(window_.At(0), {}, symmetry, true, &batch);
    return batch;
  }
  /// Makes a batch of copies of the target and returns the symmetries that were drawn. Checks that
  /// the planes and all targets of each copy were transformed by the same symmetry.
  std::set<int> SymmetriesDrawn(const SampleConfig& config, int canvas) const {
    const SampleBatch batch = MakeBatch(window_, config, canvas, 128, 1, 0);
    std::set<int> drawn;
    SampleBatch expected(canvas);
    for (const int32_t king_end : batch.king_end) {
      const Symmetry symmetry = SymmetryOf(king_end, canvas);
      drawn.insert(symmetry.index());
      AddSample(window_.At(0), {}, symmetry, true, &expected);
    }
    EXPECT_EQ(batch.size(), 128);
    EXPECT_TRUE(Same(batch, expected));
    return drawn;
  }

  TemporaryFolder folder_;
  ReplayWindow window_;
};

TEST_F(SampleSymmetryTest, MovesPlanesAndTargetsAlikeOnAnyCanvas) {
  for (const int canvas : {9, 12}) {
    for (int i = 0; i < Symmetry::kCount; ++i) {
      SCOPED_TRACE("canvas " + std::to_string(canvas) + ", symmetry " + std::to_string(i));
      const Symmetry by(i);
      SampleBatch batch = Moved(by, canvas);
      EXPECT_EQ(Draw(batch.inputs, 0, Plane::kAttackers), Drawn({"a2", "e2", "i1"}, by, canvas));
      EXPECT_EQ(Draw(batch.inputs, 0, Plane::kDefenders), Drawn({"b2"}, by, canvas));
      EXPECT_EQ(Draw(batch.inputs, 0, Plane::kKing), Drawn({"f4"}, by, canvas));
      // All pieces except the one on b2 survive.
      EXPECT_EQ(Draw(batch.survivors), Drawn({"a2", "e2", "f4", "i1"}, by, canvas));
      EXPECT_EQ(PolicyOf(batch), ExpectedShares(by, canvas));
      EXPECT_EQ(batch.reply[0], Index("f4-f1", by, canvas));
      EXPECT_EQ(batch.king_end[0], KingEnd(by, canvas));
    }
  }
}

TEST_F(SampleSymmetryTest, TurnsTheBoardAndNotTheCanvas) {
  // Computed by hand: symmetry 5 mirrors the nine files, then swaps files and ranks, so it moves
  // (x, y) to (y, 10 - x).
  SampleBatch batch = Moved(Symmetry(5), 11);
  EXPECT_EQ(Draw(batch.inputs, 0, Plane::kAttackers), Drawing(R"(
    ...........
    ...........
    .#.........
    ...........
    ...........
    ...........
    .#.........
    ...........
    ...........
    ...........
    #..........
    )"));  // a2, e2 and i1 move to b9, b5 and a1
  EXPECT_EQ(Draw(batch.survivors), Drawing(R"(
    ...........
    ...........
    .#.........
    ...........
    ...........
    ...........
    .#.........
    ...#.......
    ...........
    ...........
    #..........
    )"));  // the king's square f4 moves to d4
  // On this canvas the index of a square is (rank - 1) * 11 + file - 1, and it has 40 channels.
  std::map<int, float> shares = PolicyOf(batch);
  EXPECT_EQ(shares[(4 * 11 + 1) * 40 + 1 * 4 + 2], 0.75f);   // e2-c2 to b5-b7: two ranks up
  EXPECT_EQ(shares[(4 * 11 + 1) * 40 + 0 * 4 + 0], 0.25f);   // e2-e3 to b5-c5: one file up
  EXPECT_EQ(batch.reply[0], (3 * 11 + 3) * 40 + 2 * 4 + 1);  // f4-f1 to d4-a4: three files down
  EXPECT_EQ(batch.king_end[0], 3 * 11 + 0);                  // f1 to a4
}

TEST_F(SampleSymmetryTest, ABatchDrawsAllEight) {
  EXPECT_EQ(SymmetriesDrawn({}, 9).size(), 8u);
  EXPECT_EQ(SymmetriesDrawn({}, 12).size(), 8u);
}

TEST_F(SampleSymmetryTest, ABatchWithoutThemIsAsItWasPlayed) {
  SampleConfig config;
  config.symmetries = false;
  EXPECT_EQ(SymmetriesDrawn(config, 12), std::set<int>{0});
}

}  // namespace
}  // namespace raichi

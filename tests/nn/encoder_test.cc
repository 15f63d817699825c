#include "nn/input/encoder.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "nn/input/input_names.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/nn/helpers.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

class Encoded {
 public:
  explicit Encoded(const Game& game, int canvas = 9, bool show_last_moves = true) : batch_(canvas) {
    batch_.Resize(1);
    EncodeGame(game, show_last_moves, &batch_, 0);
  }
  std::string operator[](Plane plane) { return Draw(batch_, 0, plane); }
  float Number(size_t index) { return batch_.GlobalsOf(0)[index]; }
  PackedBatch& batch() { return batch_; }

 private:
  PackedBatch batch_;
};

/// Returns variants that together have every key of the rules.
std::vector<std::string> Names() {
  std::vector<std::string> names = VariantNames();
  names.insert(names.end(), {"ard-ri-ludii", "magpie", "minitafl", "imperial-contest",
                             "alea-evangelii", "thrones-and-bones"});
  return names;
}

TEST(Encoder, DrawsThePiecesByClass) {
  Scene scene("linnaeus", Side::kDefenders, R"(
    ...t.....
    .........
    .T.......
    .........
    .........
    .....K...
    .........
    .........
    t.......T )");
  Encoded encoded(scene.game());
  EXPECT_EQ(encoded[Plane::kAttackers], Drawing(R"(
    ...#.....
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    #........
    )"));
  EXPECT_EQ(encoded[Plane::kDefenders], Drawing(R"(
    .........
    .........
    .#.......
    .........
    .........
    .........
    .........
    .........
    ........#
    )"));
  EXPECT_EQ(encoded[Plane::kKing], Drawing(R"(
    .........
    .........
    .........
    .........
    .........
    .....#...
    .........
    .........
    .........
    )"));
}

TEST(Encoder, DrawsTheKingsMovesAndOpenLines) {
  // To the left the throne does not stop him; the man on f7 blocks the file upwards.
  Scene scene("linnaeus", Side::kDefenders, R"(
    .........
    .........
    .....T...
    .........
    .........
    ..t..K...
    .........
    .........
    t........ )");
  Encoded encoded(scene.game());
  EXPECT_EQ(encoded[Plane::kKingMoves], Drawing(R"(
    .........
    .........
    .........
    .....#...
    .....#...
    ...##.###
    .....#...
    .....#...
    .....#...
    )"));
  EXPECT_EQ(encoded[Plane::kKingRoads], Drawing(R"(
    .........
    .........
    .........
    .........
    .........
    ......###
    .....#...
    .....#...
    .....#...
    )"));
}

TEST(Encoder, TheKingsMovesAreHisLegalMoves) {
  for (const std::string& name : Names()) {
    const Positions positions(name, 100, 3);
    for (const Game& game : positions.games()) {
      if (game.to_move() != Side::kDefenders) continue;
      SquareSet expected;
      MoveList moves;
      GenerateMoves(game.rules(), game.position(), &moves);
      for (const Move move : moves) {
        if (move.from() == game.position().king()) expected.Add(move.to());
      }
      const int canvas = game.rules().size();
      Encoded encoded(game, canvas);
      const auto first = static_cast<size_t>(static_cast<int>(Plane::kKingMoves) * canvas);
      for (int y = 1; y <= canvas; ++y) {
        ASSERT_EQ(encoded.batch().RowsOf(0)[first + static_cast<size_t>(y - 1)], expected[y] >> 1)
            << name << ": " << ToString(game.rules(), game.position());
      }
    }
  }
}

TEST(Encoder, ThereAreRoadsJustWhenTheKingHasOne) {
  for (const std::string& name : Names()) {
    const Positions positions(name, 200, 5);
    for (const Game& game : positions.games()) {
      Encoded encoded(game, game.rules().size());
      const bool drawn = encoded[Plane::kKingRoads].find('#') != std::string::npos;
      EXPECT_EQ(drawn, KingRoads(game.rules(), game.position()) > 0)
          << name << ": " << ToString(game.rules(), game.position());
    }
  }
}

TEST(Encoder, SpecialSquaresAreTheRules) {
  const Game game(Variant("ashton-bologna"));
  Encoded encoded(game);
  EXPECT_EQ(encoded[Plane::kThrone], Drawing(R"(
    .........
    .........
    .........
    .........
    ....#....
    .........
    .........
    .........
    .........
    )"));
  EXPECT_EQ(encoded[Plane::kCamps], Drawing(R"(
    ...###...
    ....#....
    .........
    #.......#
    ##.....##
    #.......#
    .........
    ....#....
    ...###...
    )"));
  EXPECT_EQ(encoded[Plane::kNeutralCamps], Drawing(R"(
    ....#....
    .........
    .........
    .........
    #.......#
    .........
    .........
    .........
    ....#....
    )"));
}

TEST(Encoder, AttackersThatLeftTheirCampAreStrays) {
  Game game(Variant("ashton-bologna"));
  EXPECT_EQ(Encoded(game)[Plane::kStrays].find('#'), std::string::npos);
  const Positions positions("ashton-bologna", 300, 11);
  for (const Game& played : positions.games()) {
    Encoded encoded(played);
    const std::string drawn = encoded[Plane::kStrays];
    const auto count = std::count(drawn.begin(), drawn.end(), '#');
    int strays = 0;
    ForEachSquare(played.position().Men(Side::kAttackers), 9,
                  [&](Square s) { strays += played.position().IsStray(s); });
    EXPECT_EQ(count, strays);
  }
}

TEST(Encoder, DrawsTheRoyalAttackerAndClosedCamps) {
  const RulesPtr rules = OpenRules("thrones-and-bones");
  const std::string squares = "4b4/9/9/9/4K4/9/9/9/3t5 d";
  Encoded open(Game(rules, ParsePosition(*rules, squares)));
  EXPECT_EQ(open[Plane::kRoyal], Drawing(R"(
    ....#....
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    )"));
  EXPECT_EQ(open[Plane::kAttackers].find('#'), 4);
  EXPECT_EQ(open[Plane::kClosedCamps], Drawing(R"(
    .........
    .........
    .........
    #.......#
    ##.....##
    #.......#
    .........
    .........
    .........
    )"));
  Encoded closed(Game(rules, ParsePosition(*rules, squares + " - e8")));
  EXPECT_EQ(closed[Plane::kClosedCamps].substr(0, 19), "...###...\n....#....");
}

TEST(Encoder, NumbersSayTheNewerKeys) {
  Encoded walker(Game(OpenRules("magpie")));
  EXPECT_EQ(walker.Number(71), 0);  // speed.attackers
  EXPECT_EQ(walker.Number(73), 1);  // speed.king
  EXPECT_EQ(walker.Number(74), 1);  // corners.width
  Encoded wide(Game(OpenRules("alea-evangelii")), 19);
  EXPECT_EQ(wide.Number(73), 0);
  EXPECT_EQ(wide.Number(74), 0.5f);
  Encoded bones(Game(OpenRules("thrones-and-bones")));
  EXPECT_EQ(bones.Number(75), 1);  // camps.close
  EXPECT_EQ(bones.Number(79), 1);  // camps.closed.stop: royal
  EXPECT_EQ(bones.Number(76), 0);  // camps.closed.stop: attackers
  EXPECT_EQ(bones.Number(96), 1);  // throne.stop: royal
  EXPECT_EQ(bones.Number(97), 0);  // throne.pass: royal
  Encoded bid(Game(OpenRules("linnaeus+ply_limit=60+ply_limit_result=attackers")));
  EXPECT_EQ(bid.Number(93), 0);
  EXPECT_EQ(bid.Number(94), 1);
  EXPECT_EQ(bid.Number(90), 1);  // quiet_limit_result: draw
  Encoded rim(Game(OpenRules("linnaeus+edge.hostile=[defenders]")));
  EXPECT_EQ(rim.Number(84), 0);
  EXPECT_EQ(rim.Number(85), 1);
  Encoded wall(Game(OpenRules("copenhagen+shieldwall_ends=pieces+shieldwall_move=any")), 11);
  EXPECT_EQ(wall.Number(88), 1);
  EXPECT_EQ(wall.Number(89), 1);
  for (int i = kNamedNumbers; i < kGlobals; ++i) EXPECT_EQ(wall.Number(static_cast<size_t>(i)), 0);
}

TEST(Encoder, ShowsTheLastTwoMovesUnlessHidden) {
  Game game(Variant("linnaeus"));
  game.Play(ParseLegalMove(game, "d1-d2"));
  game.Play(ParseLegalMove(game, "e7-g7"));
  Encoded shown(game);
  EXPECT_EQ(shown[Plane::kLastFrom].find('#'), std::string(10 * 2 + 4, '.').size());
  EXPECT_EQ(shown[Plane::kLastTo].find('#'), 10u * 2 + 6);
  EXPECT_EQ(shown[Plane::kPreviousFrom].find('#'), 10u * 8 + 3);
  EXPECT_EQ(shown[Plane::kPreviousTo].find('#'), 10u * 7 + 3);
  Encoded hidden(game, 9, false);
  for (const Plane plane :
       {Plane::kLastFrom, Plane::kLastTo, Plane::kPreviousFrom, Plane::kPreviousTo}) {
    EXPECT_EQ(hidden[plane].find('#'), std::string::npos);
  }
}

TEST(Encoder, ASmallBoardLiesInTheCornerOfA1) {
  const Game game(Variant("brandubh"));
  Encoded encoded(game, 9);
  EXPECT_EQ(encoded[Plane::kBoard], Drawing(R"(
    .........
    .........
    #######..
    #######..
    #######..
    #######..
    #######..
    #######..
    #######..
    )"));
  EXPECT_EQ(encoded[Plane::kCorners], Drawing(R"(
    .........
    .........
    #.....#..
    .........
    .........
    .........
    .........
    .........
    #.....#..
    )"));
  EXPECT_EQ(encoded.batch().board_sizes[0], 7);
}

TEST(Encoder, NumbersSayWhoMovesAndHowOftenThePositionOccurred) {
  Game game(Variant("linnaeus"));
  EXPECT_EQ(Encoded(game).Number(0), 1);
  EXPECT_EQ(Encoded(game).Number(1), 0);
  EXPECT_EQ(Encoded(game).Number(2), 0);
  for (const char* move : {"d1-c1", "e7-d7", "c1-d1", "d7-e7"}) {
    game.Play(ParseLegalMove(game, move));
  }
  Encoded encoded(game);
  EXPECT_EQ(encoded.Number(2), 1);  // at least two occurrences
  EXPECT_EQ(encoded.Number(3), 0);  // at least three occurrences
  EXPECT_FLOAT_EQ(encoded.Number(4), 2.0f / 3);
  EXPECT_EQ(encoded.Number(5), 1);  // one more occurrence ends the game
  EXPECT_FLOAT_EQ(encoded.Number(6), 9.0f / 19);
}

TEST(Encoder, NumbersCountDownTheLimits) {
  Game game(Variant("tablutzero"));  // limits: 100 quiet plies, 512 plies
  game.Play(ParseLegalMove(game, "d1-c1"));
  game.Play(ParseLegalMove(game, "e7-d7"));
  Encoded encoded(game);
  EXPECT_EQ(encoded.Number(7), 1);
  EXPECT_FLOAT_EQ(encoded.Number(8), 0.02f);
  EXPECT_FLOAT_EQ(encoded.Number(9), 8.0f / 106);
  EXPECT_EQ(encoded.Number(10), 1);
  EXPECT_FLOAT_EQ(encoded.Number(11), 2.0f / 512);
  EXPECT_FLOAT_EQ(encoded.Number(12), 8.0f / 518);
}

TEST(Encoder, EveryTwoVariantsDiffer) {
  // Rule sets with the same board differ in their numbers or their special squares.
  const std::vector<std::string> names = Names();
  for (const std::string& a : names) {
    for (const std::string& b : names) {
      const RulesPtr first = Variant(a);
      const RulesPtr second = Variant(b);
      if (a >= b || first->fingerprint() == second->fingerprint()) continue;
      if (first->data().first != second->data().first) continue;
      Encoded x(Game(first), 19);
      Encoded y(Game(second), 19);
      EXPECT_TRUE(x.batch().rows != y.batch().rows || x.batch().globals != y.batch().globals)
          << a << " and " << b;
    }
  }
}

TEST(Encoder, SymmetryMovesPlanesAsItMovesGames) {
  for (const std::string& name : Names()) {
    const Positions positions(name, 20, 9);
    const RulesPtr rules = Variant(name);
    const int size = rules->size();
    for (const Game& game : positions.games()) {
      for (const Symmetry symmetry : SymmetriesOf(*rules)) {
        Game image(rules, symmetry(game.PositionAt(0), *rules));
        for (const Move move : game.moves()) image.Play(symmetry(move, size));
        Encoded expected(image, 19);
        Encoded moved(game, 19);
        TransformPlanes(symmetry, &moved.batch(), 0);
        ASSERT_EQ(moved.batch().rows, expected.batch().rows) << name << ' ' << symmetry.index();
        ASSERT_EQ(moved.batch().globals, expected.batch().globals);
      }
    }
  }
}

TEST(InputNamesTest, ThereIsOneForEachInputAndNoneTwice) {
  EXPECT_EQ(PlaneNames().size(), static_cast<size_t>(kPlanes));
  EXPECT_EQ(NumberNames().size(), static_cast<size_t>(kGlobals));
  for (const auto& list : {PlaneNames(), NumberNames()}) {
    std::set<std::string> names;
    for (const InputName& name : list) EXPECT_TRUE(names.insert(name.name).second) << name.name;
  }
  EXPECT_EQ(NumberNames()[6].name, "size");
  EXPECT_EQ(NumberNames()[40].name, "throne.linnaean");
  EXPECT_EQ(NumberNames()[61].name, "goal.corners");
  EXPECT_EQ(NumberNames()[70].name, "exit_forts");
}

}  // namespace
}  // namespace raichi

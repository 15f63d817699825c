// Tests of text forms: round trips of squares, moves and positions, and errors for malformed text.
#include "rules/notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "base/error.h"
#include "tests/support/comparison.h"
#include "tests/support/made_boards.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Notation, SquaresReadBackOnAllSizes) {
  for (int size = kMinBoardSize; size <= kMaxBoardSize; ++size) {
    for (int x = 1; x <= size; ++x) {
      for (int y = 1; y <= size; ++y) {
        EXPECT_EQ(ParseSquare(ToString(Square(x, y)), size), Square(x, y));
      }
    }
  }
  EXPECT_EQ(ToString(Square(1, 1)), "a1");
  EXPECT_EQ(ToString(Square(9, 5)), "i5");
  EXPECT_EQ(ToString(Square(19, 19)), "s19");
}

TEST(Notation, MalformedSquares) {
  const auto error = [](const std::string& text) { return ErrorOf([&] { ParseSquare(text, 9); }); };
  for (const std::string text : {"", "e", "5", "j1", "a10", "a0", "a05", "A1", "e5 ", " e5", "e5x",
                                 "e-5", "e+5", "e999999999999"}) {
    EXPECT_EQ(error(text), "square '" + text + "': expected a1 to i9");
  }
  EXPECT_EQ(ErrorOf([] { ParseSquare("t1", 19); }), "square 't1': expected a1 to s19");
}

TEST(Notation, MovesReadBackOnAllSizes) {
  for (int size = kMinBoardSize; size <= kMaxBoardSize; ++size) {
    for (int i = 1; i <= size; ++i) {
      for (int j = 1; j <= size; ++j) {
        if (i == j) continue;
        for (const Move move :
             {Move::AlongRank(Square(i, size - 1), j), Move::AlongFile(Square(size - 1, i), j)}) {
          const std::string text = ToString(move);
          EXPECT_EQ(ParseMove(text, size), move);
          const size_t dash = text.find('-');
          EXPECT_EQ(ParseMove(text.substr(0, dash) + text.substr(dash + 1), size), move);
          EXPECT_EQ(ParseMove(text + "xa1/b2", size), move);
        }
      }
    }
  }
  EXPECT_EQ(ToString(Move::AlongRank(Square(5, 3), 3)), "e3-c3");
  EXPECT_EQ(ToString(Move()), "-");
}

TEST(Notation, MalformedMoves) {
  const auto error = [](const std::string& text) { return ErrorOf([&] { ParseMove(text, 9); }); };
  const auto expect = [&](const std::string& text, const std::string& expected) {
    EXPECT_EQ(error(text), "move '" + text + "': expected " + expected);
  };
  for (const char* text : {"", "-", "j3-c3", "e10-c3", "3e-3c", "E3-C3", "e0-e1"}) {
    expect(text, "a square of the board, as in e3-c3");
  }
  for (const char* text : {"e3", "e3-", "e3--c3", "e3-z3", "e3 c3", "e3-c", "e3xc3"}) {
    expect(text, "a second square, as in e3-c3");
  }
  for (const char* text : {"e3-e3", "e3-c4", "a1i9"}) {
    expect(text, "two squares on one rank or file");
  }
  for (const char* text : {"e3-c3x", "e3-c3xc", "e3-c3xc4/", "e3-c3xc4,b3", "e3-c3 ", "e3-c3xc4x",
                           "e3-c3/c4", "e3-c3xj4"}) {
    expect(text, "captures as in e3-c3xc4/b3");
  }
}

TEST(Notation, LegalMovesAreCheckedAgainstTheGame) {
  Scene scene("linnaeus", Side::kAttackers, R"(
    .........
    ......K..
    ..tT.....
    .........
    ....t....
    .........
    .........
    .........
    .........)");
  const Game& game = scene.game();
  const auto error = [&](const std::string& text) {
    return ErrorOf([&] { ParseLegalMove(game, text); });
  };
  EXPECT_EQ(error("e5-e7"), "no error");
  EXPECT_EQ(error("e5e7xd7"), "no error");
  EXPECT_EQ(error("e5-e7xd7xd7"), "no error") << "as hnefatafl.org writes it";
  EXPECT_EQ(error("e5-e7xd6"), "move 'e5-e7xd6' captures differently: e5-e7xd7");
  EXPECT_EQ(error("e5-e8xd7"), "move 'e5-e8xd7' captures differently: e5-e8");
  EXPECT_EQ(error("c7-e7"), "move 'c7-e7' is not legal: the defender on d7 is in the way");
  EXPECT_EQ(error("a1-a2"), "move 'a1-a2' is not legal: there is no piece on a1");
  scene.game().Resign(Side::kDefenders);
  EXPECT_EQ(error("e5-e7"), "move 'e5-e7': the game is over");
}

TEST(Notation, ACapturedKingMayBeNamedAmongTheCaptures) {
  Scene scene("linnaeus", Side::kAttackers, R"(
    .........
    .....tK..
    ......T..
    ......t.t
    .......t.
    .........
    .........
    .........
    .........)");
  const auto error = [&](const std::string& text) {
    return ErrorOf([&] { ParseLegalMove(scene.game(), text); });
  };
  EXPECT_EQ(error("h5-h8"), "no error");
  EXPECT_EQ(error("h5-h8xg8"), "no error");
  EXPECT_EQ(error("h5-h8xg7"), "move 'h5-h8xg7' captures differently: h5-h8");
  EXPECT_EQ(error("h5-h7xg8"), "move 'h5-h7xg8' captures differently: h5-h7");
}

TEST(Notation, PrintedMovesNameTheirCaptures) {
  Game game(Variant("brainking"),
            ParsePosition(*Variant("brainking"), "9/3T5/3t5/1Tt1tT3/6K2/3T5/9/1t7/9 d"));
  const Move move = ParseLegalMove(game, "d4-d6xc6/e6/d7");
  const std::string text = ToString(move, game.Play(move));
  EXPECT_EQ(text.substr(0, 6), "d4-d6x");
  EXPECT_EQ(text.size(), std::string("d4-d6xc6/e6/d7").size());
}

TEST(Notation, PositionsReadBackOnAllSizes) {
  Rng rng(61);
  const int boards = Scaled(300);
  for (int i = 0; i < boards; ++i) {
    const RulesPtr rules = RandomRules(&rng);
    const slow::SlowEngine engine(rules->data());
    const std::string text = Text(CrowdedBoard(engine, &rng));
    const Position position = ParsePosition(*rules, text);
    EXPECT_EQ(ToString(*rules, position), text);
    EXPECT_EQ(position.hash(), position.ComputeHash());
  }
  const RulesPtr linnaeus = Variant("linnaeus");
  EXPECT_EQ(ToString(*linnaeus, linnaeus->start()),
            "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a");
}

TEST(Notation, PositionWithoutASideHasTheFirstToMove) {
  const std::string squares = "9/9/9/4t4/2K6/9/9/9/9";
  EXPECT_EQ(ParsePosition(*Variant("linnaeus"), squares).to_move(), Side::kAttackers);
  EXPECT_EQ(ParsePosition(*Variant("brainking"), squares).to_move(), Side::kDefenders);
  EXPECT_EQ(ParseSquares(squares, 9).king(), Square(3, 5));
}

/// Returns rules whose attackers may enter every camp but are at home only in the one where they
/// started.
RulesPtr RulesWithStrays() {
  RuleSet rules = Variant("ashton-bologna")->data();
  rules.camps->stop = {ClassSet::kAttackers};
  rules.camps->pass = {ClassSet::kAttackers};
  rules.camps->hostile = {ClassSet::kDefenders | ClassSet::kAttackersSameCamp};
  return std::make_shared<const Rules>(rules);
}

TEST(Notation, APositionKeepsItsStrays) {
  const RulesPtr rules = RulesWithStrays();
  Rng rng(71);
  int strays = 0;
  const int games = Scaled(200);
  for (int i = 0; i < games; ++i) {
    Game game(rules);
    while (!game.IsOver() && game.ply() < 80) {
      game.Play(RandomMove(*rules, game.position(), &rng));
      if (game.position().king().IsNone()) break;
      const std::string text = ToString(*rules, game.position());
      strays += std::count(text.begin(), text.end(), ' ') == 2;
      if (game.IsOver()) break;
      ASSERT_EQ(ParsePosition(*rules, text), game.position()) << text;
    }
  }
  EXPECT_GT(strays, games) << "the games should show the case";
}

TEST(Notation, RandomGamesReadBackUnderRandomRules) {
  Rng rng(73);
  const int games = Scaled(300);
  for (int i = 0; i < games; ++i) {
    const RulesPtr rules = RandomRules(&rng);
    Game game(rules);
    while (!game.IsOver() && game.ply() < 40) {
      const std::string text = ToString(*rules, game.position());
      const Position read = ParsePosition(*rules, text);
      ASSERT_EQ(read, game.position()) << text;
      ASSERT_EQ(read.hash(), game.position().hash()) << text;
      MoveList moves;
      game.LegalMoves(&moves);
      game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
    }
  }
}

TEST(Notation, StraysDecideWhatIsLegal) {
  // Here only attackers at home may stop on a camp, so a stray may not move within it.
  const RulesPtr rules = Variant("ashton-bologna");
  const std::string text = "9/9/9/9/4K4/9/9/9/3t5 a";
  const Game at_home(rules, ParsePosition(*rules, text));
  const Game stray(rules, ParsePosition(*rules, text + " d1"));
  EXPECT_TRUE(at_home.IsLegal(ParseMove("d1-e1", 9)));
  EXPECT_FALSE(stray.IsLegal(ParseMove("d1-e1", 9)));
  EXPECT_EQ(ToString(*rules, stray.position()), text + " d1");
}

TEST(Notation, MalformedStrays) {
  const auto expect = [](const std::string& strays, const std::string& expected) {
    const std::string text = "9/9/9/9/4K4/9/9/9/3tT4 a " + strays;
    EXPECT_EQ(ErrorOf([&] { ParsePosition(*Variant("ashton-bologna"), text); }), expected);
  };
  const std::string none = " holds no attacker that can be a stray";
  expect("d1", "no error");
  expect("d1,d1", "position, strays 'd1,d1': d1 is named twice");
  expect("e1", "position, strays 'e1': e1" + none);
  expect("a1", "position, strays 'a1': a1" + none);
  expect("d1 e1", "position, closed camps 'e1': e1 is not in a camp that can close");
  expect(",", "square '': expected a1 to i9");
  EXPECT_EQ(ErrorOf([] { ParsePosition(*Variant("linnaeus"), "9/9/9/9/4K4/9/9/9/3t5 a d1"); }),
            "position, strays 'd1': d1" + none);
}

TEST(Notation, MalformedPositions) {
  const auto expect = [](const std::string& text, const std::string& expected) {
    EXPECT_EQ(ErrorOf([&] { ParsePosition(*Variant("linnaeus"), text); }), expected) << text;
  };
  const auto ranks = [&](const std::string& text) {
    expect(text, "position '" + text.substr(0, text.find(' ')) + "': expected 9 ranks");
  };
  ranks("9/9/9/9/4K4/9/9/9 a");
  ranks("9/9/9/9/4K4/9/9/9/9/9 a");
  ranks("9/9/9/9/4K4/9/9/9/9/ a");
  const auto rank5 = [&](const std::string& rank, const std::string& why) {
    expect("9/9/9/9/" + rank + "/9/9/9/9 a", "position, rank 5 '" + rank + "': " + why);
  };
  rank5("4K3", "expected 9 squares");
  rank5("", "expected 9 squares");
  rank5("4K5", "expected 9 squares");
  rank5("4K44", "a run of empty squares is too long");
  rank5("4K0t3", "a run of empty squares is too long");
  rank5("4K99999999999999999999", "a run of empty squares is too long");
  rank5("9K", "more than 9 squares");
  rank5("4k4", "expected t, T, K, b or a number of empty squares");
  rank5("4K-4", "expected t, T, K, b or a number of empty squares");
  rank5("3K1K3", "a second king");
  expect("9/9/9/9/9/9/9/9/9 a", "position '9/9/9/9/9/9/9/9/9': no king");
  const std::string good = "9/9/9/4t4/2K6/9/9/9/9";
  expect(" " + good + "\r\n", "no error");
  expect("\t" + good + " a ", "no error");
  for (const char* side : {" x", "  a", " attackers"}) {
    std::string text = good;
    text += side;
    expect(text, "position '" + text + "': expected 'a' or 'd' to move");
  }
  const std::string escaped = "9/9/9/4t4/K8/9/9/9/9 a";
  expect(escaped, "position '" + escaped + "': the king has already escaped");
}

TEST(Notation, LongAndUnprintableTextIsQuotedShort) {
  const std::string error = ErrorOf([] {
    std::string text(5000, 'q');
    text += '\n';
    ParseMove(text, 9);
  });
  EXPECT_LT(error.size(), 200u);
  EXPECT_EQ(ErrorOf([] { ParseSquare("e\n", 9); }), "square 'e?': expected a1 to i9");
}

TEST(Notation, WordsReadBack) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    EXPECT_EQ(ParseSide(ToString(side)), side);
  }
  for (int i = 0; i <= static_cast<int>(Result::kDraw); ++i) {
    EXPECT_EQ(ParseResult(ToString(static_cast<Result>(i))), static_cast<Result>(i));
  }
  for (int i = 0; i <= static_cast<int>(Reason::kOutOfTime); ++i) {
    EXPECT_EQ(ParseReason(ToString(static_cast<Reason>(i))), static_cast<Reason>(i));
  }
  EXPECT_EQ(ErrorOf([] { ParseSide("red"); }),
            "side 'red' is unknown; expected one of attackers, defenders");
  EXPECT_EQ(ErrorOf([] { ParseResult("won"); }),
            "result 'won' is unknown; expected one of ongoing, attackers, defenders, draw");
  EXPECT_EQ(ErrorOf([] { ParseReason("resignd"); }),
            "reason 'resignd' is unknown, did you mean 'resigned'?");
  EXPECT_EQ(ParseSide("black"), Side::kAttackers);
  EXPECT_EQ(ParseSide("WHITE"), Side::kDefenders);
  EXPECT_EQ(ParseSide("Attackers"), Side::kAttackers);
  EXPECT_EQ(ParseSide("white"), Side::kDefenders);
  EXPECT_EQ(ParseSide("attacker"), Side::kAttackers);
  EXPECT_EQ(ParseSide("defender"), Side::kDefenders);
}

}  // namespace
}  // namespace raichi

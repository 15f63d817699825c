#include "app/play/play_input.h"

#include <gmock/gmock.h>

#include "app/play/clocks.h"
#include "base/error.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

/// What a line is read as: the index of its verb and the argument, or the error.
std::string ReadAs(const std::string& line) {
  try {
    const PlayInput input = ReadPlayInput(line);
    return std::to_string(static_cast<int>(input.verb)) + " " + input.argument;
  } catch (const Error& error) {
    return error.what();
  }
}

std::string Is(PlayVerb verb, const std::string& argument = "") {
  return std::to_string(static_cast<int>(verb)) + " " + argument;
}

TEST(PlayInput, MovesAreReadAsPeopleWriteThem) {
  for (const char* line : {"d1-a1", "D1-A1", "d1 a1", "d1a1", " d1  -  a1 ", "d1 to a1", "D1 TO A1",
                           "d1->a1", "d1:a1", "d1, a1", "d1–a1", "d1 → a1"}) {
    EXPECT_EQ(ReadAs(line), Is(PlayVerb::kMove, "d1-a1")) << line;
  }
  EXPECT_EQ(ReadAs("K11-K2"), Is(PlayVerb::kMove, "k11-k2"));
  EXPECT_EQ(ReadAs("e3 c3 xc4/B3"), Is(PlayVerb::kMove, "e3-c3xc4/b3"));
  EXPECT_EQ(ReadAs("E3"), Is(PlayVerb::kMoves, "e3"));
  EXPECT_EQ(ReadAs("e3-"), Is(PlayVerb::kMove, "e3-")) << "ParseLegalMove says what is missing";
}

TEST(PlayInput, TheNameOfAFileMayBeInQuotes) {
  for (const char* name : {"my game.otg", "\"my game.otg\"", "'my game.otg'"}) {
    EXPECT_EQ(ReadAs(std::string("save ") + name), Is(PlayVerb::kSave, "my game.otg"));
    EXPECT_EQ(ReadAs(std::string("load ") + name), Is(PlayVerb::kLoad, "my game.otg"));
  }
  EXPECT_EQ(ReadAs("save \"game"), Is(PlayVerb::kSave, "\"game"));
}

TEST(PlayInput, WordsMayBeCutShort) {
  EXPECT_EQ(ReadAs("h"), Is(PlayVerb::kHint));
  EXPECT_EQ(ReadAs("H 50"), Is(PlayVerb::kHint, "50"));
  EXPECT_EQ(ReadAs("hel"), Is(PlayVerb::kHelp));
  EXPECT_EQ(ReadAs("?"), Is(PlayVerb::kHelp));
  EXPECT_EQ(ReadAs("u"), Is(PlayVerb::kUndo));
  EXPECT_EQ(ReadAs("q"), Is(PlayVerb::kQuit));
  EXPECT_EQ(ReadAs("exit"), Is(PlayVerb::kQuit));
  EXPECT_EQ(ReadAs("lev club"), Is(PlayVerb::kLevel, "club"));
  EXPECT_EQ(ReadAs("moves"), Is(PlayVerb::kMoves));
  EXPECT_EQ(ReadAs(""), Is(PlayVerb::kNothing));
  EXPECT_EQ(ReadAs(" \t"), Is(PlayVerb::kNothing));
  EXPECT_EQ(ReadAs("r"), "'r' may be redo, rules or resign");
  EXPECT_EQ(ReadAs("l x"), "'l' may be level or load");
  EXPECT_THAT(ReadAs("hello"), HasSubstr("'hello' is neither a move, as in e3-c3, nor a command"));
}

TEST(PlayInput, NamesOfFilesStayAsTheyAre) {
  EXPECT_EQ(ReadAs("SAVE My Game.OTG "), Is(PlayVerb::kSave, "My Game.OTG"));
  EXPECT_EQ(ReadAs("load\ta1"), Is(PlayVerb::kLoad, "a1"));
}

TEST(PlayInput, TheHelpListsEveryWord) {
  for (const char* word : {"undo", "redo", "hint [N]", "moves [SQUARE]", "board", "level [NAME]",
                           "rules", "save FILE", "load FILE", "resign", "new", "help", "quit"}) {
    EXPECT_THAT(PlayHelp(80), HasSubstr(std::string("\n  ") + word + " ")) << word;
  }
}

TEST(PlayInput, CompletesWordsMovesAndLevels) {
  const std::vector<std::string> moves = {"d1-c1", "e2-d2", "e2-c2"};
  const auto complete = [&](const char* before, const char* word) {
    return CompletePlayInput(before, word, moves);
  };
  EXPECT_THAT(complete("", "re"), Optional(ElementsAre("redo", "resign")));
  EXPECT_THAT(complete("", "E2"), Optional(ElementsAre("e2-d2", "e2-c2")));
  EXPECT_THAT(complete("level ", "st"), Optional(ElementsAre("strong", "strongest")));
  EXPECT_THAT(complete("undo ", ""), Optional(ElementsAre()));
  EXPECT_EQ(complete("save ", "x"), std::nullopt) << "files";
}

}  // namespace
}  // namespace raichi

#include "app/play/play_session.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "base/error.h"
#include "console/version.h"
#include "mcts/players/players.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// A person who types prepared lines, each after a while.
class Script : public Prompt {
 public:
  Script(std::vector<std::string> lines, double* now, double thought)
      : lines_(std::move(lines)), now_(now), thought_(thought) {}
  std::optional<std::string> Ask(const std::string& question) override {
    questions.push_back(question);
    if (next_ == lines_.size()) return std::nullopt;
    *now_ += thought_;
    return lines_[next_++];
  }
  std::vector<std::string> questions;

 private:
  std::vector<std::string> lines_;
  size_t next_ = 0;
  double* now_;
  double thought_;
};

class PlaySessionTest : public testing::Test {
 protected:
  PlaySessionTest() {
    settings_.now = [this] { return now_; };
    settings_.seed = 5;
  }
  ~PlaySessionTest() override { std::filesystem::remove_all(folder_); }

  /// Plays a session and returns what it printed.
  std::string Play(const std::vector<std::string>& lines, double thought = 1) {
    std::ostringstream out;
    const OpenOpponent open = [this](const Level* level) {
      opened_.emplace_back(level == nullptr ? "" : level->name);
      return ParsePlayer(word_);
    };
    Script script(lines, &now_, thought);
    PlaySession(game_, settings_, open, out).Run(&script);
    questions_ = script.questions;
    return out.str();
  }
  void SetUp() override { std::filesystem::create_directories(folder_); }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("raichi-play-" + std::to_string(getpid()));
  double now_ = 0;
  std::string word_ = "random";
  PlaySettings settings_;
  Game game_{OpenRules("linnaeus")};
  std::vector<std::string> opened_;
  std::vector<std::string> questions_;
};

TEST_F(PlaySessionTest, MovesAreForgiven) {
  EXPECT_THAT(Play({"I4 I3"}), HasSubstr("1. Attackers i4-i3\n"));
}

TEST_F(PlaySessionTest, SaysWhyAMoveIsIllegal) {
  EXPECT_THAT(Play({"d1-d9"}), HasSubstr("'d1-d9' is not legal: the defender on d5 is in the way"));
  EXPECT_THAT(Play({"d1-e2"}), HasSubstr("expected two squares on one rank or file"));
  EXPECT_THAT(Play({"e3-c3"}), HasSubstr("the defender on e3 does not belong to the attackers"));
}

TEST_F(PlaySessionTest, ASquareListsTheMovesOfItsPiece) {
  EXPECT_THAT(Play({"d1"}), HasSubstr("d1-a1"));
  EXPECT_THAT(Play({"d1"}), Not(HasSubstr("e2-")));
  EXPECT_THAT(Play({"a1"}), HasSubstr("there is no piece on a1"));
  EXPECT_THAT(Play({"e3"}), HasSubstr("the defender on e3 does not belong to the attackers"));
  EXPECT_THAT(Play({"e9"}), HasSubstr("there are no legal moves from e9"));
}

TEST_F(PlaySessionTest, WhatWasTakenBackCanBePlayedAgain) {
  const std::string text =
      Play({"i4-i3", "undo", "redo", "redo", "save " + (folder_ / "a").string()});
  EXPECT_THAT(text, HasSubstr("there is nothing to play again"));
  EXPECT_EQ(LoadGame((folder_ / "a").string()).game.ply(), 2);
  EXPECT_THAT(Play({"i4-i3", "u", "i4-i2", "redo"}), HasSubstr("there is nothing to play again"));
  EXPECT_THAT(Play({"redo"}), HasSubstr("there is nothing to play again"));
}

TEST_F(PlaySessionTest, GoesOnWithASavedGame) {
  settings_.side = Side::kDefenders;
  const std::string file = (folder_ / "g.jsonl").string();
  Play({"save " + file});
  const SavedGame saved = LoadGame(file);
  EXPECT_EQ(saved.game.ply(), 1);
  EXPECT_EQ(saved.person, Side::kDefenders);
  EXPECT_EQ(saved.opponent, "random");
  settings_.side = Side::kAttackers;
  Play({"load " + file, "moves"});
  EXPECT_EQ(questions_.back(), "defenders> ") << "the person's side is that of the file";
  EXPECT_THAT(Play({"load"}), HasSubstr("load: expected a file name"));
  EXPECT_THAT(Play({"load " + file + "x"}), HasSubstr("cannot open"));
  game_ = Game(OpenRules("brandubh"));
  EXPECT_THAT(Play({"load " + file}),
              HasSubstr("is a game of linnaeus: `" + CommandWord() + " play --resume "));
}

TEST_F(PlaySessionTest, ANewGameBeginsWhereTheSessionBegan) {
  const std::string text = Play({"i4-i3", "resign", "new", "i4-i2"});
  EXPECT_THAT(text, HasSubstr("Defenders win: resigned."));
  EXPECT_THAT(text, HasSubstr("1. Attackers i4-i2"));
}

TEST_F(PlaySessionTest, LevelsOpenTheOpponentAnew) {
  const std::string text = Play({"level", "level club", "level beg", "level x"});
  EXPECT_EQ(opened_, (std::vector<std::string>{"", "club", "beginner"}));
  EXPECT_THAT(text, HasSubstr("  beginner        1         55   840\n  novice "));
  EXPECT_THAT(text, HasSubstr("level 'x': expected one of beginner"));
}

TEST_F(PlaySessionTest, SaysWhatIsProven) {
  settings_.hint_visits = 1;
  settings_.proven = [](const Game& game) -> std::optional<Proven> {
    if (game.ply() > 0) return std::nullopt;
    return Proven{Claim::kWins, Side::kAttackers, 19, ParseLegalMove(game, "i4-i3")};
  };
  const std::string text = Play({"hint", "i4-i3"});
  EXPECT_THAT(text, HasSubstr("\nproven: attackers win within 19 plies\n")) << "no move unasked";
  EXPECT_THAT(text, HasSubstr("proven: attackers win within 19 plies, by i4-i3\n"));
  EXPECT_THAT(text.substr(text.find("1. Attackers")), Not(HasSubstr("proven")));
}

TEST_F(PlaySessionTest, TheClocksAreShown) {
  settings_.clock = FullTimes({60, 5});
  Play({"moves", "i4-i3"}, 10);
  EXPECT_EQ(questions_, (std::vector<std::string>{"you 1:00, opponent 1:00, attackers> ",
                                                  "you 0:50, opponent 1:00, attackers> ",
                                                  "you 0:45, opponent 1:05, attackers> "}));
}

TEST_F(PlaySessionTest, AFallenFlagLoses) {
  settings_.clock = FullTimes({15, 0});
  const std::string file = (folder_ / "f").string();
  const std::string text = Play({"moves", "i4-i3", "save " + file}, 10);
  EXPECT_THAT(text, HasSubstr("The time of the attackers is over.\nDefenders win: out of time.\n"));
  EXPECT_THAT(text, Not(HasSubstr("i4-i3\n"))) << "too late";
  EXPECT_EQ(questions_.back(), "game over> ");
  std::ifstream saved(file);
  std::string line;
  std::getline(saved, line);
  EXPECT_THAT(line, HasSubstr(R"("result":"defenders","reason":"out of time")"));
}

TEST_F(PlaySessionTest, AnEndWithoutAMoveIsTakenBack) {
  settings_.clock = FullTimes({15, 0});
  Play({"moves", "i4-i3", "undo"}, 10);  // at the second question, 20 of 15 seconds are over
  EXPECT_EQ(questions_.back(), "you 0:15, opponent 0:15, attackers> ");
  settings_.clock.reset();
  const std::string file = (folder_ / "resigned").string();
  EXPECT_THAT(Play({"resign", "save " + file, "load " + file, "undo", "i4-i3"}),
              HasSubstr("1. Attackers i4-i3"));
  EXPECT_THAT(Play({"load " + file, "new", "i4-i3"}), HasSubstr("1. Attackers i4-i3"));
}

TEST_F(PlaySessionTest, TheOpponentsFlagFallsToo) {
  settings_.clock = FullTimes({15, 0});
  settings_.side = Side::kDefenders;
  settings_.now = [this] { return now_ += 8; };  // whatever looks at the clock takes eight seconds
  EXPECT_THAT(Play({}),
              HasSubstr("The time of the attackers is over.\nDefenders win: out of time."));
}

TEST_F(PlaySessionTest, AnUnfinishedGameIsKept) {
  settings_.unfinished = folder_ / "unfinished.jsonl";
  Play({"i4-i3", "quit"});
  EXPECT_EQ(LoadGame(settings_.unfinished.string()).game.ply(), 2);
  Play({"i4-i3", "undo"});
  EXPECT_FALSE(std::filesystem::exists(settings_.unfinished)) << "nothing was played";
  Play({"i4-i3", "resign"});
  EXPECT_FALSE(std::filesystem::exists(settings_.unfinished));
  settings_.unfinished = folder_ / "nowhere" / "x.jsonl";
  EXPECT_THAT(Play({"i4-i3", "undo"}), HasSubstr("the game is not kept for later"));
}

TEST_F(PlaySessionTest, ASavedGameKeepsItsClocks) {
  settings_.clock = FullTimes({60, 5});
  const std::string file = (folder_ / "g.jsonl").string();
  Play({"i4-i3", "save " + file}, 10);
  const SavedGame saved = LoadGame(file);
  ASSERT_TRUE(saved.clock);
  EXPECT_EQ(ToString(saved.clock->control), "60s+5s");
  EXPECT_EQ(saved.clock->left[0], 45) << "two questions of ten seconds, and one move";
  EXPECT_EQ(saved.clock->left[1], 65);
  Play({"load " + file, "moves"}, 1);
  EXPECT_EQ(questions_[1], "you 0:45, opponent 1:05, attackers> ");
  settings_.clock.reset();
  Play({"save " + file});
  EXPECT_FALSE(LoadGame(file).clock);
}

TEST_F(PlaySessionTest, WhatIsTypedWhenTheTimeIsOverIsDone) {
  settings_.clock = FullTimes({15, 0});
  const std::string file = (folder_ / "g.jsonl").string();
  const std::string text = Play({"i4-i3", "save " + file}, 10);
  EXPECT_THAT(text, HasSubstr("The time of the attackers is over."));
  EXPECT_THAT(text, HasSubstr("saved to " + file));
  EXPECT_EQ(LoadGame(file).game.reason(), Reason::kOutOfTime);
  Play({"load " + file, "undo", "moves"}, 1);
  EXPECT_EQ(questions_.back(), "you 0:04.0, opponent 0:15, attackers> ")
      << "five seconds were left after the move";
}

TEST_F(PlaySessionTest, WrongClocksAreNamed) {
  const std::string file = (folder_ / "g.jsonl").string();
  const auto error_of = [&](const std::string& clock) {
    std::ofstream(file) << R"({"rules":"linnaeus","moves":"i4-i3",)" << clock << "}";
    try {
      LoadGame(file);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(error_of(R"("clock":"60s","clock_left_ms":[60000,59000])"), "");
  for (const char* wrong : {"[]", "[1]", "[1,2,3]", "[1,1000000001]"}) {
    EXPECT_EQ(error_of(std::string(R"("clock":"60s","clock_left_ms":)") + wrong),
              file + ": clock_left_ms: expected two numbers, each at most a billion");
  }
  EXPECT_THAT(error_of(R"("clock":"abc","clock_left_ms":[1,2])"),
              HasSubstr(file + ": clock 'abc': expected"));
  EXPECT_THAT(error_of(R"("clock":"60s")"), HasSubstr("g.jsonl:1: "));
}

TEST_F(PlaySessionTest, ExplainsItsRules) {
  EXPECT_THAT(Play({"rules"}), HasSubstr("attackers"));
  EXPECT_THAT(Play({"help"}), HasSubstr("take back your last move"));
}

}  // namespace
}  // namespace raichi

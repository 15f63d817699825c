// Games as text: lines of JSON and OpenTafl's records.
#include "console/games.h"

#include "app/analysis/subjects.h"
#include "app/play/play_session.h"
#include "selfplay/records/otg.h"
#include "selfplay/records/record.h"
#include "tests/fuzz/some_records.h"

namespace raichi::fuzz {
namespace {

void ReadGames(const std::filesystem::path& file, const std::string& written) {
  const std::vector<Subject> subjects = ReadSubjects({.files = {file}});
  const SavedGame saved = LoadGame(file);
  Must([&] {
    for (const Subject& subject : subjects) {
      subject.At(subject.plies());
      GameToLine(subject.record, subject.rules);
      GameToTurns(subject.record, subject.rules);
      JsonText(GameToJson(subject.record, subject.rules));
    }
    const std::string again = EmptyFolder() / written;
    SaveGame(saved.game, {kPerson, "x"}, again);
    const Game game = LoadGame(again).game;
    RAICHI_CHECK(game.StateHash() == saved.game.StateHash() && game.ply() == saved.game.ply());
  });
}

const Target kGameLines(
    "game_lines", [](std::string_view input) { ReadGames(FileOf(input, "a.jsonl"), "b.jsonl"); },
    [] {
      std::string lines;
      for (const GameRecord& record : SomeRecords()) {
        RulesOfRecords rules;
        lines += JsonText(GameToJson(record, rules.Of(record, ""))) + "\n";
      }
      std::vector<std::string> seeds = {lines};
      const std::string file = EmptyFolder() / "game.jsonl";
      SaveGame(Game(OpenRules("brandubh")), {"person", "x"}, file);
      seeds.push_back(BytesOf(file));
      return seeds;
    });

const Target kOpenTaflGame(
    "opentafl_game", [](std::string_view input) { ReadGames(FileOf(input, "a.otg"), "b.jsonl"); },
    [] {
      std::vector<std::string> seeds;
      for (const GameRecord& record : SomeRecords()) {
        RulesOfRecords rules;
        seeds.push_back(ToOtg(record, rules.Of(record, "")).text);
      }
      return seeds;
    });

}  // namespace
}  // namespace raichi::fuzz

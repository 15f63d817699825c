#include "console/games/save_game.h"

#include <filesystem>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/join.h"
#include "base/json.h"
#include "console/games/line_rules.h"
#include "console/output.h"
#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/records/otg.h"

namespace raichi {
namespace {

std::string JsonLine(const Game& game, const PlayerNames& players) {
  Game replay(game.rules_ptr(), game.PositionAt(0));
  const std::string moves =
      Join(game.moves(), " ", [&](Move move) { return ToString(move, replay.Play(move)); });
  Json line;
  AddRules(game.rules(), &line);
  line["attackers"] = players.attackers;
  line["defenders"] = players.defenders;
  line["position"] = ToString(game.rules(), game.PositionAt(0));
  line["moves"] = moves;
  line["final"] = ToString(game.rules(), game.position());
  line["result"] = ToJson(game.result());
  if (game.IsOver()) line["reason"] = std::string(ToString(game.reason()));
  return JsonText(line) + '\n';
}

}  // namespace

GameRecord RecordOf(const Game& game, const PlayerNames& players) {
  GameRecord record;
  record.rules_yaml = RecordedRules(game.rules().data());
  record.attackers = players.attackers;
  record.defenders = players.defenders;
  if (game.PositionAt(0) != game.rules().start()) {
    record.start = ToString(game.rules(), game.PositionAt(0));
  }
  record.result = game.result();
  record.reason = game.reason();
  for (const Move move : game.moves()) {
    record.turns.emplace_back().move = move;
  }
  return record;
}

void SaveGame(const Game& game, const PlayerNames& players, const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension();
  const bool otg = extension == ".otg";
  if (extension == ".games") {
    throw Error(file + ": .games is the ending of shards; choose another name, such as game.jsonl");
  }
  if (!otg && extension != ".jsonl" && extension != ".json" && !extension.empty()) {
    throw Error(file + ": games are not saved in a format of the ending " + extension +
                "; expected .otg (OpenTafl) or .jsonl");
  }
  WriteOutput(
      file, otg ? ToOtg(RecordOf(game, players), game.rules_ptr()).text : JsonLine(game, players));
}

}  // namespace raichi

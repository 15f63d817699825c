#include "app/play/saved_game.h"

#include <cstdlib>

#include "app/analysis/subjects.h"
#include "base/error.h"
#include "base/files/files.h"
#include "console/games/save_game.h"

namespace raichi {
namespace {

std::string EnvironmentOr(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

void EndAsRecorded(const GameRecord& record, Game* game) {
  const bool is_won =
      record.result == Result::kAttackersWin || record.result == Result::kDefendersWin;
  if (game->IsOver() || !is_won) return;
  const Side loser = record.result == Result::kAttackersWin ? Side::kDefenders : Side::kAttackers;
  if (record.reason == Reason::kResigned) game->Resign(loser);
  if (record.reason == Reason::kOutOfTime) game->RunOutOfTime(loser);
}

}  // namespace

SavedGame LoadGame(const std::string& file) {
  if (IsFolder(file)) throw Error(file + ": expected a file with a game");
  const std::vector<Subject> subjects = ReadSubjects({.files = {file}});
  const Subject& first = subjects.front();
  SavedGame saved{.game = first.At(first.plies()), .person = {}, .opponent = ""};
  EndAsRecorded(first.record, &saved.game);
  if (first.record.attackers == kPerson) saved.person = Side::kAttackers;
  if (first.record.defenders == kPerson) saved.person = Side::kDefenders;
  if (saved.person) {
    const bool attacks = *saved.person == Side::kAttackers;
    saved.opponent = attacks ? first.record.defenders : first.record.attackers;
  }
  return saved;
}

void SavePlay(const Game& game, Side person, const std::string& opponent, const std::string& file) {
  const bool attacks = person == Side::kAttackers;
  SaveGame(game,
           {.attackers = attacks ? kPerson : opponent, .defenders = attacks ? opponent : kPerson},
           file);
}

std::filesystem::path UnfinishedGameFile() {
  const std::string home = EnvironmentOr("HOME", "");
  const std::string state =
      EnvironmentOr("XDG_STATE_HOME", home.empty() ? "" : home + "/.local/state");
  return state.empty() ? "" : std::filesystem::path(state) / "raichi" / "unfinished.jsonl";
}

}  // namespace raichi

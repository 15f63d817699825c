#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/text.h"
#include "console/games.h"
#include "console/log.h"
#include "console/output.h"
#include "rules/notation.h"
#include "selfplay/records/otg.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct GamesOptions {
  std::vector<std::string> shards;
  bool check = false;
  bool json = false;
  std::string otg;
  std::string result, reason, player;
  size_t min_plies = 0;
  std::optional<uint64_t> id;
};

bool IsWanted(const GameRecord& record, const GamesOptions& options) {
  if (options.id && record.game_id != *options.id) return false;
  if (!options.result.empty() && ToString(record.result) != options.result) return false;
  if (!options.reason.empty() && ToString(record.reason) != options.reason) return false;
  if (!options.player.empty() && record.attackers != options.player &&
      record.defenders != options.player) {
    return false;
  }
  return record.turns.size() >= options.min_plies;
}

/// The output could not be written. Unlike other errors, it does not mean that a shard is bad.
struct OutputError : Error {
  using Error::Error;
};

class GamesPrinter {
 public:
  GamesPrinter(const GamesOptions& options, size_t shards)
      : options_(options), shards_(shards), clock_(static_cast<double>(shards)) {}

  bool has_printed() const { return has_printed_; }

  void PrintShard(const std::string& file) {
    ++shard_;
    const ShardReader shard(file);
    for (size_t i = 0; i < shard.size(); ++i) {
      const GameRecord record = shard.Read(i);
      const RulesPtr& rules = rules_.Of(record, file);
      if (options_.check) CheckGame(record, rules, file);
      if (IsWanted(record, options_)) PrintGame(record, rules);
      if (shows_progress_ && progress_.IsDue()) ShowProgress(i + 1, shard.size());
    }
    if (options_.check && !options_.json) {
      progress_.Finish();
      PrintLine(fmt::format("{}: {}, good", file, Counted(shard.size(), "game")));
    }
    games_ += shard.size();
  }

  /// After the last of several shards.
  void PrintSum() const {
    if (!options_.check || options_.json || shards_ < 2) return;
    PrintLine(
        fmt::format("{} in {}, all good", Counted(games_, "game"), Counted(shards_, "shard")));
  }

 private:
  /// `games` of the present shard's `of_games` were read.
  void ShowProgress(size_t games, size_t of_games) {
    const double part = static_cast<double>(games) / static_cast<double>(of_games);
    progress_.Show(fmt::format("reading shard {} of {}{}", shard_, shards_,
                               clock_.TimeLeft(shard_ - 1 + part)));
  }

  static void CheckGame(const GameRecord& record, const RulesPtr& rules, const std::string& file) {
    try {
      CheckRecord(record, rules);
    } catch (const Error& error) {
      throw DamagedError(file + ": " + error.what());
    }
  }

  void PrintGame(const GameRecord& record, const RulesPtr& rules) {
    has_printed_ = true;
    progress_.Finish();
    if (!options_.otg.empty()) return WriteOtg(record, rules);
    if (options_.json) return PrintJson(GameToJson(record, rules));
    if (options_.check) return;
    PrintLine(GameToLine(record, rules));
    if (options_.id) PrintText(GameToTurns(record, rules));
  }

  void WriteOtg(const GameRecord& record, const RulesPtr& rules) {
    const OtgGame game = ToOtg(record, rules);
    for (const std::string& warning : game.warnings) {
      if (warned_.emplace(rules->data().name + warning, true).second) PrintWarning(warning);
    }
    if (options_.otg == "-") return PrintText(game.text);
    const int time = ++written_[record.game_id];  // other files may hold games with the same id
    const std::string more = time == 1 ? "" : fmt::format("-{}", time);
    WriteFile(fs::path(options_.otg) / fmt::format("{:012}{}.otg", record.game_id, more),
              game.text);
  }

  static void WriteFile(const fs::path& file, const std::string& text) {
    try {
      CreateFolders(file.parent_path());
      WriteOutput(file, text);
    } catch (const Error& error) {
      throw OutputError(error.what());
    }
    PrintLine(file.string());
  }

  const GamesOptions& options_;
  const size_t shards_;
  int shard_ = 0;     // the present one, from 1
  size_t games_ = 0;  // of the shards that were read
  const WorkClock clock_;
  const bool shows_progress_ = !IsPipe(stdout);  // a pager shows standard error, too
  Progress progress_;
  RulesOfRecords rules_;
  std::map<std::string, bool> warned_;
  std::map<uint64_t, int> written_;  // files by the id of their game
  bool has_printed_ = false;
};

/// Returns the named shards and those in the named folders.
std::vector<fs::path> Expand(const std::vector<std::string>& names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    const std::vector<fs::path> shards = ShardsOf(name);
    files.insert(files.end(), shards.begin(), shards.end());
  }
  return files;
}

/// Reads every shard even if some are bad.
void RunGames(const GamesOptions& options) {
  if (!options.reason.empty()) ParseValue("--reason", options.reason, ParseReason);
  const std::vector<fs::path> files = Expand(options.shards);
  GamesPrinter printer(options, files.size());
  size_t bad = 0;
  for (const fs::path& file : files) {
    try {
      printer.PrintShard(file.string());
    } catch (const OutputError&) {
      throw;
    } catch (const Error& error) {
      if (files.size() == 1) throw;
      PrintWarning(error.what());
      ++bad;
    }
  }
  if (bad > 0) throw Error(fmt::format("{} of {} shards are bad", bad, files.size()));
  printer.PrintSum();
  if (options.id && !printer.has_printed()) {
    throw Error(
        fmt::format("games: there is no game with the id {} among the selected ones", *options.id));
  }
  if (!options.check && !printer.has_printed()) PrintInfo("no game passes the filters");
}

void AddFilters(Command command, GamesOptions* options) {
  const char* kHeading = "Filters";
  command.Add("--result", &options->result, "Only games with this result")
      .Value("RESULT")
      .OneOf({"attackers", "defenders", "draw"})
      .Group(kHeading);
  command
      .Add("--reason", &options->reason,
           "Only games that ended for this reason, such as \"king captured\"")
      .Value("REASON")
      .Group(kHeading);
  command.Add("--player", &options->player, "Only games of this player or model")
      .Value("NAME")
      .Group(kHeading);
  command.Add("--min-plies", &options->min_plies, "Only games with at least this many plies")
      .Group(kHeading);
  command.Add("--id", &options->id, "Only the game with this id, with its turns").Group(kHeading);
}

}  // namespace

void AddGamesCommand(Program& program) {
  Command command = program.AddCommand("games", "Print, filter, check and convert game records");
  auto options = std::make_shared<GamesOptions>();
  command.Add("shards", &options->shards, "Shards, folders of shards, or runs").Required();
  command.AddFlag("--check", &options->check, "Replay every game and check it against its rules");
  const Option json = command.AddFlag("--json", &options->json, "Print one JSON object per game");
  command
      .Add("--otg", &options->otg,
           "Write OpenTafl records into this folder (- for standard output)")
      .Value("DIR")
      .Excludes(json);
  AddFilters(command, options.get());
  command.Footer(
      "Examples:\n"
      "  raichi games runs/x/games --check\n"
      "  raichi games m.games --result attackers --min-plies 60 --json\n"
      "  raichi games m.games --id 17 --otg otg");
  command.Run([options] { RunGames(*options); });
}

}  // namespace raichi

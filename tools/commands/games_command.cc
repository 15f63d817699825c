#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console/game_text.h"
#include "console/output.h"
#include "rules/error.h"
#include "rules/notation.h"
#include "selfplay/records/files.h"
#include "selfplay/records/otg.h"
#include "selfplay/records/record_rules.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
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
  if (!options.result.empty() && record.result != ParseResult(options.result)) return false;
  if (!options.reason.empty() && record.reason != ParseReason(options.reason)) return false;
  if (!options.player.empty() && record.attackers != options.player &&
      record.defenders != options.player) {
    return false;
  }
  return record.turns.size() >= options.min_plies;
}

class GamesPrinter {
 public:
  explicit GamesPrinter(const GamesOptions& options) : options_(options) {}

  void PrintShard(const std::string& file) {
    const ShardReader shard(file);
    for (size_t i = 0; i < shard.size(); ++i) {
      const GameRecord record = shard.Read(i);
      const RulesPtr& rules = rules_.Of(record, file);
      if (options_.check) CheckGame(record, rules, file);
      if (IsWanted(record, options_)) PrintGame(record, rules);
    }
    if (options_.check && !options_.json) {
      PrintLine(fmt::format("{}: {} games, good", file, shard.size()));
    }
  }

 private:
  static void CheckGame(const GameRecord& record, const RulesPtr& rules, const std::string& file) {
    try {
      CheckRecord(record, rules);
    } catch (const Error& error) {
      throw DamagedError(file + ": " + error.what());
    }
  }

  void PrintGame(const GameRecord& record, const RulesPtr& rules) {
    if (!options_.otg.empty()) return WriteOtg(record, rules);
    if (options_.json) return PrintJson(GameToJson(record, rules));
    if (options_.check) return;
    PrintLine(GameToLine(record, rules));
    if (options_.id) PrintLine(GameToTurns(record, rules));
  }

  void WriteOtg(const GameRecord& record, const RulesPtr& rules) {
    const OtgGame game = ToOtg(record, rules);
    for (const std::string& warning : game.warnings) {
      if (warned_.emplace(rules->data().name + warning, true).second) PrintWarning(warning);
    }
    if (options_.otg == "-") return PrintLine(game.text);
    fs::create_directories(options_.otg);
    const fs::path file = fs::path(options_.otg) / fmt::format("{:012}.otg", record.game_id);
    AtomicWrite(file, game.text);
    PrintLine(file.string());
  }

  const GamesOptions& options_;
  RulesOfRecords rules_;
  std::map<std::string, bool> warned_;
};

/// The shards that `names` stand for, those of folders included.
std::vector<fs::path> Expand(const std::vector<std::string>& names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    const std::vector<fs::path> shards = ShardsOf(name);
    files.insert(files.end(), shards.begin(), shards.end());
  }
  return files;
}

/// False, with a warning, if the shard is bad. Errors of writing are the caller's.
bool TryPrintShard(const fs::path& file, GamesPrinter* printer) {
  try {
    printer->PrintShard(file.string());
    return true;
  } catch (const DamagedError& error) {
    PrintWarning(error.what());
  } catch (const VersionError& error) {
    PrintWarning(error.what());
  } catch (const ReadError& error) {
    PrintWarning(error.what());
  }
  return false;
}

/// A bad shard does not keep the others from being read.
void RunGames(const GamesOptions& options) {
  const std::vector<fs::path> files = Expand(options.shards);
  GamesPrinter printer(options);
  if (files.size() == 1) return printer.PrintShard(files[0].string());
  const auto bad = std::count_if(files.begin(), files.end(), [&](const fs::path& file) {
    return !TryPrintShard(file, &printer);
  });
  if (bad > 0) throw Error(fmt::format("{} of {} shards are bad", bad, files.size()));
}

void AddFilters(CLI::App* command, GamesOptions* options) {
  command->add_option("--result", options->result, "Only games with this result")
      ->check(CLI::IsMember({"attackers", "defenders", "draw"}))
      ->group("Filters");
  command->add_option("--reason", options->reason, "Only games that ended so (\"king captured\")")
      ->type_name("REASON")
      ->group("Filters");
  command->add_option("--player", options->player, "Only games of this player or model")
      ->type_name("NAME")
      ->group("Filters");
  command->add_option("--min-plies", options->min_plies, "Only games at least so long")
      ->type_name("N")
      ->group("Filters");
  command->add_option("--id", options->id, "Only this game, with its turns")
      ->type_name("N")
      ->group("Filters");
}

}  // namespace

void AddGamesCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("games", "Print, filter, check and convert game records");
  auto options = std::make_shared<GamesOptions>();
  command->add_option("shards", options->shards, "Shards, or folders of shards")->required();
  command->add_flag("--check", options->check, "Replay every game and check it by its rules");
  command->add_flag("--json", options->json, "One JSON object a game");
  command
      ->add_option("--otg", options->otg,
                   "Write OpenTafl records into DIR, or - for standard output")
      ->type_name("DIR");
  AddFilters(command, options.get());
  command->callback([options] { RunGames(*options); });
}

}  // namespace raichi

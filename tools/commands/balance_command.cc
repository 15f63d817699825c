#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/balance/study/play_study.h"
#include "app/balance/study/study.h"
#include "app/balance/study/study_words.h"
#include "app/balance/study_json.h"
#include "app/balance/tables.h"
#include "app/balance/write_page.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "run/sharing/blocks.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

constexpr uint64_t kMaxResultBytes = uint64_t{1} << 26;

struct BalanceOptions {
  StudyWords words;
  int workers = 0;
  PlayerSettings players;
  bool report = false;
  bool json = false;
};

/// Returns what the options mean for a run.
RunChanges ChangesFor(const BalanceOptions& options) {
  RunChanges changes;
  if (options.workers > 0) changes.push_back(fmt::format("workers.workers={}", options.workers));
  const std::string& device = options.players.network.device;
  if (device != "auto") {
    for (const char* key : {"workers", "train"}) {
      changes.push_back(fmt::format("{}.device={}", key, device));
    }
  }
  return changes;
}

/// Plays what is missing, together with other processes. Returns false if it was interrupted.
bool Play(const Study& study, const BalanceOptions& options) {
  const Interrupt interrupt;
  Progress progress;
  return TrainBestResponses(study, ChangesFor(options), interrupt.token(), &progress) &&
         PlayStudy(study, options.workers, options.players, interrupt);
}

uint64_t CountGames(const Study& study) {
  uint64_t games = 0;
  for (size_t rules = 0; rules < study.design().rules.size(); ++rules) {
    for (const StudyUnit& unit : study.DoneUnits(rules, MostRounds(study.plan()))) {
      games += 2 * unit.pairs;
    }
  }
  return games;
}

Json ReadResults(const std::filesystem::path& file) {
  return ReadJson(file.string() + ": ", [&] {
    Json data = ParseJson(ReadFile(file, kMaxResultBytes));
    for (const char* key : {"name", "rules", "warnings"}) data.at(key);
    return data;
  });
}

/// Returns the results of the games there are, and writes tables and page. If another process does
/// that just now, waits and takes its results, unless there are more games since.
Json Tabulate(const Study& study) {
  const std::filesystem::path file = study.folder() / "balance.json";
  const FileStamp before = StampOf(file);
  const BlockClaim claim = WaitForClaim(study.folder(), file);
  if (StampOf(file) != before) {
    Json data = ReadResults(file);
    if (data.value("games", uint64_t{0}) == CountGames(study)) return data;
  }
  GamesRecord record;
  Json data = StudyToJson(study, &record);
  if (!study.IsRecord()) record.Write(GamesRecordFile(study.folder()));
  WriteStudyFiles(data, study.folder());
  return data;
}

void Report(const Study& study, bool as_json) {
  const Json data = Tabulate(study);
  if (as_json) return PrintJson(data);
  for (const Json& warning : data.at("warnings")) PrintWarning(warning.get<std::string>());
  for (const std::string& line : FormatStudy(data)) PrintLine(line);
  PrintLine("tables and page: " + study.folder().string() +
            "/ (balance.csv, effects.csv, balance.json, report.html)");
}

/// Whether a folder has the results of a study whose games were not kept.
bool HasResultsAlone(const std::filesystem::path& folder) {
  return Exists(folder / "balance.json") && !Exists(folder / "identity.json") &&
         !Exists(folder / "games") && !Exists(GamesRecordFile(folder));
}

/// Writes the page of such a folder.
void ReportResults(const std::filesystem::path& folder, bool as_json) {
  const Json data = ReadResults(folder / "balance.json");
  const std::filesystem::path page = folder / "report.html";
  WriteBalancePage(data, page);
  if (as_json) return PrintJson(data);
  PrintLine("page: " + page.string() + " (the games of this study were not kept)");
}

void RunBalance(const BalanceOptions& options) {
  const NamedStudy named = OpenStudyWords(options.words);
  if (options.report && HasResultsAlone(named.folder)) {
    return ReportResults(named.folder, options.json);
  }
  if (options.report && !Exists(StudyPlanFile(named.folder))) {
    throw Error(named.folder.string() + ": holds no study; leave --report out to begin it");
  }
  const Study study(named.plan, named.folder);
  const bool is_whole = options.report || study.IsRecord() || Play(study, options);
  Report(study, options.json);
  RemoveFreeClaims(study.folder());
  study.RemoveTemporaries();
  if (!is_whole) throw Error("balance: stopped; the same command continues from here");
}

}  // namespace

void AddBalanceCommand(Program& program) {
  Command command = program.AddCommand(
      "balance", "Measure how fair rule sets are, with strong players of equal strength");
  auto options = std::make_shared<BalanceOptions>();
  command
      .Add("what", &options->words.what,
           "A plan (a YAML file), a study's folder, or rule sets by name")
      .Required()
      .Value("RULES|PLAN|FOLDER");
  command
      .Add("--players", &options->words.players,
           "Without a plan: models, one for each training seed, all trained alike, or alphabeta:N "
           "or playouts:N (default: a published model that plays all of the rules; without one, "
           "alphabeta:1,alphabeta:3)")
      .Value("PLAYER")
      .Commas();
  command
      .Add("--visits", &options->words.visits,
           "Without a plan: visits a move; the two largest of several show how the score changes "
           "with strength (default: 50,200)")
      .Value("N")
      .Commas();
  command
      .Add("--games", &options->words.games,
           fmt::format("Without a plan: games for each rule set at the top level, or a few more "
                       "so that each side plays as many; another number is another study "
                       "(default: {})",
                       kDefaultStudyGames))
      .Range(4, 10'000'000);
  command.Add("--seed", &options->words.seed, "Without a plan: seed of all games (default: 1)")
      .Range(0, static_cast<double>(kMostStudySeed));
  command
      .Add("--dir", &options->words.dir,
           "The study's folder (default: balance/ and the plan's name)")
      .Value("DIR");
  command.AddFlag(
      "--report", &options->report,
      "Play nothing; write tables and page anew, from games.zst if there is no games/, and "
      "the page alone if there is neither");
  AddWorkersOption(command, &options->workers);
  AddDeviceOption(command, &options->players.network.device);
  command.AddFlag("--json", &options->json, "Print everything as one JSON object");
  command.Footer(
      "Prints one line for each rule set: what the attackers score between equal players, with "
      "the\n"
      "95 % interval, and what that means. The folder gets tables (balance.csv, effects.csv), all\n"
      "results (balance.json), every game (games/) and a page with charts (report.html).\n"
      "The same command continues a study that was stopped or killed. Started again, on this or\n"
      "another machine that sees the folder, it shares the work; `raichi status FOLDER` shows who\n"
      "does what.\n\n"
      "Examples:\n"
      "  raichi balance linnaeus saami\n"
      "  raichi balance 'linnaeus+king.armed=none' --players runs/a,runs/b --visits 100,400\n"
      "  raichi balance configs/studies/readings.yaml\n"
      "  raichi balance balance/readings --report\n"
      "docs/balance.md explains plans and results.");
  command.Run([options] { RunBalance(*options); });
}

}  // namespace raichi

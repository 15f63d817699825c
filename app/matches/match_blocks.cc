#include "app/matches/match_blocks.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "console/match_json.h"
#include "console/output.h"
#include "console/version.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/players/players.h"
#include "run/sharing/folder_kind.h"
#include "run/sharing/shared_matches.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPairsOfBlock = 8;
constexpr uint64_t kMaxMatchBytes = 1 << 20;
constexpr uint64_t kMostPairs = 100'000'000;  // of a match whose status is asked for

/// Returns what the games of a match depend on, and how many there are.
Json IdentityOf(const MatchTask& task, const MatchArguments& arguments) {
  const MatchConfig& config = task.config;
  Json json = {{"program", Version()},
               {"a", task.pairing.a_name},
               {"b", task.pairing.b_name},
               {"rules", DistinctName(*config.rules)},
               {"first_pair", config.first_pair},
               {"pairs", config.pairs},
               {"random_replies", arguments.random_replies},
               {"precision", arguments.players.network.precision}};
  AddIds({.a = WeightsOf(PlainWord(task.pairing.a), arguments.players),
          .b = WeightsOf(PlainWord(task.pairing.b), arguments.players),
          .rules = RulesId(*config.rules),
          .opening_plies = config.opening_random_plies,
          .seed = config.seed},
         &json);
  if (config.start) json["start"] = ToString(*config.rules, *config.start);
  if (config.a_side) json["a_side"] = std::string(ToString(*config.a_side));
  return json;
}

std::string FolderNameOf(const MatchTask& task, const std::string& checksum) {
  constexpr size_t kLongest = 60;
  const std::string& a = task.pairing.a_name;
  const std::string& b = task.pairing.b_name;
  std::string name = a.substr(a.size() - std::min(a.size(), kLongest)) + "-" +
                     b.substr(b.size() - std::min(b.size(), kLongest)) + "-" + checksum;
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == ',' || c == ' '; }, '_');
  return name;
}

/// Publishes what the games of a match depend on. `arguments` are those of BlockArguments.
SharedMatch Begin(const fs::path& folder, const MatchTask& task, const MatchArguments& arguments) {
  const Pairing& pairing = task.pairing;
  for (const std::string& word : {pairing.a, pairing.b}) {
    if (!ThinksByTheClock(word, arguments.players)) continue;
    throw UsageError("--dir: " + word +
                     " thinks by the clock, so its games are never the same; give it visits");
  }
  for (const std::string& word : {pairing.a, pairing.b}) {  // here, where one thread shows progress
    if (const auto proof = ParseProofWord(word)) arguments.players.proofs->Open(proof->file);
  }
  const std::string text = MatchText(IdentityOf(task, arguments));
  const fs::path match = folder / "matches" / FolderNameOf(task, ChecksumText(text));
  PublishMatch(match, text);
  return {match, task.config, pairing.a_name, pairing.b_name};
}

MatchArguments BlockArguments(MatchArguments arguments) {
  std::string& precision = arguments.players.network.precision;
  if (precision == "auto") precision = "f32";
  arguments.players.network.batch = 2 * static_cast<int>(kPairsOfBlock);
  return arguments;
}

/// Plays the blocks of PlayInBlocks.
std::vector<MatchOutcome> PlayBlocks(const fs::path& folder, const std::vector<MatchTask>& tasks,
                                     const MatchArguments& arguments, const Interrupt& interrupt,
                                     const std::function<void(const BlocksSoFar&)>& show) {
  std::vector<SharedMatch> begun;
  for (const MatchTask& task : tasks) begun.push_back(Begin(folder, task, arguments));
  const auto open = [&](size_t match, int worker) {
    const Pairing& pairing = tasks[match].pairing;
    return OpenMatchPlayers(pairing.a, pairing.b, arguments, worker);
  };
  SharedMatches matches(folder, std::move(begun), kPairsOfBlock, {.open = open});
  matches.Run(arguments.workers > 0 ? arguments.workers : CountCores(), [&] {
    show({matches.pairs(), matches.total_pairs(), matches.outcome(0)});
    return !interrupt.IsRequested();
  });
  std::vector<MatchOutcome> outcomes;
  for (size_t i = 0; i < tasks.size(); ++i) {
    outcomes.push_back(matches.TakeOutcome(i));
    outcomes.back().result.rules = DistinctName(*tasks[i].config.rules);
  }
  return outcomes;
}

}  // namespace

std::vector<MatchOutcome> PlayInBlocks(const fs::path& folder, const std::vector<MatchTask>& tasks,
                                       const MatchArguments& arguments, const Interrupt& interrupt,
                                       const std::function<void(const BlocksSoFar&)>& show) {
  if (tasks.empty()) return {};
  RequireKind(folder, FolderKind::kMatches);
  CreateFolders(folder / "matches");
  PublishNew(folder / "matches.json", JsonText(WithSum({{"version", 1}})) + "\n");
  std::vector<MatchOutcome> outcomes =
      PlayBlocks(folder, tasks, BlockArguments(arguments), interrupt, show);
  RemoveFreeClaims(folder);
  for (const fs::path& match : ListFolder(folder / "matches")) RemoveDeadTemporaries(match);
  return outcomes;
}

namespace {

/// The pairs that results lack of a fixture. There may be none.
MatchTask TaskOf(const Fixture& fixture, MatchArguments arguments, MatchResults* results) {
  arguments.rules = fixture.rules;
  MatchTask task{fixture.pairing, MatchOf(arguments)};
  const Pairing& pairing = fixture.pairing;
  IdentifyPlayer(pairing.a, pairing.a_name, arguments.players, results);
  IdentifyPlayer(pairing.b, pairing.b_name, arguments.players, results);
  results->Identify(*task.config.rules);
  const std::string rules = DistinctName(*task.config.rules);
  const uint64_t known = results->PairsBetween(pairing.a_name, pairing.b_name, rules);
  task.config.pairs = arguments.pairs - std::min(known, arguments.pairs);
  task.config.first_pair = results->NextPair(pairing.a_name, pairing.b_name, rules);
  return task;
}

}  // namespace

std::vector<MatchTask> TasksOf(const std::vector<Fixture>& fixtures,
                               const MatchArguments& arguments, MatchResults* results) {
  std::vector<MatchTask> tasks;
  for (const Fixture& fixture : fixtures) {
    tasks.push_back(TaskOf(fixture, arguments, results));
    if (tasks.back().config.pairs == 0) tasks.pop_back();
  }
  return tasks;
}

namespace {

/// Opens a file of results to add to it, once no other process does.
std::unique_ptr<MatchResults> OpenToAdd(const fs::path& file, const Interrupt& interrupt) {
  std::unique_ptr<MatchResults> results;
  const auto open = [&] {
    results = std::make_unique<MatchResults>(file.string(), MatchResults::Access::kAdd);
  };
  WaitWhileHeld(open, interrupt.token());
  return results;
}

}  // namespace

bool PlayMissingTogether(const fs::path& folder, const std::vector<Fixture>& fixtures,
                         const MatchArguments& arguments, const Interrupt& interrupt,
                         const fs::path& file) {
  CreateFolders(file.parent_path());
  const auto tasks = TasksOf(fixtures, arguments, OpenToAdd(file, interrupt).get());
  Progress progress;
  uint64_t pairs = 0;
  for (const MatchTask& task : tasks) pairs += task.config.pairs;
  const WorkClock clock(static_cast<double>(pairs));
  const std::vector<MatchOutcome> outcomes =
      PlayInBlocks(folder, tasks, arguments, interrupt, [&](const BlocksSoFar& so_far) {
        if (!progress.IsDue()) return;
        progress.Show(fmt::format("{} of {} in {}{}", so_far.pairs, Counted(so_far.total, "pair"),
                                  Counted(tasks.size(), "match"),
                                  clock.TimeLeft(static_cast<double>(so_far.pairs))));
      });
  progress.Finish();
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].num_pairs() < tasks[i].config.pairs) return false;
  }
  const std::unique_ptr<MatchResults> results = OpenToAdd(file, interrupt);
  for (size_t i = 0; i < tasks.size(); ++i) {
    const MatchResult& result = outcomes[i].result;
    IdentifyPlayer(tasks[i].pairing.a, result.a, arguments.players, results.get());
    IdentifyPlayer(tasks[i].pairing.b, result.b, arguments.players, results.get());
    if (results->NextPair(result.a, result.b, result.rules) > tasks[i].config.first_pair) continue;
    results->Add(result, tasks[i].config);
  }
  return true;
}

WorkStatus StatusOfMatches(const fs::path& folder) {
  std::vector<fs::path> blocks;
  for (const fs::path& match : ListFolder(folder / "matches")) {
    const auto text = ReadFileIfThere(match / "match.json", kMaxMatchBytes);
    if (!text) continue;
    const uint64_t pairs = ReadJson((match / "match.json").string() + ": ", [&] {
      Json identity = ParseJson(*text);
      TakeSum(&identity);
      const auto known = identity.at("pairs").get<uint64_t>();
      if (known > kMostPairs) throw Error("has too many pairs");
      return known;
    });
    for (uint64_t first = 0; first < pairs; first += kPairsOfBlock) {
      blocks.push_back(MatchBlock(match, first));
    }
  }
  return StatusOfBlocks(folder, "matches", blocks);
}

}  // namespace raichi

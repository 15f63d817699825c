#include "app/matches/match_blocks.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
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
#include "base/threads.h"
#include "console/match_json.h"
#include "console/output.h"
#include "console/version.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/players/players.h"
#include "run/sharing/folder_kind.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using Lock = std::unique_lock<std::mutex>;

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

fs::path BlockOf(const fs::path& folder, uint64_t first) {
  return folder / fmt::format("{:06}.games", first);
}

/// The work of one call of PlayInBlocks.
class BlockSession {
 public:
  BlockSession(const fs::path& folder, const std::vector<MatchTask>& tasks,
               const MatchArguments& arguments)
      : tasks_(tasks), arguments_(arguments), queue_(folder) {
    std::string& precision = arguments_.players.network.precision;
    if (precision == "auto") precision = "f32";
    arguments_.players.network.batch = 2 * static_cast<int>(kPairsOfBlock);
    for (const MatchTask& task : tasks_) Begin(folder, task);
  }

  std::vector<MatchOutcome> Run(const Interrupt& interrupt,
                                const std::function<void(const BlocksSoFar&)>& show) {
    const int workers = arguments_.workers > 0 ? arguments_.workers : CountCores();
    crew_.Run(
        workers, [this](int worker, const std::stop_token& stop) { Play(worker, stop); },
        [&] { return Attend(show) && !interrupt.IsRequested(); });
    std::vector<MatchOutcome> outcomes;
    for (MatchTally& tally : tallies_) {
      outcomes.push_back(tally.TakeOutcome());
      outcomes.back().result.rules = DistinctName(*tasks_[outcomes.size() - 1].config.rules);
    }
    return outcomes;
  }

 private:
  struct Block {
    size_t task = 0;
    uint64_t first = 0, pairs = 0;  // of the match
    fs::path file;
  };
  struct Finished {
    size_t task = 0;
    std::vector<PairResult> pairs;
    bool is_own = false;
  };
  /// The players of a thread, kept as long as it plays the same match.
  struct Players {
    size_t task = SIZE_MAX;
    MatchPlayers players;
  };

  void Begin(const fs::path& folder, const MatchTask& task) {
    const Pairing& pairing = task.pairing;
    for (const std::string& word : {pairing.a, pairing.b}) {
      if (!ThinksByTheClock(word, arguments_.players)) continue;
      throw UsageError("--dir: " + word +
                       " thinks by the clock, so its games are never the same; give it visits");
    }
    for (const std::string& word :
         {pairing.a, pairing.b}) {  // here, where one thread shows progress
      if (const auto proof = ParseProofWord(word)) arguments_.players.proofs->Open(proof->file);
    }
    const std::string text = JsonText(WithSum(IdentityOf(task, arguments_)), 1) + "\n";
    const fs::path match = folder / "matches" / FolderNameOf(task, ChecksumText(text));
    CreateFolders(match);
    PublishNew(match / "match.json", text);
    tallies_.emplace_back(task.config, pairing.a_name, pairing.b_name);
    for (uint64_t first = 0; first < task.config.pairs; first += kPairsOfBlock) {
      const uint64_t pairs = std::min(kPairsOfBlock, task.config.pairs - first);
      queue_.Add(BlockOf(match, first), blocks_.size());
      blocks_.push_back({tallies_.size() - 1, first, pairs, BlockOf(match, first)});
      total_ += pairs;
    }
  }

  void Play(int worker, const std::stop_token& stop) {
    Players players;
    while (!stop.stop_requested() && !IsOver()) {
      const std::optional<BlockQueue::Turn> turn = queue_.Next();
      if (!turn) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      const Block& block = blocks_[turn->number];
      if (turn->claim && !PlayBlock(block, worker, stop, &players)) return;
      Finished finished{block.task, PairsIn(block), turn->claim != nullptr};
      const Lock lock(crew_.mutex());
      finished_.push_back(std::move(finished));
      crew_.Notify();
    }
  }

  /// Returns false, and publishes nothing, if it was stopped.
  bool PlayBlock(const Block& block, int worker, const std::stop_token& stop, Players* players) {
    const MatchTask& task = tasks_[block.task];
    if (players->task != block.task) {
      players->players = OpenMatchPlayers(task.pairing.a, task.pairing.b, arguments_, worker);
      players->task = block.task;
    }
    MatchConfig config = task.config;
    config.first_pair += block.first;
    config.pairs = block.pairs;
    config.concurrent_pairs = static_cast<int>(block.pairs);
    config.keep_records = true;
    config.sprt = std::nullopt;
    const MatchOutcome outcome = PlayMatch(config, *players->players.a, *players->players.b, {},
                                           [&stop] { return stop.stop_requested(); });
    if (outcome.num_pairs() < block.pairs) return false;
    PublishBlock(block.file, ShardBytes(outcome.records));
    return true;
  }

  /// Reads a block that is done.
  std::vector<PairResult> PairsIn(const Block& block) const {
    const MatchConfig& config = tasks_[block.task].config;
    const auto refuse = [&](const std::string& what) {
      return Error(what + "; delete the file, and its games are played again");
    };
    const uint64_t first_id = 2 * (config.first_pair + block.first);
    std::vector<PairResult> pairs;
    uint64_t games = 0;
    const auto read = [&] {
      pairs.assign(block.pairs, {});
      games = 0;
      ForEachGame(block.file, [&](GameRecord&& record) {
        if (record.game_id != first_id + games || games == 2 * block.pairs) {
          throw refuse(block.file.string() + ": holds other games than expected");
        }
        PairResult& pair = pairs[games / 2];
        const size_t game = games++ % 2;
        pair.index = block.first + (games - 1) / 2;
        pair.a_sides[game] = SideOfA(config, game);
        pair.results[game] = record.result;
        pair.plies[game] = static_cast<int>(record.turns.size());
        if (config.keep_records) pair.records.push_back(std::move(record));
      });
    };
    try {
      ReadPatiently(Patience(), read);
    } catch (const DamagedError& error) {
      throw refuse(error.what());
    }
    if (games < 2 * block.pairs) throw refuse(block.file.string() + ": lacks games");
    return pairs;
  }

  bool IsOver() {
    const Lock lock(crew_.mutex());
    return is_over_;
  }

  /// Returns false once all is done.
  bool Attend(const std::function<void(const BlocksSoFar&)>& show) {
    std::vector<Finished> finished;
    {
      const Lock lock(crew_.mutex());
      finished.swap(finished_);
    }
    for (Finished& block : finished) {
      pairs_ += block.pairs.size();
      if (!block.is_own) others_ += block.pairs.size();
      for (PairResult& pair : block.pairs) tallies_[block.task].Add(std::move(pair), {});
    }
    show({pairs_, total_, others_, tallies_.front().outcome()});
    const bool is_over = std::ranges::all_of(tallies_, &MatchTally::IsDone);
    const Lock lock(crew_.mutex());
    is_over_ = is_over;
    return !is_over;
  }

  const std::vector<MatchTask>& tasks_;
  MatchArguments arguments_;
  BlockQueue queue_;
  std::vector<Block> blocks_;       // by their numbers in the queue
  std::deque<MatchTally> tallies_;  // by task; used by the calling thread
  uint64_t pairs_ = 0, total_ = 0, others_ = 0;
  Crew crew_;
  // Guarded by the crew's mutex:
  std::vector<Finished> finished_;
  bool is_over_ = false;
};

}  // namespace

std::vector<MatchOutcome> PlayInBlocks(const fs::path& folder, const std::vector<MatchTask>& tasks,
                                       const MatchArguments& arguments, const Interrupt& interrupt,
                                       const std::function<void(const BlocksSoFar&)>& show) {
  if (tasks.empty()) return {};
  RequireKind(folder, FolderKind::kMatches);
  CreateFolders(folder / "matches");
  PublishNew(folder / "matches.json", JsonText(WithSum({{"version", 1}})) + "\n");
  std::vector<MatchOutcome> outcomes = BlockSession(folder, tasks, arguments).Run(interrupt, show);
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
      blocks.push_back(BlockOf(match, first));
    }
  }
  return StatusOfBlocks(folder, "matches", blocks);
}

}  // namespace raichi

#include "app/report/games.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/report/metrics.h"
#include "base/error.h"
#include "rules/notation.h"
#include "run/files/folder.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// The games of a shard, newest first.
std::vector<CheckedGame> ReadChecked(const fs::path& shard, RulesOfRecords* rules) {
  const auto name = ShardName::Parse(shard.filename());
  const std::optional<int> model = name ? std::optional(name->model) : std::nullopt;
  std::vector<CheckedGame> games;
  ForEachGame(shard, [&](GameRecord&& record) {
    const RulesPtr& its_rules = rules->Of(record, shard.string());
    try {
      CheckRecord(record, its_rules);
    } catch (const Error& error) {
      throw Error(shard.string() + ": " + error.what());
    }
    games.push_back({std::move(record), its_rules, model});
  });
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace

GameReader::GameReader(fs::path folder, GameLimits limits)
    : folder_(std::move(folder)), limits_(limits) {}

const GameReader::Shard& GameReader::ReadShardAt(const fs::path& path) {
  Shard& shard = shards_[path.filename()];
  const FileStamp stamp = StampOf(path);
  if (shard.stamp == stamp && stamp != FileStamp()) return shard;
  shard = {.stamp = stamp, .games = {}, .warning = {}};
  try {
    shard.games = ReadChecked(path, &rules_);
  } catch (const Error& error) {
    shard.warning = std::string(error.what()) + "; skipped";
    if (dynamic_cast<const ReadError*>(&error)) shard.stamp = {};  // read again at the next change
  }
  return shard;
}

std::vector<CheckedGame> GameReader::Read(std::vector<std::string>* warnings) {
  std::vector<CheckedGame> games;
  std::set<std::string> used;
  std::vector<fs::path> shards = RunShards(folder_).All();
  size_t plies = 0;
  for (; !shards.empty() && games.size() < limits_.games && plies < limits_.plies;
       shards.pop_back()) {
    used.insert(shards.back().filename());
    const Shard& shard = ReadShardAt(shards.back());
    if (!shard.warning.empty()) warnings->push_back(shard.warning);
    for (const CheckedGame& game : shard.games) {
      if (games.size() == limits_.games || plies >= limits_.plies) break;
      plies += game.record.turns.size();
      games.push_back(game);
    }
  }
  std::erase_if(shards_, [&used](const auto& entry) { return !used.contains(entry.first); });
  return games;
}

namespace {

constexpr size_t kBins = 50;

/// Entropy in nats of the policy, the shares of the visits.
double EntropyOf(const TurnRecord& turn) {
  double total = 0;
  for (const auto& [move, visits] : turn.visits) total += static_cast<double>(visits);
  double entropy = 0;
  for (const auto& [move, visits] : turn.visits) {
    const double share = static_cast<double>(visits) / total;
    if (share > 0) entropy -= share * std::log(share);
  }
  return entropy;
}

struct Mean {
  double sum = 0;
  int64_t count = 0;
  void Add(double value) {
    sum += value;
    ++count;
  }
  Json ToJson() const {
    return count == 0 ? Json() : ReportNumber(sum / static_cast<double>(count));
  }
};

/// Entropy of the full searches of games, in total and by ply.
struct Turns {
  explicit Turns(size_t bin_width) : width(bin_width) {}
  void Add(const GameRecord& record) {
    for (size_t ply = 0; ply < record.turns.size(); ++ply) {
      const TurnRecord& turn = record.turns[ply];
      if (turn.visits.empty() || !turn.full_search) continue;
      const double value = EntropyOf(turn);
      entropy.Add(value);
      entropy_by_ply.resize(std::max(entropy_by_ply.size(), ply / width + 1));
      entropy_by_ply[ply / width].Add(value);
    }
  }

  size_t width;
  Mean entropy;
  std::vector<Mean> entropy_by_ply;
};

size_t LongestOf(const std::vector<CheckedGame>& games) {
  size_t longest = 1;
  for (const CheckedGame& game : games) longest = std::max(longest, game.record.turns.size());
  return longest;
}

Json ToJson(std::optional<int> model) { return model ? Json(*model) : Json(); }

/// The order in which the report stacks results: attackers, draws, defenders.
size_t ResultIndex(Result result) {
  return result == Result::kAttackersWin ? 0 : result == Result::kDefendersWin ? 2 : 1;
}

Json EndingsOf(const std::vector<CheckedGame>& games) {
  std::map<std::pair<Result, Reason>, int> counts;
  for (const CheckedGame& game : games) ++counts[{game.record.result, game.record.reason}];
  std::vector<std::pair<std::pair<Result, Reason>, int>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  Json endings = Json::array();
  for (const auto& [ending, count] : sorted) {
    endings.push_back({{"result", std::string(ToString(ending.first))},
                       {"reason", std::string(ToString(ending.second))},
                       {"games", count}});
  }
  return endings;
}

}  // namespace

Json SummarizeGames(const std::vector<CheckedGame>& games) {
  if (games.empty()) return nullptr;
  const size_t width = (LongestOf(games) + kBins - 1) / kBins;
  std::vector<std::array<int, 3>> lengths(LongestOf(games) / width + 1);
  std::array<int, 3> results{};
  size_t plies = 0;
  Turns turns(width);
  for (const CheckedGame& game : games) {
    const GameRecord& record = game.record;
    ++lengths[record.turns.size() / width][ResultIndex(record.result)];
    ++results[ResultIndex(record.result)];
    plies += record.turns.size();
    turns.Add(record);
  }
  Json entropy = Json::array();
  for (const Mean& mean : turns.entropy_by_ply) entropy.push_back(mean.ToJson());
  return {{"games", games.size()},
          {"positions", plies},
          {"first", ToJson(games.back().model)},
          {"last", ToJson(games.front().model)},
          {"attackers", results[0]},
          {"defenders", results[2]},
          {"draws", results[1]},
          {"plies", ReportNumber(static_cast<double>(plies) / static_cast<double>(games.size()))},
          {"endings", EndingsOf(games)},
          {"width", width},
          {"lengths", lengths},
          {"entropy", std::move(entropy)},
          {"mean_entropy", turns.entropy.ToJson()},
          {"full_searches", turns.entropy.count}};
}

}  // namespace raichi

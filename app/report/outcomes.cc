#include "app/report/outcomes.h"

#include <algorithm>
#include <utility>

#include "app/report/metrics.h"
#include "base/error.h"
#include "run/files/shard_name.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOtherRules = "other rules";

}  // namespace

OutcomeReader::OutcomeReader(fs::path games, int64_t most_games)
    : games_(std::move(games)), most_games_(most_games) {}

OutcomeReader::Shard OutcomeReader::ReadShardAt(const fs::path& path) {
  Shard shard{.stamp = StampOf(path), .model = ModelOfShard(path.filename()).value(), .rules = {}};
  try {
    ForEachGame(path, [&](const GameRecord& record) {
      Outcomes& outcomes = shard.rules[rules_.Of(record, path.string())->data().name];
      ++outcomes.results.at(static_cast<size_t>(record.result));
      ++outcomes.games;
      outcomes.plies += static_cast<int64_t>(record.turns.size());
    });
  } catch (const Error& error) {
    // GameReader warns of it if it is new.
    shard.rules.clear();
    if (dynamic_cast<const ReadError*>(&error)) shard.stamp = {};  // read again at the next change
  }
  return shard;
}

/// Reads games for the iteration `first` and later ones: those of the model before it, and so on.
void OutcomeReader::Read(int first) {
  const int64_t step = 1 + CountGamesFrom(games_, first - 1) / most_games_;
  std::vector<fs::path> shards = RunShards(games_).All();
  std::erase_if(shards, [first](const fs::path& shard) {
    const std::optional<int> model = ModelOfShard(shard.filename());
    return !model || *model < first - 1;
  });
  std::map<std::string, Shard> chosen;
  for (size_t i = 0; i < shards.size(); i += static_cast<size_t>(step)) {
    const std::string name = shards[i].filename();
    const auto seen = shards_.find(name);
    const bool is_known = seen != shards_.end() && seen->second.stamp == StampOf(shards[i]);
    chosen.emplace(name, is_known ? std::move(seen->second) : ReadShardAt(shards[i]));
  }
  shards_ = std::move(chosen);
}

Json OutcomeReader::Columns(const std::vector<std::string>& names, int first,
                            const std::vector<int>& last) {
  Read(first);
  std::map<std::string, std::vector<Outcomes>> rows;
  for (const auto& [name, shard] : shards_) {
    // The games of model N were played for iteration N + 1.
    const auto row = std::ranges::lower_bound(last, shard.model + 1) - last.begin();
    if (row == std::ssize(last)) continue;
    for (const auto& [rules, outcomes] : shard.rules) {
      const bool named = std::find(names.begin(), names.end(), rules) != names.end();
      std::vector<Outcomes>& column = rows[named ? rules : kOtherRules];
      column.resize(last.size());
      Outcomes& sum = column[static_cast<size_t>(row)];
      for (size_t i = 0; i < sum.results.size(); ++i) sum.results.at(i) += outcomes.results.at(i);
      sum.games += outcomes.games;
      sum.plies += outcomes.plies;
    }
  }
  Json columns = Json::object();
  for (const auto& [rules, column] : rows) {
    Json& json = columns[rules];
    for (const Outcomes& row : column) {
      const auto part = [&row](int64_t count) {
        if (row.games == 0) return Json();
        return ReportNumber(static_cast<double>(count) / static_cast<double>(row.games));
      };
      const auto share = [&](Result result) {
        return part(row.results.at(static_cast<size_t>(result)));
      };
      json["games"].push_back(row.games);
      json["attackers"].push_back(share(Result::kAttackersWin));
      json["defenders"].push_back(share(Result::kDefendersWin));
      json["draws"].push_back(share(Result::kDraw));
      json["plies"].push_back(part(row.plies));
    }
  }
  return columns;
}

}  // namespace raichi

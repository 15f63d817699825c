#include "app/report/game_summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "app/report/metrics.h"
#include "rules/notation.h"

namespace raichi {
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

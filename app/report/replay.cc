#include "app/report/replay.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "app/report/metrics.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr size_t kSamplesPerResult = 4;
// Samples are spread over this many of the newest games with a result. The very newest are shorter
// than average: they began last and are over already.
constexpr size_t kNewest = 80;
constexpr size_t kMostPlies = 4000;  // of all samples together, to limit the size of the file

Json Squares(const SquareSet& set, int size) {
  Json list = Json::array();
  ForEachSquare(set, size, [&](Square square) { list.push_back(ToString(square)); });
  return list;
}

/// Turns a value for the side to move into one for the attackers, with three decimals.
Json ForAttackers(float value, Side to_move) {
  constexpr double kDigits = 1000;
  const double attackers = to_move == Side::kAttackers ? value : -value;
  return ReportNumber(std::round(attackers * kDigits) / kDigits);
}

/// Returns true for a game of a match: its players tell the value of every position, but no visits.
bool IsOfMatch(const GameRecord& record) {
  const auto has_visits = [](const TurnRecord& turn) { return !turn.visits.empty(); };
  const auto has_value = [](const TurnRecord& turn) { return turn.root_value != 0; };
  return std::ranges::none_of(record.turns, has_visits) &&
         std::ranges::any_of(record.turns, has_value);
}

}  // namespace

std::string SquaresOf(const Game& game) {
  const std::string text = ToString(game.rules(), game.position());
  return text.substr(0, text.find(' '));
}

Json BoardToJson(const Rules& rules) {
  return {{"title", rules.data().title},
          {"size", rules.size()},
          {"throne", rules.throne().IsNone() ? Json() : Json(ToString(rules.throne()))},
          {"corners", Squares(rules.corners(), rules.size())},
          {"camps", Squares(rules.camps(), rules.size())},
          {"goal", rules.data().goal == Goal::kEdge ? "edge" : "corners"}};
}

Json BoardsOf(const std::vector<CheckedGame>& games) {
  Json boards = Json::object();
  for (const CheckedGame& game : games) {
    const std::string& name = game.rules->data().name;
    if (!boards.contains(name)) boards[name] = BoardToJson(*game.rules);
  }
  return boards;
}

Json ReplayToJson(const CheckedGame& checked) {
  const GameRecord& record = checked.record;
  Game game = StartOf(record, checked.rules);
  Json positions = Json::array({SquaresOf(game)});
  Json moves = Json::array(), captures = Json::array();
  Json values = Json::array(), network = Json::array();
  const bool of_match = IsOfMatch(record);
  for (const TurnRecord& turn : record.turns) {
    const bool searched = !turn.visits.empty();
    const Side side = game.to_move();
    values.push_back(searched || of_match ? ForAttackers(turn.root_value, side) : Json());
    network.push_back(searched ? ForAttackers(turn.raw_value, side) : Json());
    const Step step = game.Play(turn.move);
    moves.push_back(ToString(turn.move, step));
    Json& taken = captures.emplace_back(Json::array());
    for (int i = 0; i < step.num_captured; ++i) {
      taken.push_back(ToString(step.captured[static_cast<size_t>(i)]));
    }
    positions.push_back(SquaresOf(game));
  }
  return {{"id", record.game_id},
          {"rules", checked.rules->data().name},
          {"attackers", record.attackers},
          {"defenders", record.defenders},
          {"result", std::string(ToString(record.result))},
          {"reason", std::string(ToString(record.reason))},
          {"first", std::string(ToString(StartOf(record, checked.rules).to_move()))},
          {"positions", std::move(positions)},
          {"moves", std::move(moves)},
          {"captures", std::move(captures)},
          {"values", std::move(values)},
          {"network", std::move(network)}};
}

Json SamplesOf(const std::vector<CheckedGame>& games) {
  std::map<Result, std::vector<size_t>> newest;  // indices into `games`
  for (size_t i = 0; i < games.size(); ++i) {
    std::vector<size_t>& list = newest[games[i].record.result];
    if (list.size() < kNewest && !games[i].record.turns.empty()) list.push_back(i);
  }
  std::set<size_t> chosen;
  for (const auto& [result, list] : newest) {
    for (size_t i = 0; i < kSamplesPerResult && !list.empty(); ++i) {
      chosen.insert(list[(2 * i + 1) * list.size() / (2 * kSamplesPerResult)]);
    }
  }
  size_t plies = 0;
  Json samples = Json::array();
  for (const size_t i : chosen) {
    plies += games[i].record.turns.size();
    if (plies <= kMostPlies || samples.empty()) samples.push_back(ReplayToJson(games[i]));
  }
  return samples;
}

}  // namespace raichi

// Game records.

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "bindings.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/records/otg.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

template <typename T, typename Get>
nb::ndarray<nb::numpy, T> TurnArray(const GameRecord& record, Get get) {
  std::vector<T> values;
  for (const TurnRecord& turn : record.turns) values.push_back(static_cast<T>(get(turn)));
  const size_t count = values.size();
  return ToNumpy(std::move(values), {count});
}

const TurnRecord& TurnAt(const GameRecord& record, size_t ply) {
  if (ply >= record.turns.size())
    throw Error("ply: the game has " + std::to_string(record.turns.size()));
  return record.turns[ply];
}

nb::tuple VisitsAt(const GameRecord& record, size_t ply) {
  std::vector<Move> moves;
  std::vector<uint32_t> visits;
  for (const auto& [move, count] : TurnAt(record, ply).visits) {
    moves.push_back(move);
    visits.push_back(count);
  }
  const size_t count = visits.size();
  return nb::make_tuple(moves, ToNumpy(std::move(visits), {count}));
}

std::shared_ptr<Rules> RulesOf(const GameRecord& record) {
  return std::make_shared<Rules>(ParseRuleSet(record.rules_yaml, "record"));
}

std::vector<std::string> ShardNames(const std::filesystem::path& path) {
  std::vector<std::string> names;
  for (const auto& shard : ShardsOf(path)) names.push_back(shard.string());
  return names;
}

}  // namespace

void BindRecords(nb::module_& module) {
  nb::class_<GameRecord>(module, "GameRecord", "A recorded game (docs/game-records.md).")
      .def_ro("game_id", &GameRecord::game_id, "The number of the game in its run or match.")
      .def_ro("run_seed", &GameRecord::run_seed, "The seed of the run or match.")
      .def_ro("rules_yaml", &GameRecord::rules_yaml, "The rules as the text of a rule file.")
      .def_ro("attackers", &GameRecord::attackers, "Name of the model or player.")
      .def_ro("defenders", &GameRecord::defenders, "Name of the model or player.")
      .def_ro("start", &GameRecord::start, "The first position; empty for the setup of the rules.")
      .def_prop_ro(
          "result", [](const GameRecord& r) { return std::string(ToString(r.result)); },
          "`attackers`, `defenders` or `draw`.")
      .def_prop_ro(
          "reason", [](const GameRecord& r) { return std::string(ToString(r.reason)); },
          "Why the game ended.")
      .def_prop_ro(
          "moves",
          [](const GameRecord& record) {
            std::vector<Move> moves;
            for (const TurnRecord& turn : record.turns) moves.push_back(turn.move);
            return moves;
          },
          "The moves that were played.")
      .def_prop_ro(
          "root_values",
          [](const GameRecord& r) {
            return TurnArray<float>(r, [](const TurnRecord& t) { return t.root_value; });
          },
          nb::rv_policy::move, "The searches' mean values, each for the side to move.")
      .def_prop_ro(
          "raw_values",
          [](const GameRecord& r) {
            return TurnArray<float>(r, [](const TurnRecord& t) { return t.raw_value; });
          },
          nb::rv_policy::move, "The evaluator's own values.")
      .def_prop_ro(
          "full_search",
          [](const GameRecord& r) {
            return TurnArray<uint8_t>(r, [](const TurnRecord& t) { return t.full_search; });
          },
          nb::rv_policy::move, "1 where the turn is a policy target.")
      .def("visits", &VisitsAt, "ply"_a,
           nb::sig("def visits(self, ply: int) -> tuple[list[Move], "
                   "numpy.typing.NDArray[numpy.uint32]]"),
           "The searched moves of a turn, and their visits.")
      .def(
          "game", [](const GameRecord& record) { return StartOf(record, RulesOf(record)); },
          "The game before its first move.")
      .def(
          "opentafl", [](const GameRecord& record) { return ToOtg(record, RulesOf(record)).text; },
          "The game as an OpenTafl record (docs/game-records.md).")
      .def("__len__", [](const GameRecord& record) { return record.turns.size(); });
  module.def(
      "shards", &ShardNames, "path"_a,
      "The shards (`*.games`) of a run's folder or of a folder of games, sorted by name. Raises "
      "Error if there are none.");
  module.def("read_shard", &ReadShard, "path"_a, "Reads all games of a shard.");
}

}  // namespace raichi

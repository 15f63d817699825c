// Game records.

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/text.h"
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

std::vector<Move> MovesOf(const GameRecord& record) {
  std::vector<Move> moves;
  for (const TurnRecord& turn : record.turns) moves.push_back(turn.move);
  return moves;
}

nb::tuple VisitsAt(const GameRecord& record, Whole ply) {
  if (record.turns.empty()) throw Error("ply: the game has no moves");
  const int at = CheckRange("ply", ply, 0, static_cast<int>(record.turns.size()) - 1);
  std::vector<Move> moves;
  std::vector<uint32_t> visits;
  for (const auto& [move, count] : record.turns[static_cast<size_t>(at)].visits) {
    moves.push_back(move);
    visits.push_back(count);
  }
  const size_t count = visits.size();
  return nb::make_tuple(moves, ToNumpy(std::move(visits), {count}));
}

std::shared_ptr<Rules> RulesOf(const GameRecord& record) {
  return std::make_shared<Rules>(ParseRuleSet(record.rules_yaml, "record"));
}

std::vector<GameRecord> ReadGames(const std::filesystem::path& path) {
  LongCall call;
  return ShardReader(path).ReadAll([&call] { call.HearSignals(); });
}

/// Returns the paths as Python's os.fsdecode does.
nb::typed<nb::list, nb::str> ShardNames(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> shards;
  {
    const nb::gil_scoped_release others;
    shards = ShardsOf(path);
  }
  nb::typed<nb::list, nb::str> names;
  for (const auto& shard : shards) {
    names.append(nb::steal<nb::str>(PyUnicode_DecodeFSDefault(shard.c_str())));
  }
  return names;
}

}  // namespace

void BindRecords(nb::module_& module) {
  nb::class_<GameRecord> type(module, "GameRecord", nb::is_weak_referenceable(),
                              "A recorded game (docs/game-records.md). Immutable. Its length is "
                              "the number of its moves, which it iterates over.");
  type.def_ro("game_id", &GameRecord::game_id, "The number of the game in its run or match.")
      .def_ro("run_seed", &GameRecord::run_seed, "The seed of the run or match.")
      .def_ro("rules_yaml", &GameRecord::rules_yaml, "The rules as the text of a rule file.")
      .def_prop_ro(
          "attackers", [](const GameRecord& r) { return EscapeBytes(r.attackers); },
          "Name of the model or player; bytes that are not UTF-8 are escaped "
          "(docs/game-records.md).")
      .def_prop_ro(
          "defenders", [](const GameRecord& r) { return EscapeBytes(r.defenders); },
          "Name of the model or player, likewise.")
      .def_ro("start", &GameRecord::start, "The first position; empty for the setup of the rules.")
      .def_prop_ro(
          "result", [](const GameRecord& r) { return std::string(ToString(r.result)); },
          "`attackers`, `defenders` or `draw`.")
      .def_prop_ro(
          "reason", [](const GameRecord& r) { return std::string(ToString(r.reason)); },
          "Why the game ended.")
      .def_prop_ro("moves", &MovesOf, "The moves that were played.")
      .def_prop_ro(
          "root_values",
          [](const GameRecord& r) {
            return TurnArray<float>(r, [](const TurnRecord& t) { return t.root_value; });
          },
          nb::rv_policy::move,
          "A float32 array [plies]: the searches' mean values, each for the side to move, in [-1, "
          "1].")
      .def_prop_ro(
          "raw_values",
          [](const GameRecord& r) {
            return TurnArray<float>(r, [](const TurnRecord& t) { return t.raw_value; });
          },
          nb::rv_policy::move, "A float32 array [plies]: the evaluator's own values, likewise.")
      .def_prop_ro(
          "full_search",
          [](const GameRecord& r) {
            return TurnArray<uint8_t>(r, [](const TurnRecord& t) { return t.full_search; });
          },
          nb::rv_policy::move, "A uint8 array [plies]: 1 where the turn is a policy target.")
      .def("visits", &VisitsAt, "ply"_a,
           nb::sig("def visits(self, ply: int) -> tuple[list[Move], "
                   "numpy.typing.NDArray[numpy.uint32]]"),
           "The searched moves of a turn, from 0, and their visits, a uint32 array. Raises Error "
           "if the game has no such turn.")
      .def(
          "game", [](const GameRecord& record) { return StartOf(record, RulesOf(record)); },
          "The game before its first move. Raises Error if the rules of the record are wrong.")
      .def(
          "opentafl", [](const GameRecord& record) { return ToOtg(record, RulesOf(record)).text; },
          "The game as an OpenTafl record (docs/game-records.md). Raises Error if its moves are "
          "not "
          "legal.")
      .def("__len__", [](const GameRecord& record) { return record.turns.size(); })
      .def(
          "__iter__", [](const GameRecord& record) { return nb::iter(nb::cast(MovesOf(record))); },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
      .def("__repr__", [](const GameRecord& record) {
        return nb::str(
                   "GameRecord(game_id={}, attackers={!r}, defenders={!r}, result={!r}, plies={})")
            .format(record.game_id, EscapeBytes(record.attackers), EscapeBytes(record.defenders),
                    std::string(ToString(record.result)), record.turns.size());
      });
  AddEquality(
      type, [](const GameRecord& a, const GameRecord& b) { return a == b; },
      [](const GameRecord& record) {
        return Mix64(record.run_seed) ^ record.game_id ^ record.turns.size();
      });
  AddPickling(
      type,
      [](const GameRecord& record) {
        const std::string bytes = PackRecord(record);
        return std::tuple(nb::bytes(bytes.data(), bytes.size()));
      },
      [](const auto& state) {
        const nb::bytes& bytes = std::get<0>(state);
        return UnpackRecord({bytes.c_str(), bytes.size()});
      });
  module.def(
      "shards", &ShardNames, "path"_a,
      "The shards (`*.games`) of a run's folder or of a folder of games, sorted by name. Raises "
      "Error if there are none.");
  module.def(
      "read_shard", &ReadGames, "path"_a,
      "Reads all games of a shard. Raises Error if the file cannot be read or is damaged. Other "
      "threads run meanwhile.");
}

}  // namespace raichi

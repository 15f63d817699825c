// Searches.

#include "mcts/search/search.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <thread>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/yaml/keys.h"
#include "base/yaml/yaml.h"
#include "bindings.h"
#include "evaluator.h"
#include "mcts/players/search_player.h"
#include "mcts/search/lines.h"
#include "rules/notation.h"
#include "rules/words/words.h"
#include "selfplay/play/selfplay_config.h"

namespace raichi {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

/// The type of an evaluator in Python's notation.
#define EVALUATOR                                           \
  "str | Network | collections.abc.Callable[[list[Game]], " \
  "tuple[numpy.typing.NDArray[numpy.float32], "             \
  "collections.abc.Sequence[numpy.typing.NDArray[numpy.float32]]]]"

/// As in a run's configuration. A search counts up to twice as many evaluations in an int.
constexpr int kMaxVisits = 1'000'000'000;

/// A search as Python holds it. The interpreter's lock guards `runner`.
struct HeldSearch {
  HeldSearch(const SearchConfig& config, const Game& game, uint64_t seed)
      : search(config, game, seed) {}
  HeldSearch(const HeldSearch&) = delete;
  HeldSearch& operator=(const HeldSearch&) = delete;

  /// Throws Error if the search runs, as it does while its evaluator is called.
  void CheckIdle() const {
    if (runner != std::thread::id()) throw Error("the search is running");
  }
  /// The same, except in its evaluator: the search then waits for the answers.
  void CheckReadable() const {
    if (runner != std::this_thread::get_id()) CheckIdle();
  }

  Search search;
  std::thread::id runner = {};  // of the thread that runs it
};

/// Keeps searches from being used while they run.
class Running {
 public:
  explicit Running(std::span<HeldSearch* const> searches) : searches_(searches) {
    for (const HeldSearch* held : searches_) held->CheckIdle();
    for (HeldSearch* held : searches_) held->runner = std::this_thread::get_id();
  }
  ~Running() {
    for (HeldSearch* held : searches_) held->runner = {};
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  std::span<HeldSearch* const> searches_;
};

SearchBudget BudgetFrom(Whole visits, bool noise, Whole in_flight) {
  const SearchBudget budget{CheckRange("visits", visits, 1, kMaxVisits), noise,
                            CheckRange("in_flight", in_flight, 1, kMaxInFlight)};
  if (budget.noise && budget.in_flight > 1) throw Error("in_flight: expected 1 with noise");
  return budget;
}

void CheckSearches(std::span<HeldSearch* const> searches) {
  if (std::set(searches.begin(), searches.end()).size() < searches.size()) {
    throw Error("searches: the same search is named twice");
  }
  for (const HeldSearch* held : searches) {
    if (!held->search.game().IsOver()) continue;
    throw Error("the game is over (" + DescribeResult(held->search.game()) + ")");
  }
}

/// Runs searches side by side: the leaves of all of them form each batch. The searches must stay
/// alive, whatever the evaluator does. The interpreter's lock is held only while the evaluator is
/// called, if that is written in Python.
void RunAll(std::span<HeldSearch* const> searches, const nb::object& evaluator,
            const SearchBudget& budget) {
  CheckSearches(searches);
  const std::unique_ptr<Evaluator> judge = OpenEvaluator(evaluator);
  // Signals are heard between the parts of a batch, which are short; Python gets all of it at once.
  const size_t part = IsOfPython(evaluator) ? std::numeric_limits<size_t>::max() : 16;
  const Running guard(searches);
  LongCall call;
  for (HeldSearch* held : searches) held->search.Start(budget);
  std::vector<LeafRequest> batch;
  std::vector<Evaluation> answers;
  for (;;) {
    batch.clear();
    std::vector<std::pair<Search*, size_t>> waiting;
    for (HeldSearch* held : searches) {
      const auto leaves = held->search.SelectLeaves();
      if (leaves.empty()) continue;
      batch.insert(batch.end(), leaves.begin(), leaves.end());
      waiting.emplace_back(&held->search, leaves.size());
      call.HearSignals();
    }
    if (batch.empty()) return;
    answers.resize(std::max(answers.size(), batch.size()));
    for (size_t i = 0; i < batch.size(); i += std::min(part, batch.size())) {
      const size_t size = std::min(part, batch.size() - i);
      judge->Evaluate(std::span(batch).subspan(i, size), std::span(answers).subspan(i, size));
      call.HearSignals();
    }
    size_t begin = 0;
    for (const auto& [search, count] : waiting) {
      search->Answer(std::span(answers).subspan(begin, count));
      begin += count;
    }
  }
}

/// Runs the searches that these objects are, and holds the objects meanwhile: the evaluator can
/// change the sequence that they are from.
void RunObjects(const std::vector<nb::object>& objects, const nb::object& evaluator,
                const SearchBudget& budget) {
  std::vector<HeldSearch*> searches;
  for (const nb::object& object : objects) {
    HeldSearch* held = nullptr;
    if (!nb::try_cast(object, held) || held == nullptr) {
      throw nb::type_error("searches: expected a sequence of Search");
    }
    searches.push_back(held);
  }
  RunAll(searches, evaluator, budget);
}

/// Reads and checks keys of `selfplay.search` as in the configuration of a run. The map holds the
/// values, because the text of one may come from Python code that changes the caller's dictionary.
SearchConfig ConfigFrom(const std::map<std::string, nb::object>& keys) {
  SelfPlayConfig config{.search = SearchPlayerConfig::NetworkSearch()};
  config.search.policy_temperature = 1;  // an evaluator of the caller's may be less sure of itself
  YamlNode root;
  root.kind = YamlNode::Kind::kMap;
  for (const auto& [key, value] : keys) {
    std::string text;
    if (!nb::try_cast(nb::str(value), text)) throw Error(key + ": expected text in Unicode");
    AssignYaml(key + "=" + text, &root);
  }
  KeyList list;
  ListKeys(&config.search, &list);
  AssignKeys(root, list.keys());
  CheckConfig(config);
  return config.search;
}

SearchResult ResultOf(const HeldSearch& held) {
  held.CheckReadable();
  return held.search.RootResult();
}

void BindSearchClass(nb::module_& module) {
  nb::class_<HeldSearch> type(
      module, "Search", nb::is_weak_referenceable(),
      "A tree search over one game (PUCT with proven results). Equal only to itself. While it "
      "runs, "
      "other uses of it raise Error, except that its evaluator may read it and `game` can always "
      "be read. It cannot be pickled or copied: keep its `game` and `result()`.");
  type.def(
          "__init__",
          [](HeldSearch* self, const Game& game, Whole seed,
             const std::map<std::string, nb::object>& config) {
            new (self) HeldSearch(ConfigFrom(config), game, seed.bits);
          },
          "game"_a, "seed"_a = 1, "config"_a = nb::dict(),
          nb::sig(
              "def __init__(self, game: Game, seed: int = 1, config: dict[str, typing.Any] = {}) "
              "-> None"),
          "The seed counts modulo 2^64. "
          "`config` has keys of `selfplay.search` (docs/keys.md), such as cpuct; networks "
          "play best with a `policy_temperature` of 1.5. Those of "
          "noisy roots (`root`, `gumbel_...`, `noise_...` and "
          "`root_policy_temperature`) apply to runs with noise only; as in the fast searches of "
          "self-play, a run without noise uses PUCT, even if `root` is `gumbel`. Raises Error for "
          "other keys and values out of range.")
      .def_prop_ro(
          "game", [](const HeldSearch& held) { return Game(held.search.game()); },
          "A copy of the game at the root.")
      .def(
          "play",
          [](HeldSearch& held, const MoveOrText& move) {
            held.CheckIdle();
            held.search.Play(ToLegalMove(held.search.game(), move));
          },
          "move"_a,
          "Plays a legal move and keeps its part of the tree, for the next run. Raises Error if it "
          "is not legal.")
      .def(
          "choose_move",
          [](HeldSearch& held) {
            held.CheckIdle();
            if (held.search.RootResult().moves.empty())
              throw Error("choose_move: there is no move; is the game over, or nothing searched?");
            return held.search.ChooseMove();
          },
          "The move to play, drawn with the temperature. Raises Error before the first run and "
          "after `play`.")
      .def("result", &ResultOf,
           "What the last run found. It has no moves before the first run and after `play`.")
      .def(
          "variation",
          [](const HeldSearch& held) {
            held.CheckReadable();
            const std::vector<Line> lines = BestLines(held.search, 1);
            return lines.empty() ? std::vector<Move>() : lines.front().moves;
          },
          "The principal variation that the last run found; empty after `play`.")
      .def(
          "run",
          [](HeldSearch& held, const nb::object& evaluator, Whole visits, bool noise,
             Whole in_flight) {
            RunAll(std::array{&held}, evaluator, BudgetFrom(visits, noise, in_flight));
            return held.search.RootResult();
          },
          "evaluator"_a = "playouts", "visits"_a = 200, "noise"_a = false, "in_flight"_a = 1,
          nb::sig("def run(self, evaluator: " EVALUATOR " = 'playouts', visits: int = 200, "
                  "noise: bool = False, in_flight: int = 1) -> SearchResult"),
          "Searches until the root has this many visits. The evaluator is `playouts`, `uniform`, a "
          "Network, or a function that takes a list of games and returns (wdl, priors): a float32 "
          "array [n, 3] "
          "of win, draw and loss for the side to move, and for each game a float32 array with a "
          "probability for each move of legal_moves(). With `noise` the root explores as in the "
          "full searches of self-play. Batches hold up to `in_flight` games (1 with noise, at most "
          "100). Other threads run meanwhile. Ctrl-C and exceptions of the evaluator end the run; "
          "the search keeps what it found and can run again. Raises Error if the game is over.")
      .def(
          "__reduce__",
          [](const HeldSearch&) -> nb::object {
            throw nb::type_error(
                "a Search cannot be pickled or copied: keep search.game and search.result(), and "
                "search the game anew");
          },
          nb::sig("def __reduce__(self) -> typing.NoReturn"))
      .def("__repr__", [](const HeldSearch& held) {
        return nb::str("Search({!r})").format(Game(held.search.game()));
      });
}

}  // namespace

void BindSearch(nb::module_& module) {
  BindSearchClass(module);
  module.def(
      "run_searches",
      [](const std::vector<nb::object>& searches, const nb::object& evaluator, Whole visits,
         bool noise, Whole in_flight) {
        RunObjects(searches, evaluator, BudgetFrom(visits, noise, in_flight));
      },
      "searches"_a, "evaluator"_a = "playouts", "visits"_a = 200, "noise"_a = false,
      "in_flight"_a = 1,
      nb::sig("def run_searches(searches: collections.abc.Sequence[Search], evaluator: " EVALUATOR
              " = 'playouts', visits: int = 200, noise: bool = False, in_flight: int = 1) -> None"),
      "Runs searches side by side, as Search.run does one: each batch has up to `in_flight` games "
      "of each of them. Raises Error if one of their games is over.");
}

}  // namespace raichi

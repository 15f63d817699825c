// Searches and their results.

#include "mcts/search/search.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/yaml/yaml.h"
#include "bindings.h"
#include "evaluator.h"
#include "mcts/players/search_player.h"
#include "mcts/search/lines.h"
#include "rules/notation.h"
#include "rules/words/announce.h"
#include "run/config/config_reader.h"
#include "selfplay/play/selfplay_config.h"

/// std::is_copy_constructible holds for vectors of pointers that cannot be copied.
template <>
struct nanobind::detail::is_copy_constructible<raichi::Search> : std::false_type {};

namespace raichi {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

/// The type of an evaluator in Python's notation.
#define EVALUATOR                                                                            \
  "str | collections.abc.Callable[[list[Game]], tuple[numpy.typing.NDArray[numpy.float32], " \
  "collections.abc.Sequence[numpy.typing.NDArray[numpy.float32]]]]"

/// As in a run's configuration. A search counts up to twice as many evaluations in an int.
constexpr int kMaxVisits = 1'000'000'000;

/// The searches that run now. The interpreter's lock guards it.
std::set<const Search*> running;

/// Throws Error if a search runs, as it does while its evaluator is called.
void CheckIdle(const Search& search) {
  if (running.contains(&search)) throw Error("the search is running");
}

/// Keeps searches from being used while they run.
class Running {
 public:
  explicit Running(std::span<Search* const> searches) : searches_(searches) {
    for (const Search* search : searches_) CheckIdle(*search);
    running.insert(searches_.begin(), searches_.end());
  }
  ~Running() {
    for (const Search* search : searches_) running.erase(search);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  std::span<Search* const> searches_;
};

void CheckBudget(const SearchBudget& budget) {
  if (budget.visits < 1 || budget.visits > kMaxVisits) {
    throw Error("visits: expected 1 to " + std::to_string(kMaxVisits));
  }
  if (budget.in_flight < 1 || budget.in_flight > kMaxInFlight) {
    throw Error("in_flight: expected 1 to " + std::to_string(kMaxInFlight));
  }
  if (budget.noise && budget.in_flight > 1) throw Error("in_flight: expected 1 with noise");
}

void CheckSearches(std::span<Search* const> searches) {
  if (std::set(searches.begin(), searches.end()).size() < searches.size()) {
    throw Error("searches: the same search is named twice");
  }
  for (const Search* search : searches) {
    if (!search->game().IsOver()) continue;
    throw Error("the game is over (" + DescribeResult(search->game()) + ")");
  }
}

/// Runs searches side by side: the leaves of all of them form each batch. The searches must stay
/// alive, whatever the evaluator does.
void RunAll(std::span<Search* const> searches, const nb::object& evaluator,
            const SearchBudget& budget) {
  CheckBudget(budget);
  CheckSearches(searches);
  const std::unique_ptr<Evaluator> judge = OpenEvaluator(evaluator);
  const Running guard(searches);
  for (Search* search : searches) search->Start(budget);
  std::vector<LeafRequest> batch;
  std::vector<Evaluation> answers;
  for (;;) {
    batch.clear();
    std::vector<std::pair<Search*, size_t>> waiting;
    for (Search* search : searches) {
      const auto leaves = search->SelectLeaves();
      if (leaves.empty()) continue;
      batch.insert(batch.end(), leaves.begin(), leaves.end());
      waiting.emplace_back(search, leaves.size());
    }
    if (batch.empty()) return;
    answers.resize(std::max(answers.size(), batch.size()));
    judge->Evaluate(batch, std::span(answers).first(batch.size()));
    size_t begin = 0;
    for (const auto& [search, count] : waiting) {
      search->Answer(std::span(answers).subspan(begin, count));
      begin += count;
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

/// Runs the searches that these objects are, and holds the objects meanwhile: the evaluator can
/// change the sequence that they are from.
void RunObjects(const std::vector<nb::object>& objects, const nb::object& evaluator,
                const SearchBudget& budget) {
  std::vector<Search*> searches;
  for (const nb::object& object : objects) {
    Search* search = nullptr;
    if (!nb::try_cast(object, search) || search == nullptr) {
      throw nb::type_error("searches: expected a sequence of Search");
    }
    searches.push_back(search);
  }
  RunAll(searches, evaluator, budget);
}

std::string ProofText(Proof proof) {
  constexpr const char* kNames[] = {"", "win", "draw", "loss"};
  return kNames[static_cast<size_t>(proof)];
}

/// Reads and checks keys of `selfplay.search` as in the configuration of a run. The map holds the
/// values, because the text of one may come from Python code that changes the caller's dictionary.
SearchConfig ConfigFrom(const std::map<std::string, nb::object>& keys) {
  SelfPlayConfig config{.search = SearchPlayerConfig::NetworkSearch()};
  config.search.policy_temperature = 1;  // an evaluator of the caller's may be less sure of itself
  YamlNode root;
  root.kind = YamlNode::Kind::kMap;
  for (const auto& [key, value] : keys) {
    AssignYaml(key + "=" + nb::cast<std::string>(nb::str(value)), &root);
  }
  KeyList list;
  ListKeys(&config.search, &list);
  AssignKeys(root, list.keys());
  CheckConfig(config);
  return config.search;
}

template <typename T>
auto Array(const std::vector<T>& values) {
  return ToNumpy(std::vector<T>(values), {values.size()});
}

void BindResult(nb::module_& module) {
  nb::class_<SearchResult>(module, "SearchResult", "What a search found at its root.")
      .def_ro("moves", &SearchResult::moves, "The legal moves; the arrays have the same order.")
      .def_prop_ro(
          "visits", [](const SearchResult& r) { return Array(r.visits); }, nb::rv_policy::move,
          "How often the search played each move.")
      .def_prop_ro(
          "values", [](const SearchResult& r) { return Array(r.values); }, nb::rv_policy::move,
          "Mean values for the side to move, in [-1, 1]; NaN if unvisited.")
      .def_prop_ro(
          "priors", [](const SearchResult& r) { return Array(r.priors); }, nb::rv_policy::move,
          "The evaluator's probabilities of the moves.")
      .def_ro("value", &SearchResult::value, "Mean value of the root, for the side to move.")
      .def_ro("draw", &SearchResult::draw, "Mean probability of a draw.")
      .def_prop_ro(
          "proof", [](const SearchResult& r) { return ProofText(r.proof); },
          "The proven result for the side to move: `win`, `draw`, `loss`, or empty.")
      .def_ro("plies_to_end", &SearchResult::plies_to_end, "If proven.")
      .def("__repr__",
           [](const SearchResult& r) {
             return nb::str("SearchResult(best={}, value={:.3f}, visits={})")
                 .format(r.best.IsNone() ? "none" : ToString(r.best), r.value,
                         std::accumulate(r.visits.begin(), r.visits.end(), uint64_t{0}));
           })
      .def_prop_ro(
          "best",
          [](const SearchResult& r) {
            if (r.best.IsNone())
              throw Error("best: there is no move, because nothing was searched");
            return r.best;
          },
          "The best move. Raises Error if there is none.");
}

void BindSearchClass(nb::module_& module) {
  nb::class_<Search>(module, "Search", "A tree search over one game (PUCT with proven results).")
      .def(
          "__init__",
          [](Search* self, const Game& game, uint64_t seed,
             const std::map<std::string, nb::object>& config) {
            new (self) Search(ConfigFrom(config), game, seed);
          },
          "game"_a, "seed"_a = 1, "config"_a = nb::dict(),
          nb::sig(
              "def __init__(self, game: Game, seed: int = 1, config: dict[str, typing.Any] = {}) "
              "-> None"),
          "`config` has keys of `selfplay.search` (docs/configuration.md), such as cpuct; networks "
          "play best with a `policy_temperature` of 1.5. Those of "
          "noisy roots (`root`, `gumbel_...`, `forced_playouts`, `noise_...` and "
          "`root_policy_temperature`) apply to runs with noise only; as in the fast searches of "
          "self-play, a run without noise uses PUCT, even if `root` is `gumbel`.")
      .def_prop_ro(
          "game", [](const Search& search) { return Game(search.game()); }, "A copy.")
      .def(
          "play",
          [](Search& search, const MoveOrText& move) {
            CheckIdle(search);
            search.Play(ToLegalMove(search.game(), move));
          },
          "move"_a,
          "Plays a legal move and keeps its part of the tree, for the next run. Raises Error if it "
          "is not legal.")
      .def(
          "choose_move",
          [](Search& search) {
            CheckIdle(search);
            if (search.RootResult().moves.empty())
              throw Error("choose_move: there is no move; is the game over, or nothing searched?");
            return search.ChooseMove();
          },
          "The move to play, drawn with the temperature.")
      .def("result", &Search::RootResult,
           "What the last run found. It has no moves before the first run and after `play`.")
      .def(
          "variation",
          [](const Search& search) {
            const std::vector<Line> lines = BestLines(search, 1);
            return lines.empty() ? std::vector<Move>() : lines.front().moves;
          },
          "The principal variation that the last run found; empty after `play`.")
      .def(
          "run",
          [](Search& search, const nb::object& evaluator, int visits, bool noise, int in_flight) {
            RunAll(std::array{&search}, evaluator, {visits, noise, in_flight});
            return search.RootResult();
          },
          "evaluator"_a = "playouts", "visits"_a = 200, "noise"_a = false, "in_flight"_a = 1,
          nb::sig("def run(self, evaluator: " EVALUATOR " = 'playouts', visits: int = 200, "
                  "noise: bool = False, in_flight: int = 1) -> SearchResult"),
          "Searches until the root has this many visits. The evaluator is `playouts`, `uniform` or "
          "a function that takes a list of games and returns (wdl, priors): a float32 array [n, 3] "
          "of win, draw and loss for the side to move, and for each game a float32 array with a "
          "probability for each move of legal_moves(). With `noise` the root explores as in the "
          "full searches of self-play. Batches hold up to `in_flight` games (1 with noise). Raises "
          "Error if the game is over.");
}

}  // namespace

void BindSearch(nb::module_& module) {
  BindResult(module);
  BindSearchClass(module);
  module.def(
      "run_searches",
      [](const std::vector<nb::object>& searches, const nb::object& evaluator, int visits,
         bool noise, int in_flight) {
        RunObjects(searches, evaluator, {visits, noise, in_flight});
      },
      "searches"_a, "evaluator"_a = "playouts", "visits"_a = 200, "noise"_a = false,
      "in_flight"_a = 1,
      nb::sig("def run_searches(searches: collections.abc.Sequence[Search], evaluator: " EVALUATOR
              " = 'playouts', visits: int = 200, noise: bool = False, in_flight: int = 1) -> None"),
      "Runs searches side by side: each batch has up to `in_flight` games of each of them. Raises "
      "Error if one of their games is over.");
}

}  // namespace raichi

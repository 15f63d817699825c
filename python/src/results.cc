// What searches find.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "bindings.h"
#include "mcts/search/search.h"
#include "rules/notation.h"

namespace raichi {
namespace {

namespace nb = nanobind;

std::string ProofText(Proof proof) {
  constexpr const char* kNames[] = {"", "win", "draw", "loss"};
  return kNames[static_cast<size_t>(proof)];
}

template <typename T>
auto Array(const std::vector<T>& values) {
  return ToNumpy(std::vector<T>(values), {values.size()});
}

std::string TextOf(Move move) { return move.IsNone() ? "" : ToString(move); }
Move MoveOf(const std::string& text) {
  return text.empty() ? Move() : ParseMove(text, kMaxBoardSize);
}

/// Everything in a result, with words for moves, and none for NaN, which is unequal to itself.
auto StateOf(const SearchResult& r) {
  std::vector<std::string> moves;
  std::vector<std::optional<float>> values;
  std::vector<int> proofs;
  for (const Move move : r.moves) moves.push_back(TextOf(move));
  for (const float value : r.values) {
    values.push_back(std::isnan(value) ? std::nullopt : std::optional(value));
  }
  for (const Proof proof : r.proofs) proofs.push_back(static_cast<int>(proof));
  return std::tuple(moves, r.visits, values, proofs, r.policy, r.value, r.draw, r.moves_left,
                    static_cast<int>(r.proof), r.plies_to_end, r.raw_value, r.priors,
                    TextOf(r.best));
}

Proof ProofOf(int number) {
  if (number >= 0 && number <= static_cast<int>(Proof::kLoss)) return static_cast<Proof>(number);
  throw Error("pickled search result: no proof has the number " + std::to_string(number));
}

SearchResult ResultOf(const decltype(StateOf(SearchResult()))& state) {
  SearchResult r;
  const auto& [moves, visits, values, proofs, policy, value, draw, moves_left, proof, plies_to_end,
               raw_value, priors, best] = state;
  for (const std::string& move : moves) r.moves.push_back(MoveOf(move));
  r.visits = visits;
  for (const std::optional<float>& v : values) r.values.push_back(v.value_or(NAN));
  for (const int number : proofs) r.proofs.push_back(ProofOf(number));
  r.policy = policy;
  r.value = value;
  r.draw = draw;
  r.moves_left = moves_left;
  r.proof = ProofOf(proof);
  r.plies_to_end = plies_to_end;
  r.raw_value = raw_value;
  r.priors = priors;
  r.best = MoveOf(best);
  return r;
}

uint64_t VisitsOf(const SearchResult& r) {
  return std::accumulate(r.visits.begin(), r.visits.end(), uint64_t{0});
}

}  // namespace

void BindResults(nb::module_& module) {
  nb::class_<SearchResult> type(module, "SearchResult", nb::is_weak_referenceable(),
                                "What a search found at its root. Immutable.");
  type.def_ro("moves", &SearchResult::moves, "The legal moves; the arrays have the same order.")
      .def_prop_ro(
          "visits", [](const SearchResult& r) { return Array(r.visits); }, nb::rv_policy::move,
          "A uint32 array [moves]: how often the search played each move.")
      .def_prop_ro(
          "values", [](const SearchResult& r) { return Array(r.values); }, nb::rv_policy::move,
          "A float32 array [moves]: mean values for the side to move, in [-1, 1]; NaN if "
          "unvisited.")
      .def_prop_ro(
          "priors", [](const SearchResult& r) { return Array(r.priors); }, nb::rv_policy::move,
          "A float32 array [moves]: the evaluator's probabilities of the moves; empty if a win "
          "needed no evaluation.")
      .def_ro("value", &SearchResult::value,
              "Mean value of the root, for the side to move, in [-1, 1].")
      .def_ro("draw", &SearchResult::draw, "Mean probability of a draw.")
      .def_prop_ro(
          "proof", [](const SearchResult& r) { return ProofText(r.proof); },
          "The proven result for the side to move: `win`, `draw`, `loss`, or empty.")
      .def_ro("plies_to_end", &SearchResult::plies_to_end,
              "Plies to the end under best play, if proven.")
      .def("__repr__",
           [](const SearchResult& r) {
             return nb::str("SearchResult(best={}, value={:.3f}, visits={})")
                 .format(r.best.IsNone() ? "none" : ToString(r.best), r.value, VisitsOf(r));
           })
      .def_prop_ro(
          "best",
          [](const SearchResult& r) {
            if (r.best.IsNone())
              throw Error("best: there is no move, because nothing was searched");
            return r.best;
          },
          "The best move. Raises Error if there is none.");
  AddEquality(
      type, [](const SearchResult& a, const SearchResult& b) { return StateOf(a) == StateOf(b); },
      [](const SearchResult& r) { return VisitsOf(r) << 16 | r.best.code(); });
  AddPickling(type, &StateOf, &ResultOf);
}

}  // namespace raichi

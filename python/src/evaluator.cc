// Evaluators that are written in Python or built in.

#include "evaluator.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bindings.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "network.h"

namespace raichi {
namespace {

namespace nb = nanobind;

using FloatArray = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WdlArray = nb::ndarray<const float, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

/// Calls a Python function that evaluates a list of games.
class PythonEvaluator : public Evaluator {
 public:
  explicit PythonEvaluator(nb::object function) : function_(std::move(function)) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const nb::gil_scoped_acquire lock;
    std::vector<Game> games;
    for (const LeafRequest& leaf : leaves) games.push_back(*leaf.game);
    const nb::object answer = function_(games);
    try {
      Read(answer, leaves, out);
    } catch (const nb::cast_error&) {
      throw Error(
          "evaluator: expected a pair (wdl, priors): a float32 array [n, 3], and for each game a "
          "float32 array");
    }
  }

 private:
  static void Read(const nb::object& answer, std::span<const LeafRequest> leaves,
                   std::span<Evaluation> out) {
    const nb::tuple parts = nb::cast<nb::tuple>(answer);
    if (parts.size() != 2) throw nb::cast_error();
    const auto wdl = nb::cast<WdlArray>(parts[0]);
    const nb::sequence priors = nb::cast<nb::sequence>(parts[1]);
    if (wdl.shape(0) != leaves.size() || nb::len(priors) != leaves.size()) {
      throw Error("evaluator: expected answers for " + std::to_string(leaves.size()) + " games");
    }
    for (size_t i = 0; i < leaves.size(); ++i) {
      ReadOne(wdl.data() + 3 * i, nb::cast<FloatArray>(priors[i]), leaves[i].moves.size(), &out[i]);
    }
  }

  static void ReadOne(const float* wdl, const FloatArray& priors, size_t moves, Evaluation* out) {
    if (priors.shape(0) != moves) {
      throw Error("evaluator: expected a prior for each of " + std::to_string(moves) +
                  " legal moves, found " + std::to_string(priors.shape(0)));
    }
    *out = {.win = wdl[0], .draw = wdl[1], .loss = wdl[2]};
    out->priors.assign(priors.data(), priors.data() + moves);
    if (!AreProbabilities(std::span(wdl, 3)) || !AreProbabilities(out->priors)) {
      throw Error("evaluator: expected probabilities that sum to 1");
    }
  }

  static bool AreProbabilities(std::span<const float> values) {
    double sum = 0;
    for (const float value : values) sum += value >= 0 ? value : NAN;
    return std::abs(sum - 1) < 1e-3;
  }

  nb::object function_;
};

/// Asks a network, without Python.
class NativeEvaluator : public Evaluator {
 public:
  /// Throws TypeError if the network was not initialised.
  explicit NativeEvaluator(nb::object network) : object_(std::move(network)) {
    if (nb::try_cast(object_, network_) && network_ != nullptr) return;
    throw nb::type_error("evaluator: expected a network, found one that was not initialised");
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    network_->Evaluate(leaves, out);
  }

 private:
  nb::object object_;  // keeps the network alive
  HeldNetwork* network_ = nullptr;
};

}  // namespace

bool IsOfPython(const nb::object& evaluator) {
  return !nb::isinstance<nb::str>(evaluator) && !nb::isinstance<HeldNetwork>(evaluator);
}

std::unique_ptr<Evaluator> OpenEvaluator(const nb::object& evaluator) {
  if (nb::isinstance<HeldNetwork>(evaluator)) return std::make_unique<NativeEvaluator>(evaluator);
  if (nb::isinstance<nb::callable>(evaluator)) return std::make_unique<PythonEvaluator>(evaluator);
  std::string name;
  if (!nb::try_cast(evaluator, name)) {
    throw nb::type_error("evaluator: expected a network, a function, 'playouts' or 'uniform'");
  }
  if (name == "playouts") return std::make_unique<PlayoutEvaluator>(PlayoutConfig{});
  if (name == "uniform") return std::make_unique<UniformEvaluator>();
  throw Error("evaluator: expected a network, a function, 'playouts' or 'uniform', found '" + name +
              "'");
}

}  // namespace raichi

// Networks, computed by nn/cpu.

#include "network.h"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "bindings.h"
#include "kernels.h"
#include "nn/backend/batch_team.h"
#include "nn/input/encoder.h"
#include "nn/model/fold_norms.h"
#include "nn/model/trainer_state.h"
#include "rules/files/program_data.h"
#include "rules/words/words.h"
#include "run/config/run_contents.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
namespace nb = nanobind;
using namespace nb::literals;

constexpr int kBatch = 64;  // leaves that an inference takes at once
constexpr int kMostThreads = 1024;
constexpr const char* kExportEnding = ".safetensors";
constexpr const char* kModelFile = "model.raichi";

fs::path PublishedFile(const std::string& name) {
  const auto folder = FindProgramData("models");
  return folder ? *folder / name / kModelFile : fs::path();
}

std::vector<std::string> NetworkNames() {
  std::vector<std::string> names;
  const auto folder = FindProgramData("models");
  for (const fs::path& path : folder ? ListFolder(*folder) : std::vector<fs::path>()) {
    if (IsFile(path / kModelFile)) names.push_back(path.filename().string());
  }
  return names;
}

/// Returns the file that a word names: of a published network, a model, or a run.
fs::path FindNetwork(const std::string& word) {
  const bool is_name = !word.empty() && word.find_first_of("/.") == std::string::npos;
  if (is_name && IsFile(PublishedFile(word))) return PublishedFile(word);
  const fs::path path = word;
  if (IsFile(path)) return path;
  if (IsFile(path / kModelFile)) return path / kModelFile;
  if (const auto newest = NewestModelOf(path)) return *newest / kModelFile;
  throw Error("network '" + word + "': expected a model, a run with one, or one of " +
              Join(NetworkNames(), ", "));
}

std::shared_ptr<HeldNetwork> Open(const std::string& word, int threads) {
  const fs::path file = FindNetwork(word);
  const std::string bytes = ReadFile(file, kMaxModelBytes);
  if (EndingOf(file) == kExportEnding) {
    return std::make_shared<HeldNetwork>(
        file.string(),
        ParseTensorFile(bytes, kExportKind, kExportVersion, file, ChecksumUse::kIfPresent),
        threads);
  }
  const Model model = ParseModel(bytes, file);
  return std::make_shared<HeldNetwork>(file.string(), FoldNorms(model), model.info, threads);
}

std::shared_ptr<HeldNetwork> OpenNetwork(const fs::path& word, Whole threads) {
  const int count = CheckRange("threads", threads, 1, kMostThreads);
  const nb::gil_scoped_release others;
  return Open(word.string(), count);
}

using FloatArray = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
constexpr const char* kNetworkPrefix = "network.";

/// Makes a network of arrays as an export has them.
std::shared_ptr<HeldNetwork> FromWeights(const std::map<std::string, Whole>& architecture,
                                         const std::map<std::string, FloatArray>& weights,
                                         const std::vector<std::string>& rules, Whole steps,
                                         Whole threads) {
  const int count = CheckRange("threads", threads, 1, kMostThreads);
  ModelInfo info{.encoder_version = kEncoderVersion, .steps = steps.value, .rules = rules};
  TensorFile file{.metadata = ModelWords(info)};
  std::erase_if(file.metadata,
                [](const auto& word) { return word.first.starts_with(kNetworkPrefix); });
  for (const auto& [key, value] : architecture) {
    file.metadata[kNetworkPrefix + key] = std::to_string(value.value);
  }
  for (const auto& [name, array] : weights) {
    TensorFile::Tensor& tensor = file.tensors[name];
    for (size_t i = 0; i < array.ndim(); ++i) {
      tensor.shape.push_back(static_cast<int64_t>(array.shape(i)));
    }
    tensor.values.assign(array.data(), array.data() + array.size());
  }
  return std::make_shared<HeldNetwork>("weights", file, count);
}

std::map<std::string, int> ArchitectureOf(const HeldNetwork& network) {
  std::map<std::string, std::string> words;
  WriteNetworkWords(network.info().network, &words);
  std::map<std::string, int> numbers = {{"policy_destinations", 0}};
  for (const auto& [key, word] : words) {
    numbers[key.substr(std::string_view(kNetworkPrefix).size())] = std::stoi(word);
  }
  return numbers;
}

nb::dict WeightsOf(const HeldNetwork& network) {
  nb::dict weights;
  for (const auto& [name, tensor] : TensorsOf(network.network())) {
    const std::vector<size_t> shape(tensor.shape.begin(), tensor.shape.end());
    weights[name.c_str()] = ToNumpy(std::vector<float>(tensor.values), shape);
  }
  return weights;
}

void Save(const HeldNetwork& network, const fs::path& file) {
  if (EndingOf(file) != kExportEnding) {
    throw Error(file.string() + ": expected a name that ends with " + kExportEnding);
  }
  const nb::gil_scoped_release others;
  AtomicWrite(file, network.Bytes());
}

/// The games of a batch and what a network says of them.
struct Answers {
  std::vector<MoveList> moves;
  std::vector<Evaluation> evaluations;
};

Answers Ask(HeldNetwork* network, const std::vector<Game>& games) {
  LongCall call;
  Answers answers{std::vector<MoveList>(games.size()), std::vector<Evaluation>(games.size())};
  std::vector<LeafRequest> leaves;
  for (size_t i = 0; i < games.size(); ++i) {
    if (games[i].IsOver()) {
      throw Error("the game is over (" + DescribeResult(games[i]) + ")");
    }
    games[i].LegalMoves(&answers.moves[i]);
    leaves.push_back({&games[i], {answers.moves[i].data(), answers.moves[i].size()}});
  }
  constexpr size_t kPart = kBatch;
  for (size_t i = 0; i < leaves.size(); i += kPart) {
    const size_t count = std::min(kPart, leaves.size() - i);
    network->Evaluate(std::span(leaves).subspan(i, count),
                      std::span(answers.evaluations).subspan(i, count));
    call.HearSignals();
  }
  return answers;
}

nb::tuple EvaluateGames(HeldNetwork& network, const std::vector<Game>& games) {
  const Answers answers = Ask(&network, games);
  std::vector<float> wdl;
  nb::list priors;
  for (const Evaluation& said : answers.evaluations) {
    wdl.insert(wdl.end(), {said.win, said.draw, said.loss});
    priors.append(ToNumpy(std::vector<float>(said.priors), {said.priors.size()}));
  }
  return nb::make_tuple(ToNumpy(std::move(wdl), {games.size(), 3}), priors);
}

constexpr const char* kEvaluateDoc =
    "Returns win, draw and loss for the side to move, float32 [n, 3], and for each game a float32 "
    "array with the probability of each move of legal_moves(). Other threads run meanwhile. Raises "
    "Error if a board is too large or a game is over.";

#define EVALUATE_SIGNATURE(name)                                    \
  nb::sig("def " name                                               \
          "(self, games: collections.abc.Sequence[Game]) -> tuple[" \
          "numpy.typing.NDArray[numpy.float32], list[numpy.typing.NDArray[numpy.float32]]]")

}  // namespace

std::string HeldNetwork::Bytes() const {
  return TensorFileBytes({.metadata = ModelWords(info_), .tensors = TensorsOf(network_)},
                         kExportKind, kExportVersion);
}

/// Leaves what has threads of the parent of a fork, which do not run here: their end would be
/// awaited forever.
void HeldNetwork::ForgetLost() {
  if (process_ == getpid()) return;
  for (auto& lost : idle_) static_cast<void>(lost.release());
  idle_.clear();
  process_ = getpid();
}

std::unique_ptr<Inference> HeldNetwork::Take() {
  {
    const std::lock_guard lock(mutex_);
    ForgetLost();
    if (!idle_.empty()) {
      std::unique_ptr<Inference> taken = std::move(idle_.back());
      idle_.pop_back();
      return taken;
    }
  }
  return MakeSplitInference(kBatch, threads_, [this](int batch) {
    return TheProcessor().MakeInference(network_, false, batch);
  });
}

void HeldNetwork::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  const int canvas = info_.network.canvas;
  for (const LeafRequest& leaf : leaves) {
    if (leaf.game->rules().size() <= canvas) continue;
    throw Error("the network plays on boards of up to " + std::to_string(canvas) +
                " squares a side, not " + std::to_string(leaf.game->rules().size()));
  }
  std::unique_ptr<Inference> inference = Take();
  for (size_t i = 0; i < leaves.size(); i += kBatch) {
    const size_t count = std::min(size_t{kBatch}, leaves.size() - i);
    inference->Evaluate(leaves.subspan(i, count), out.subspan(i, count));
  }
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(inference));
}

void BindNetwork(nb::module_& module) {
  nb::class_<HeldNetwork> type(
      module, "Network", nb::is_weak_referenceable(),
      "A network, computed on the processor in float32 by Raichi's own code: an evaluator for "
      "searches, or to be asked about games. Immutable; several threads may use it at once. Copies "
      "and pickles hold the network itself and need no file.");
  type.def(nb::new_(&OpenNetwork), "path"_a, "threads"_a = 1,
           "Opens a network of the package by its name (network_names()), a model (a file, its "
           "folder, or a run's folder for its newest), or a safetensors export. So many threads "
           "share each batch. Raises Error if there is none, or if the file is damaged.")
      .def_prop_ro(
          "name", [](const HeldNetwork& n) { return EscapeBytes(n.name()); },
          "The file that it was read from.")
      .def_prop_ro("threads", &HeldNetwork::threads, "The threads that share a batch.")
      .def_prop_ro(
          "canvas", [](const HeldNetwork& n) { return n.info().network.canvas; },
          "The side of the largest board that it can play on.")
      .def_prop_ro(
          "rules",
          [](const HeldNetwork& n) {
            std::vector<std::string> names;
            for (const std::string& name : n.info().rules) names.push_back(EscapeBytes(name));
            return names;
          },
          "The names of the rule sets that it was trained on.")
      .def_prop_ro(
          "steps", [](const HeldNetwork& n) { return n.info().steps; },
          "The number of training steps.")
      .def_prop_ro("architecture", &ArchitectureOf,
                   "The sizes of the network (docs/model-format.md): `canvas`, `blocks`, ….")
      .def("weights", &WeightsOf,
           nb::sig("def weights(self) -> dict[str, numpy.typing.NDArray[numpy.float32]]"),
           "Copies of the arrays of an export (docs/model-format.md), by name.")
      .def_static("from_weights", &FromWeights, "architecture"_a, "weights"_a,
                  "rules"_a = std::vector<std::string>(), "steps"_a = 0, "threads"_a = 1,
                  nb::sig("def from_weights(architecture: dict[str, int], weights: dict[str, "
                          "numpy.typing.NDArray[numpy.float32]], rules: "
                          "collections.abc.Sequence[str] = [], steps: int = 0, threads: int = 1) "
                          "-> Network"),
                  "Makes a network of such arrays, and of the names of the rule sets that it was "
                  "trained on. Raises Error if they do not fit the architecture.")
      .def("save", &Save, "file"_a,
           "Writes a safetensors export, NAME.safetensors, of which `raichi import` makes a model.")
      .def("evaluate", &EvaluateGames, "games"_a, EVALUATE_SIGNATURE("evaluate"), kEvaluateDoc)
      .def("__call__", &EvaluateGames, "games"_a, EVALUATE_SIGNATURE("__call__"),
           "The same: a network is an evaluator as a function is.")
      .def("__repr__",
           [](const HeldNetwork& n) {
             return nb::str("Network({!r}, threads={})").format(EscapeBytes(n.name()), n.threads());
           })
      .def(
          "__copy__", [](nb::handle_t<HeldNetwork> self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Network"))
      .def(
          "__deepcopy__",
          [](nb::handle_t<HeldNetwork> self, nb::handle) { return nb::borrow(self); },
          nb::sig("def __deepcopy__(self, memo: dict[int, typing.Any], /) -> Network"));
  AddPickling(
      type,
      [](const HeldNetwork& n) {
        const std::string bytes = n.Bytes();
        return std::tuple(nb::bytes(n.name().data(), n.name().size()),
                          nb::bytes(bytes.data(), bytes.size()), n.threads());
      },
      [](const auto& state) {
        const auto& [name, bytes, threads] = state;
        return HeldNetwork(std::string(name.c_str(), name.size()),
                           ParseTensorFile(std::string(bytes.c_str(), bytes.size()), kExportKind,
                                           kExportVersion, "pickled network"),
                           CheckRange("threads", {.value = threads}, 1, kMostThreads));
      });
  module.def("network_names", &NetworkNames, "The names of the networks in the package, sorted.");
  module.def("instructions", &Instructions,
             "The instruction set that networks use: plain, avx2 or avx512, the best of the "
             "processor unless the environment variable RAICHI_INSTRUCTIONS names another.");
}

}  // namespace raichi

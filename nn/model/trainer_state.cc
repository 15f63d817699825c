#include "nn/model/trainer_state.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/model/tensor_file.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

constexpr const char* kKind = "raichi trainer";
constexpr int kVersion = 1;
constexpr const char* kPast = "window.past";  // states of older programs lack it

size_t CountAll(const NetworkConfig& config) {
  size_t count = 0;
  for (const WeightSpec& spec : WeightSpecs(config)) count += spec.Count();
  return count;
}

std::vector<float> TakeVector(TensorFile* file, const std::string& name, size_t size,
                              const std::filesystem::path& path) {
  const auto it = file->tensors.find(name);
  if (it == file->tensors.end() || it->second.values.size() != size) {
    throw DamagedError(path.string() + ": its " + name + " do not fit its architecture");
  }
  return std::move(it->second.values);
}

std::vector<std::string> ParseNames(const std::string& key, const TensorFile& file,
                                    const std::filesystem::path& path) {
  try {
    return nlohmann::json::parse(file.Word(key, path)).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception& error) {
    throw DamagedError(path.string() + ": `" + key + "`: " + error.what());
  }
}

WindowState ParseWindow(const TensorFile& file, const std::filesystem::path& path) {
  WindowState window;
  window.dropped = file.Word("window.dropped", path);
  window.positions_made = file.Number("window.positions_made", path);
  window.shards = ParseNames("window.shards", file, path);
  if (file.metadata.contains(kPast)) window.past = ParseNames(kPast, file, path);
  return window;
}

}  // namespace

void WriteTrainerState(const std::filesystem::path& file, const TrainerState& state) {
  TensorFile out;
  WriteNetworkWords(state.network, &out.metadata);
  out.metadata["encoder"] = std::to_string(kEncoderVersion);
  out.metadata["optimizer"] = state.optimizer;
  out.metadata["step"] = std::to_string(state.step);
  if (state.moments_begin > 0) {
    out.metadata["moments_begin"] = std::to_string(state.moments_begin);
  }
  out.metadata["seed"] = std::to_string(static_cast<int64_t>(state.seed));
  out.metadata["window.dropped"] = state.window.dropped;
  out.metadata["window.positions_made"] = std::to_string(state.window.positions_made);
  out.metadata["window.shards"] = nlohmann::json(state.window.shards).dump();
  out.metadata[kPast] = nlohmann::json(state.window.past).dump();
  const auto put = [&](const char* name, const std::vector<float>& values) {
    out.tensors[name] = {{static_cast<int64_t>(values.size())}, values};
  };
  put("weights", state.weights);
  put("averages", state.averages);
  put("first", state.first);
  put("second", state.second);
  WriteTensorFile(file, std::move(out), kKind, kVersion);
}

TrainerState ReadTrainerState(const std::filesystem::path& file) {
  TensorFile in = ReadTensorFile(file, kKind, kVersion);
  if (in.Number("encoder", file) != kEncoderVersion) {
    throw VersionError(file.string() + ": is for encoder version " + in.Word("encoder", file) +
                       ", this program has version " + std::to_string(kEncoderVersion));
  }
  TrainerState state;
  state.network = NetworkFromWords(in, file);
  state.optimizer = in.Word("optimizer", file);
  state.step = in.Number("step", file);
  state.seed = static_cast<uint64_t>(in.Number("seed", file));
  if (in.metadata.contains("moments_begin")) {
    state.moments_begin = in.Number("moments_begin", file);
  }
  state.window = ParseWindow(in, file);
  const size_t all = CountAll(state.network);
  const auto trained = static_cast<size_t>(CountWeights(state.network));
  state.weights = TakeVector(&in, "weights", all, file);
  state.averages = TakeVector(&in, "averages", all, file);
  state.first = TakeVector(&in, "first", trained, file);
  state.second = TakeVector(&in, "second", trained, file);
  return state;
}

}  // namespace raichi

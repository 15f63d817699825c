#include "nn/model/trainer_state.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/json.h"
#include "base/text.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"
#include "nn/model/weights.h"
#include "selfplay/records/shard_names.h"

namespace raichi {

namespace {

constexpr const char* kStateKind = "raichi trainer";
constexpr const char* kPast = "window.past";          // states of older programs lack it
constexpr const char* kRate = "learning_rate";        // the same
constexpr const char* kFirst = "window.first_model";  // the same

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
  return ReadJson<DamagedError>(path.string() + ": `" + key + "` ", [&] {
    return ShardNamesFromJson(ParseJson(file.Word(key, path)));
  });
}

WindowState ParseWindow(const TensorFile& file, const std::filesystem::path& path) {
  WindowState window;
  window.dropped = file.Word("window.dropped", path);
  window.positions_made = file.Number("window.positions_made", path);
  window.shards = ParseNames("window.shards", file, path);
  if (file.metadata.contains(kPast)) window.past = ParseNames(kPast, file, path);
  if (file.metadata.contains(kFirst)) {
    window.first_model = static_cast<int>(file.Number(kFirst, path));
  }
  return window;
}

TrainerState StateFrom(TensorFile in, const std::filesystem::path& file) {
  CheckEncoder(in.Number("encoder", file), file);
  TrainerState state;
  state.network = NetworkFromWords(in, file);
  CheckNetworkVersion(in, file);
  state.optimizer = in.Word("optimizer", file);
  state.step = in.Number("step", file);
  state.seed = static_cast<uint64_t>(in.Number("seed", file));
  if (in.metadata.contains("moments_begin")) {
    state.moments_begin = in.Number("moments_begin", file);
  }
  if (in.metadata.contains(kRate)) {
    const auto rate = ParseNumber(in.Word(kRate, file), 0.0);
    if (!rate) throw DamagedError(file.string() + ": `" + kRate + "` is no learning rate");
    state.learning_rate = *rate;
  }
  state.window = ParseWindow(in, file);
  const auto take = [&](const char* name, bool trained_only) {
    size_t size = 0;
    for (const WeightSpec& spec : WeightSpecs(state.network)) {
      if (!trained_only || spec.kind != WeightKind::kStatistic) size += spec.Count();
    }
    return TakeVector(&in, name, size, file);
  };
  state.weights = take("weights", false);
  state.averages = take("averages", false);
  state.first = take("first", true);
  state.second = take("second", true);
  const std::string bad = NotFinite(state);
  if (!bad.empty()) throw DamagedError(file.string() + ": its " + bad + " contain NaN or infinity");
  return state;
}

}  // namespace

std::string NotFinite(const TrainerState& state) {
  const auto is_finite = [](float x) { return std::isfinite(x); };
  if (!std::ranges::all_of(state.weights, is_finite)) return "weights";
  if (!std::ranges::all_of(state.averages, is_finite)) return "averages";
  const bool are_finite =
      std::ranges::all_of(state.first, is_finite) && std::ranges::all_of(state.second, is_finite);
  return are_finite ? "" : "moments";
}

std::string TrainerStateBytes(const TrainerState& state) {
  TensorFile out;
  WriteNetworkWords(state.network, &out.metadata);
  out.metadata["encoder"] = std::to_string(kEncoderVersion);
  out.metadata["optimizer"] = state.optimizer;
  out.metadata["step"] = std::to_string(state.step);
  if (state.moments_begin > 0) {
    out.metadata["moments_begin"] = std::to_string(state.moments_begin);
  }
  if (state.learning_rate > 0) {
    std::ostringstream rate;
    rate << std::setprecision(17) << state.learning_rate;
    out.metadata[kRate] = rate.str();
  }
  out.metadata["seed"] = std::to_string(static_cast<int64_t>(state.seed));
  out.metadata["window.dropped"] = state.window.dropped;
  out.metadata["window.positions_made"] = std::to_string(state.window.positions_made);
  out.metadata["window.shards"] = JsonText(ShardNamesToJson(state.window.shards));
  out.metadata[kPast] = JsonText(ShardNamesToJson(state.window.past));
  out.metadata[kFirst] = std::to_string(state.window.first_model);
  const auto put = [&](const char* name, const std::vector<float>& values) {
    out.tensors[name] = {{static_cast<int64_t>(values.size())}, values};
  };
  put("weights", state.weights);
  put("averages", state.averages);
  put("first", state.first);
  put("second", state.second);
  return TensorFileBytes(std::move(out), kStateKind, NetworkVersion(state.network));
}

void WriteTrainerState(const std::filesystem::path& file, const TrainerState& state) {
  AtomicWrite(file, TrainerStateBytes(state));
}

TrainerState ReadTrainerState(const std::filesystem::path& file) {
  return StateFrom(ReadTensorFile(file, kStateKind, kNewestNetworkVersion), file);
}

TrainerState ParseTrainerState(const std::string& bytes, const std::string& name) {
  return StateFrom(ParseTensorFile(bytes, kStateKind, kNewestNetworkVersion, name), name);
}

}  // namespace raichi

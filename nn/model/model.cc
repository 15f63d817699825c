#include "nn/model/model.h"

#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/json.h"
#include "base/parse_number.h"
#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/model/network_words.h"
#include "nn/model/tensor_file.h"
#include "nn/model/upgrade.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

constexpr const char* kKind = "raichi model";
constexpr const char* kTrainingPrefix = "training.";

/// Parses a model's metadata without checking its tensors.
ModelInfo ParseInfo(const TensorFile& file, const std::filesystem::path& path) {
  ModelInfo info;
  info.encoder_version = static_cast<int>(file.Number("encoder", path));
  CheckEncoder(info.encoder_version, path);
  info.network = NetworkFromWords(file, path);
  CheckNetworkVersion(file, path);
  info.steps = file.Number("steps", path);
  info.rules = ReadJson<DamagedError>(path.string() + ": `rules` ", [&] {
    return ParseJson(file.Word("rules", path)).get<std::vector<std::string>>();
  });
  for (const auto& [key, word] : file.metadata) {
    if (key.starts_with(kTrainingPrefix)) {
      info.training[key.substr(std::string(kTrainingPrefix).size())] = word;
    }
  }
  return info;
}

}  // namespace

int64_t ModelInfo::TrainingNumber(const std::string& name) const {
  const auto word = training.find(name);
  return word == training.end() ? 0 : ParseNumber<int64_t>(word->second).value_or(0);
}

std::filesystem::path ModelFile(const std::filesystem::path& model) {
  return IsFolder(model) ? model / "model.raichi" : model;
}

ModelInfo ReadModelInfo(const std::filesystem::path& model) {
  const std::filesystem::path path = ModelFile(model);
  return ParseInfo(ReadTensorFile(path, kKind, kNewestNetworkVersion), path);
}

Model ReadModel(const std::filesystem::path& model) {
  const std::filesystem::path path = ModelFile(model);
  const TensorFile file = ReadTensorFile(path, kKind, kNewestNetworkVersion);
  Model result;
  result.info = ParseInfo(file, path);
  const std::vector<WeightSpec> specs = WeightSpecs(result.info.network);
  for (const WeightSpec& spec : specs) {
    const std::vector<int64_t> shape = ShapeIn(result.info.encoder_version, spec);
    const std::vector<float>& values = file.Weights(spec.name, shape, path);
    result.weights.insert(result.weights.end(), values.begin(), values.end());
  }
  file.CheckCount(specs.size(), path);
  result.weights =
      UpgradeWeights(result.info.encoder_version, result.info.network, std::move(result.weights));
  result.info.encoder_version = kEncoderVersion;
  return result;
}

std::map<std::string, std::string> ModelWords(const ModelInfo& info) {
  std::map<std::string, std::string> words;
  WriteNetworkWords(info.network, &words);
  words["encoder"] = std::to_string(info.encoder_version);
  words["steps"] = std::to_string(info.steps);
  words["rules"] = JsonText(info.rules);
  for (const auto& [key, word] : info.training) words[kTrainingPrefix + key] = word;
  return words;
}

std::string ModelBytes(const Model& model) {
  TensorFile file;
  file.metadata = ModelWords(model.info);
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    const auto end = next + static_cast<std::ptrdiff_t>(spec.Count());
    file.tensors[spec.name] = {spec.shape, {next, end}};
    next = end;
  }
  return TensorFileBytes(std::move(file), kKind, NetworkVersion(model.info.network));
}

void WriteRandomModel(const std::filesystem::path& file, const NetworkConfig& config,
                      uint64_t seed) {
  Model model;
  model.info.network = config;
  model.info.encoder_version = kEncoderVersion;
  model.weights = InitialWeights(config, seed);
  AtomicWrite(file, ModelBytes(model));
}

}  // namespace raichi

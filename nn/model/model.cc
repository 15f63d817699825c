#include "nn/model/model.h"

#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/output_file.h"
#include "base/json.h"
#include "base/text.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"
#include "nn/model/tensor_file.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

constexpr const char* kModelKind = "raichi model";
constexpr const char* kTrainingPrefix = "training.";

ModelInfo ParseInfo(const TensorFile& file, const std::filesystem::path& path) {
  ModelInfo info = InfoFrom(file, path);
  CheckNetworkVersion(file, path);
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
  return ParseInfo(ReadTensorFile(path, kModelKind, kNewestNetworkVersion), path);
}

Model ReadModel(const std::filesystem::path& model) {
  const std::filesystem::path path = ModelFile(model);
  return ParseModel(ReadFile(path, kMaxModelBytes), path);
}

Model ParseModel(const std::string& bytes, const std::filesystem::path& path) {
  const TensorFile file = ParseTensorFile(bytes, kModelKind, kNewestNetworkVersion, path);
  Model result;
  result.info = ParseInfo(file, path);
  const std::vector<WeightSpec> specs = WeightSpecs(result.info.network);
  for (const WeightSpec& spec : specs) {
    const std::vector<float>& values = file.Weights(spec.name, spec.shape, path);
    result.weights.insert(result.weights.end(), values.begin(), values.end());
  }
  file.CheckCount(specs.size(), path);
  result.info.encoder_version = kEncoderVersion;
  return result;
}

ModelInfo InfoFrom(const TensorFile& file, const std::filesystem::path& path) {
  ModelInfo info;
  info.encoder_version = static_cast<int>(file.Number("encoder", path));
  CheckEncoder(info.encoder_version, path);
  info.network = NetworkFromWords(file, path);
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
  return TensorFileBytes(std::move(file), kModelKind, NetworkVersion(model.info.network));
}

void WriteRandomModel(const std::filesystem::path& file, const NetworkConfig& config,
                      uint64_t seed) {
  Model model;
  model.info.network = config;
  model.info.encoder_version = kEncoderVersion;
  model.weights = InitialWeights(config, seed);
  AtomicWrite(file, ModelBytes(model));
}

namespace {

std::string NetworkYaml(const ModelInfo& info) {
  const NetworkConfig& network = info.network;
  std::ostringstream out;
  out << "# The metadata of model.raichi, for people; no program reads this file.\n"
      << "encoder: " << info.encoder_version << "\n"
      << "canvas: " << network.canvas << "\n"
      << "blocks: " << network.blocks << "\n"
      << "channels: " << network.channels << "\n"
      << "pool_every: " << network.pool_every << "\n"
      << "policy_channels: " << network.policy_channels << "\n"
      << (network.policy_destinations ? "policy_destinations: true\n" : "")
      << "value_channels: " << network.value_channels << "\n"
      << "value_hidden: " << network.value_hidden << "\n"
      << "weights: " << CountWeights(network) << "\n"
      << "rules: " << JsonText(info.rules) << "\n";
  return out.str();
}

std::string TrainYaml(const ModelInfo& info) {
  std::ostringstream out;
  out << "steps: " << info.steps << "\n";
  for (const auto& [key, word] : info.training)
    out << JsonText(key) << ": " << JsonText(word) << "\n";
  return out.str();
}

}  // namespace

void WriteModelFolder(const std::filesystem::path& folder, const Model& model) {
  const std::filesystem::path temporary = TemporaryPath(folder);
  try {
    RemoveTree(temporary);
    EnsureFolder(temporary);
    AtomicWrite(temporary / "network.yaml", NetworkYaml(model.info));
    AtomicWrite(temporary / "train.yaml", TrainYaml(model.info));
    AtomicWrite(temporary / "model.raichi", ModelBytes(model));
    MoveFile(temporary, folder);  // fails if there are files in `folder`
  } catch (const WriteError& error) {
    std::error_code none;
    std::filesystem::remove_all(temporary, none);
    throw WriteError(
        folder.string() + ": cannot put a model there: " + SystemReason(folder, error.code()),
        error.code());
  }
}

}  // namespace raichi

#include <sstream>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/temporary.h"
#include "base/json.h"
#include "nn/model/model_weights.h"

namespace raichi {
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
  RemoveTree(temporary);
  if (!MakeFolder(temporary)) throw Error(temporary.string() + ": cannot make the folder");
  try {
    AtomicWrite(temporary / "network.yaml", NetworkYaml(model.info));
    AtomicWrite(temporary / "train.yaml", TrainYaml(model.info));
    AtomicWrite(temporary / "model.raichi", ModelBytes(model));
  } catch (const WriteError&) {
    RemoveTree(temporary);
    throw;
  }
  try {
    MoveFile(temporary, folder);  // fails if there are files in `folder`
  } catch (const WriteError& error) {
    RemoveTree(temporary);
    throw WriteError(
        folder.string() + ": cannot put a model there: " + SystemReason(folder, error.code()),
        error.code());
  }
}

}  // namespace raichi

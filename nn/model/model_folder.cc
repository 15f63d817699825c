#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "nn/model/model_weights.h"
#include "rules/error.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

std::string Quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string NetworkYaml(const ModelInfo& info) {
  std::ostringstream out;
  out << "# What model.raichi says of itself, for people; nothing reads this file.\n"
      << "encoder: " << info.encoder_version << "\n"
      << "canvas: " << info.network.canvas << "\n"
      << "blocks: " << info.network.blocks << "\n"
      << "channels: " << info.network.channels << "\n"
      << "pool_every: " << info.network.pool_every << "\n"
      << "policy_channels: " << info.network.policy_channels << "\n"
      << "value_channels: " << info.network.value_channels << "\n"
      << "value_hidden: " << info.network.value_hidden << "\n"
      << "weights: " << CountWeights(info.network) << "\n"
      << "rules: " << nlohmann::json(info.rules).dump() << "\n";
  return out.str();
}

std::string TrainYaml(const ModelInfo& info) {
  std::ostringstream out;
  out << "steps: " << info.steps << "\n";
  for (const auto& [key, word] : info.training) out << Quoted(key) << ": " << Quoted(word) << "\n";
  return out.str();
}

void SyncFolder(const std::filesystem::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;  // what may not be read cannot be synced
  ::fsync(file);
  ::close(file);
}

}  // namespace

void WriteModelFolder(const std::filesystem::path& folder, const Model& model) {
  std::filesystem::path temporary = folder;
  temporary += ".tmp";
  std::error_code error;
  std::filesystem::remove_all(temporary, error);
  std::filesystem::create_directory(temporary, error);
  if (error) throw Error(temporary.string() + ": cannot make the folder: " + error.message());
  try {
    AtomicWrite(temporary / "network.yaml", NetworkYaml(model.info));
    AtomicWrite(temporary / "train.yaml", TrainYaml(model.info));
    AtomicWrite(temporary / "model.raichi", ModelBytes(model));
  } catch (const Error&) {
    std::filesystem::remove_all(temporary, error);
    throw;
  }
  std::filesystem::remove_all(folder, error);
  std::filesystem::rename(temporary, folder, error);
  if (error) throw Error(folder.string() + ": cannot rename into place: " + error.message());
  SyncFolder(std::filesystem::absolute(folder).parent_path());
}

}  // namespace raichi

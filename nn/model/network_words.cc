#include "nn/model/network_words.h"

#include "base/error.h"
#include "nn/input/encoder.h"

namespace raichi {

void WriteNetworkWords(const NetworkConfig& config, std::map<std::string, std::string>* words) {
  const auto put = [&](const char* key, int value) {
    (*words)[std::string("network.") + key] = std::to_string(value);
  };
  put("canvas", config.canvas);
  put("blocks", config.blocks);
  put("channels", config.channels);
  put("pool_every", config.pool_every);
  put("policy_channels", config.policy_channels);
  if (config.policy_destinations) put("policy_destinations", 1);
  put("value_channels", config.value_channels);
  put("value_hidden", config.value_hidden);
}

NetworkConfig NetworkFromWords(const TensorFile& file, const std::filesystem::path& path) {
  const auto get = [&](const char* key) {
    return static_cast<int>(file.Number(std::string("network.") + key, path));
  };
  const auto flag = [&](const char* key) {
    return file.metadata.contains(std::string("network.") + key) && get(key) == 1;
  };
  NetworkConfig config;
  config.canvas = get("canvas");
  config.blocks = get("blocks");
  config.channels = get("channels");
  config.pool_every = get("pool_every");
  config.policy_channels = get("policy_channels");
  config.policy_destinations = flag("policy_destinations");
  config.value_channels = get("value_channels");
  config.value_hidden = get("value_hidden");
  try {
    CheckConfig(config);
  } catch (const UsageError& error) {  // a newer program may support this architecture
    throw VersionError(path.string() + ": " + error.what());
  }
  return config;
}

void CheckNetworkVersion(const TensorFile& file, const std::filesystem::path& path) {
  const int64_t version = file.Number("version", path);
  const auto refuse = [&](const char* part) {
    throw VersionError(path.string() + ": has " + part + " of an earlier kind, which this " +
                       "program cannot compute; train the network again");
  };
  if (file.metadata.contains("network.line_channels")) refuse("line convolutions");
  if (file.metadata.contains("network.value_error")) refuse("a value head");
  if (version < 5 && file.metadata.contains("network.policy_destinations")) {
    refuse("policy destinations");
  }
}

void CheckEncoder(int64_t version, const std::filesystem::path& path) {
  if (version >= 1 && version <= kEncoderVersion) return;
  throw VersionError(path.string() + ": is for encoder version " + std::to_string(version) +
                     ", this program has version " + std::to_string(kEncoderVersion));
}

}  // namespace raichi

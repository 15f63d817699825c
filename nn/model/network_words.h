#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "nn/model/network_config.h"
#include "nn/model/safetensors.h"

namespace raichi {

/// Write a network's architecture into a file's metadata, and read it back. Reading throws
/// DamagedError, and VersionError if this program does not support the architecture.
void WriteNetworkWords(const NetworkConfig& config, std::map<std::string, std::string>* words);
NetworkConfig NetworkFromWords(const TensorFile& file, const std::filesystem::path& path);
/// The version of the files of a network's models and trainer states: 5 if its policy reads
/// destinations, 3 if it has line convolutions, 2 if it predicts its value's error, else 1. Line
/// convolutions of files of version 2 and destinations of version 4 were others; those files cannot
/// be read.
inline constexpr int kNewestNetworkVersion = 5;
inline int NetworkVersion(const NetworkConfig& config) {
  if (config.policy_destinations) return 5;
  return config.line_channels > 0 ? 3 : config.value_error ? 2 : 1;
}
/// Throws VersionError naming the file if this program cannot compute networks of its version.
void CheckNetworkVersion(const TensorFile& file, const NetworkConfig& network,
                         const std::filesystem::path& path);
/// Throws VersionError naming the file if this program cannot read that version of the encoder.
void CheckEncoder(int64_t version, const std::filesystem::path& path);

}  // namespace raichi

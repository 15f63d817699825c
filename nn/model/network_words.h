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
/// destinations, else 1. Versions 2 to 4 had parts that this program cannot compute.
inline constexpr int kNewestNetworkVersion = 5;
inline int NetworkVersion(const NetworkConfig& config) {
  return config.policy_destinations ? 5 : 1;
}
/// Throws VersionError naming the file if its network has parts that this program cannot compute.
void CheckNetworkVersion(const TensorFile& file, const std::filesystem::path& path);
/// Throws VersionError naming the file if this program cannot read that version of the encoder.
void CheckEncoder(int64_t version, const std::filesystem::path& path);

}  // namespace raichi

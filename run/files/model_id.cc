#include "run/files/model_id.h"

#include <bit>
#include <map>
#include <string_view>

#include "base/checksum.h"
#include "nn/model/model_weights.h"
#include "nn/model/network_words.h"
#include "nn/model/upgrade.h"

namespace raichi {

std::string WeightsChecksum(const NetworkConfig& network, const std::vector<float>& weights) {
  static_assert(std::endian::native == std::endian::little);
  std::map<std::string, std::string> words;
  WriteNetworkWords(network, &words);
  std::string bytes;
  for (const auto& [key, word] : words) bytes += key + "=" + word + "\n";
  const std::vector<float> oldest = OldestForm(network, weights);
  bytes.append(reinterpret_cast<const char*>(oldest.data()), oldest.size() * sizeof(float));
  return ChecksumText(bytes);
}

std::string WeightsChecksum(const std::filesystem::path& model) {
  const Model read = ReadModel(model);
  return WeightsChecksum(read.info.network, read.weights);
}

}  // namespace raichi

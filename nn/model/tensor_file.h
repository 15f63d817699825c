#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace raichi {

/// No file of a network or of what is said about one is larger.
inline constexpr uint64_t kMaxModelBytes = uint64_t{1} << 32;

/// Named arrays of floats with a few words about them, in one checked file: models and trainer
/// states. The format is safetensors, so that any language reads it; docs/network.md, "Model
/// files", says which metadata Raichi adds.
struct TensorFile {
  struct Tensor {
    std::vector<int64_t> shape;
    std::vector<float> values;  // row-major
  };
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
  bool half = false;  // whether they lie in the file as f16

  /// Throws Error naming `file` and the key if it is not there.
  const std::string& Word(const std::string& key, const std::filesystem::path& file) const;
  int64_t Number(const std::string& key, const std::filesystem::path& file) const;
};

/// Writes the file whole or not at all. `kind` is what it holds and `version` of what layout.
void WriteTensorFile(const std::filesystem::path& path, TensorFile file, const std::string& kind,
                     int version);
std::string TensorFileBytes(TensorFile file, const std::string& kind, int version);

/// Throws Error naming the file when it is missing, truncated, changed in any bit, of another kind
/// or of another version.
TensorFile ReadTensorFile(const std::filesystem::path& path, const std::string& kind, int version);

}  // namespace raichi

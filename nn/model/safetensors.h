#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// Named arrays of floats with metadata, in one file with a checksum: models, trainer states and
/// exports. The format is safetensors, which many languages can read; docs/network.md, "Model
/// files", lists the metadata that Raichi adds.
struct TensorFile {
  struct Tensor {
    std::vector<int64_t> shape;
    std::vector<float> values;  // row-major
  };
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
  bool half = false;  // written as f16

  /// Return the metadata value of a key. Throw DamagedError naming `file` and the key if the key is
  /// missing or, for Number, if its value is not a whole number.
  const std::string& Word(const std::string& key, const std::filesystem::path& file) const;
  int64_t Number(const std::string& key, const std::filesystem::path& file) const;
  /// Returns the values of the array `name`. Throws DamagedError naming `file` and the array if it
  /// is missing, has another shape, or contains NaN or infinity.
  const std::vector<float>& Weights(const std::string& name, const std::vector<int64_t>& shape,
                                    const std::filesystem::path& file) const;
  /// Throws DamagedError naming `file` unless it has `count` arrays.
  void CheckCount(size_t count, const std::filesystem::path& file) const;
};

/// Returns numbers in f16 or else in f32, little-endian. Throws Error if the last one is cut short.
std::vector<float> ReadValues(std::string_view bytes, bool half);

/// Returns the content of such a file. `kind` identifies the type of content and `version` its
/// layout.
std::string TensorFileBytes(TensorFile file, const std::string& kind, int version);

/// Whether a file must have a checksum. Files that other programs wrote may lack it.
enum class ChecksumUse { kRequired, kIfPresent };

/// Reads the content of a file of version 1 to `version` and verifies its checksum. Errors call the
/// file `path`. Throws VersionError if it has another kind or version, and DamagedError if it is
/// truncated or, as far as the checksum tells, any bit of it has changed.
TensorFile ParseTensorFile(const std::string& bytes, const std::string& kind, int version,
                           const std::filesystem::path& path,
                           ChecksumUse use = ChecksumUse::kRequired);

}  // namespace raichi

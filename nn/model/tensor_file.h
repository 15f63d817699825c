#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "nn/model/safetensors.h"

namespace raichi {

/// Upper bound on the size of model files, trainer states and model cards.
inline constexpr uint64_t kMaxModelBytes = uint64_t{1} << 32;

/// Writes the file whole or not at all.
void WriteTensorFile(const std::filesystem::path& path, TensorFile file, const std::string& kind,
                     int version);
/// Reads a file as ParseTensorFile does. Throws the same errors, and ReadError if the file cannot
/// be read.
TensorFile ReadTensorFile(const std::filesystem::path& path, const std::string& kind, int version);

}  // namespace raichi

#include "nn/model/tensor_file.h"

#include <utility>

#include "base/files/files.h"

namespace raichi {

void WriteTensorFile(const std::filesystem::path& path, TensorFile file, const std::string& kind,
                     int version) {
  AtomicWrite(path, TensorFileBytes(std::move(file), kind, version));
}

TensorFile ReadTensorFile(const std::filesystem::path& path, const std::string& kind, int version) {
  return ParseTensorFile(ReadFile(path, kMaxModelBytes), kind, version, path);
}

}  // namespace raichi

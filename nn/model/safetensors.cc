#include "nn/model/safetensors.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"

namespace raichi {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

constexpr const char* kNotOfFormat = "damaged, or not a file of this format: ";
constexpr const char* kMetadata = "__metadata__";
constexpr const char* kChecksum = "checksum";
constexpr size_t kLengthBytes = 8;
constexpr const char* kFloatType = "F32";
constexpr const char* kHalfType = "F16";
const std::string kNoChecksum(16, '0');

[[noreturn]] void Fail(const std::filesystem::path& path, const std::string& what) {
  throw DamagedError(path.string() + ": " + what);
}

size_t CountValues(const std::vector<int64_t>& shape) {
  size_t count = 1;
  for (const int64_t side : shape) count *= static_cast<size_t>(side);
  return count;
}

/// Returns the checksum of the bytes, with the checksum's own digits at `digits` taken as zeros.
std::string ChecksumWithout(std::string_view bytes, size_t digits) {
  const uint64_t before = Checksum(bytes.substr(0, digits));
  return ChecksumText(
      ChecksumAfter(ChecksumAfter(before, kNoChecksum), bytes.substr(digits + kNoChecksum.size())));
}

/// Returns the length of the header, which is stored in the first eight bytes.
size_t HeaderLength(const std::string& bytes, const std::filesystem::path& path) {
  uint64_t length = 0;
  if (bytes.size() < kLengthBytes) Fail(path, "too short for a safetensors file");
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > bytes.size() - kLengthBytes) Fail(path, "damaged: its header is cut short");
  return static_cast<size_t>(length);
}

/// Throws DamagedError if this is a file of another format.
void CheckContent(const std::string& bytes, const std::string& kind,
                  const std::filesystem::path& path) {
  if (bytes.size() > kLengthBytes && bytes[kLengthBytes] == '{') return;  // the header
  const std::string content = NameContent(bytes);
  if (!content.empty()) Fail(path, "holds " + content + "; expected a " + kind);
}

size_t ValueBytes(bool half) { return half ? sizeof(Eigen::half) : sizeof(float); }

void AppendValues(const std::vector<float>& values, bool half, std::string* bytes) {
  if (!half) {
    bytes->append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    return;
  }
  for (const float value : values) {
    const Eigen::half rounded(value);
    bytes->append(reinterpret_cast<const char*>(&rounded), sizeof(rounded));
  }
}

TensorFile::Tensor ReadTensor(const Json& entry, const std::string& bytes, size_t data,
                              size_t* next) {
  TensorFile::Tensor tensor;
  tensor.shape = entry.at("shape").get<std::vector<int64_t>>();
  const auto begin = entry.at("data_offsets").at(0).get<size_t>();
  const auto end = entry.at("data_offsets").at(1).get<size_t>();
  const bool half = entry.at("dtype") == kHalfType;
  if ((!half && entry.at("dtype") != kFloatType) || begin != *next || end < begin ||
      end > bytes.size() - data) {
    throw Error("its tensors do not fit the file");
  }
  tensor.values = ReadValues(std::string_view(bytes).substr(data + begin, end - begin), half);
  if (tensor.values.size() != CountValues(tensor.shape)) {
    throw Error("its tensors do not fit their shapes");
  }
  *next = end;
  return tensor;
}

/// Checks kind and version. Must run before any check of the layout, which may differ between
/// versions.
void CheckVersion(const TensorFile& file, const std::string& kind, int version,
                  const std::filesystem::path& path) {
  if (file.Word("kind", path) != kind) {
    throw VersionError(path.string() + ": holds a " + file.Word("kind", path) + ", expected a " +
                       kind);
  }
  const int64_t found = file.Number("version", path);
  if (found < 1 || found > version) {
    throw VersionError(path.string() + ": is a " + kind + " of version " +
                       file.Word("version", path) + ", expected " + (version > 1 ? "1 to " : "") +
                       std::to_string(version));
  }
}

void CheckChecksum(const TensorFile& file, const std::string& bytes,
                   const std::filesystem::path& path) {
  const std::string& checksum = file.Word(kChecksum, path);
  const size_t digits = bytes.find("\"checksum\":\"" + checksum);
  if (checksum.size() != kNoChecksum.size() || digits == std::string::npos ||
      ChecksumWithout(bytes, digits + std::strlen("\"checksum\":\"")) != checksum) {
    Fail(path, "damaged: its checksum does not match");
  }
}

}  // namespace

const std::string& TensorFile::Word(const std::string& key,
                                    const std::filesystem::path& file) const {
  const auto it = metadata.find(key);
  if (it == metadata.end()) Fail(file, "its metadata lacks `" + key + "`");
  return it->second;
}

int64_t TensorFile::Number(const std::string& key, const std::filesystem::path& file) const {
  const std::string& text = Word(key, file);
  const auto number = ParseNumber<int64_t>(text);
  if (!number) Fail(file, "`" + key + "` is " + text + ", expected a whole number");
  return *number;
}

std::vector<float> ReadValues(std::string_view bytes, bool half) {
  const size_t size = ValueBytes(half);
  if (bytes.size() % size != 0) throw Error("its tensors are cut short");
  std::vector<float> values(bytes.size() / size);
  if (!half) {
    bytes.copy(reinterpret_cast<char*>(values.data()), bytes.size());  // which may be none
    return values;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    Eigen::half value;
    std::memcpy(&value, bytes.data() + i * size, size);
    values[i] = static_cast<float>(value);
  }
  return values;
}

const std::vector<float>& TensorFile::Weights(const std::string& name,
                                              const std::vector<int64_t>& shape,
                                              const std::filesystem::path& file) const {
  const auto it = tensors.find(name);
  if (it == tensors.end()) Fail(file, "lacks the weights " + name);
  if (it->second.shape != shape || it->second.values.size() != CountValues(shape)) {
    Fail(file, "weights " + name + " have another shape than the architecture's");
  }
  const std::vector<float>& values = it->second.values;
  if (!std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); })) {
    Fail(file, "weights " + name + " contain NaN or infinity");
  }
  return values;
}

void TensorFile::CheckCount(size_t count, const std::filesystem::path& file) const {
  if (tensors.size() != count) Fail(file, "has weights that its architecture does not have");
}

std::string TensorFileBytes(TensorFile file, const std::string& kind, int version) {
  file.metadata["kind"] = kind;
  file.metadata["version"] = std::to_string(version);
  file.metadata[kChecksum] = kNoChecksum;
  Json header;
  header[kMetadata] = file.metadata;
  size_t offset = 0;
  for (const auto& [name, tensor] : file.tensors) {
    const size_t end = offset + tensor.values.size() * ValueBytes(file.half);
    header[name] = {{"data_offsets", {offset, end}},
                    {"dtype", file.half ? kHalfType : kFloatType},
                    {"shape", tensor.shape}};
    offset = end;
  }
  std::string text = JsonText(header);
  text.append((kLengthBytes - text.size() % kLengthBytes) % kLengthBytes, ' ');
  std::string bytes(kLengthBytes, '\0');
  const uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, kLengthBytes);
  bytes += text;
  bytes.reserve(bytes.size() + offset);
  for (const auto& [name, tensor] : file.tensors) AppendValues(tensor.values, file.half, &bytes);
  const size_t digits = bytes.find("\"checksum\":\"") + std::strlen("\"checksum\":\"");
  bytes.replace(digits, kNoChecksum.size(), ChecksumText(bytes));
  return bytes;
}

TensorFile ParseTensorFile(const std::string& bytes, const std::string& kind, int version,
                           const std::filesystem::path& path, ChecksumUse use) {
  CheckContent(bytes, kind, path);
  const size_t data = kLengthBytes + HeaderLength(bytes, path);
  TensorFile file;
  try {
    ReadJson("its header ", [&] {
      const auto header =
          ParseJson(std::string_view(bytes).substr(kLengthBytes, data - kLengthBytes))
              .get<std::map<std::string, Json>>();  // sorted by name, the order of their data
      file.metadata = header.at(kMetadata).get<std::map<std::string, std::string>>();
      // Checked first, because a flipped bit must not look like another version.
      if (use == ChecksumUse::kRequired || file.metadata.contains(kChecksum)) {
        CheckChecksum(file, bytes, path);
      }
      CheckVersion(file, kind, version, path);
      size_t next = 0;
      for (const auto& [name, entry] : header) {
        if (name != kMetadata) file.tensors[name] = ReadTensor(entry, bytes, data, &next);
      }
      if (data + next != bytes.size()) throw Error("its size is not what its header says");
    });
  } catch (const std::bad_alloc&) {  // the file may be good
    throw;
  } catch (const VersionError&) {
    throw;
  } catch (const DamagedError&) {
    throw;
  } catch (const std::exception& error) {
    Fail(path, kNotOfFormat + std::string(error.what()));
  }
  return file;
}

}  // namespace raichi

#include "base/content.h"

#include <algorithm>
#include <array>

#include "base/lower.h"

namespace raichi {
namespace {

struct Sign {
  std::string_view bytes;  // of the beginning
  const char* name;
};

constexpr size_t kLooked = 512;  // bytes

constexpr std::array<Sign, 8> kSigns = {
    {{"version https://git-lfs.github.com/spec/",
      "a Git LFS pointer in place of the file, which `git lfs pull` fetches"},
     {"PK\x03\x04", "a zip archive, as PyTorch and TorchScript write"},
     {"\x80\x02", "a Python pickle, as PyTorch writes"},
     {"\x89HDF", "an HDF5 file"},
     {"\x1f\x8b", "a gzip archive"},
     {"\x28\xb5\x2f\xfd", "a zstd archive"},
     {"\x57\x2a\x4d\x18\x38", "a shard of game records"},
     {"\x7f"
      "ELF",
      "a program"}}};

/// Whether this is the head of a ModelProto: the version of its representation, then one of the
/// fields that follow it.
bool IsOnnx(std::string_view bytes) {
  constexpr std::string_view kNextFields = "\x12\x1a\x22\x3a\x42";  // producer, domain, graph, …
  return bytes.size() > 2 && bytes[0] == '\x08' && bytes[1] > 2 && bytes[1] < 32 &&
         kNextFields.find(bytes[2]) != kNextFields.npos;
}

bool IsHtml(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  const std::string head = Lower(bytes.substr(0, 16));
  return head.starts_with("<!doctype html") || head.starts_with("<html");
}

bool IsText(std::string_view bytes) {
  return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\r' && c != '\n') || byte == 0x7f;
  });
}

}  // namespace

std::string NameContent(std::string_view beginning) {
  const std::string_view looked = beginning.substr(0, kLooked);
  for (const Sign& sign : kSigns) {
    if (looked.starts_with(sign.bytes)) return sign.name;
  }
  if (IsOnnx(looked)) return "an ONNX network";
  if (IsHtml(looked)) return "an HTML page, as servers send in place of a file";
  return IsText(looked) ? "text" : "";
}

}  // namespace raichi

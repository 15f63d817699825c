#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/yaml/yaml.h"

namespace raichi {
namespace {

/// Appends the rest of the file to `text`. Stops when `text` is one byte longer than the longest
/// valid document; the parser then reports the error. Returns false, with errno set, if reading
/// failed.
bool ReadRest(int descriptor, std::string* text) {
  char buffer[4096];
  while (text->size() <= kMaxYamlBytes) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    text->append(buffer, static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

YamlNode LoadYaml(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  const bool is_read = descriptor >= 0 && ReadRest(descriptor, &text);
  const int code = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!is_read) {
    throw ReadError(file.string() + ": cannot be read: " + std::strerror(code), code);
  }
  return ParseYaml(text, file.string());
}

}  // namespace raichi

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/error.h"
#include "base/files/guard.h"
#include "base/files/patience.h"
#include "base/sums.h"
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
  const std::string text = ReadPatiently(Patience(), [&] {
    const Descriptor descriptor = OpenFile(file, O_RDONLY);
    std::string read;
    if (descriptor.IsOpen() && ReadRest(descriptor.number(), &read)) return read;
    const int code = errno;
    throw ReadError(file.string() + ": cannot be read: " + SystemReason(file, code), code);
  });
  if (!AgreesWithSumLine(text)) {
    throw DamagedError(file.string() +
                       ": its last line is not the checksum of the others, so it is damaged or was "
                       "changed by hand; restore it or, if the change is meant, remove that line");
  }
  return ParseYaml(text, file.string());
}

}  // namespace raichi

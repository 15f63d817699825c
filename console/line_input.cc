#include "console/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace raichi {
namespace {

constexpr size_t kMostBytes = size_t{1} << 20;
constexpr size_t kMostOfLine = size_t{64} << 20;

}  // namespace

bool WaitForInput(int descriptor, int milliseconds) {
  pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

bool GetLine(std::istream& in, const std::string& name, std::string* line) {
  line->clear();
  for (char byte = 0; in.get(byte);) {
    if (byte == '\n') return true;
    if (line->size() == kMostOfLine) throw Error(name + ": a line of more than 64 MiB");
    line->push_back(byte);
  }
  if (line->empty() || in.bad()) return false;
  in.clear(std::ios::eofbit);  // the last line lacks its line break
  return true;
}

bool LineInput::IsReady(int milliseconds) {
  while (!is_at_end_ && buffer_.find('\n') == std::string::npos) {
    if (!WaitForInput(descriptor_, milliseconds) && milliseconds >= 0) return false;
    Read();
  }
  return true;
}

std::string LineInput::Peek() {
  IsReady(0);
  const size_t end = buffer_.find('\n');
  return end == std::string::npos || is_too_long_ ? "" : buffer_.substr(0, end);
}

std::optional<std::string> LineInput::Next() {
  IsReady(-1);
  if (buffer_.empty() && !is_too_long_) return std::nullopt;
  const size_t end = buffer_.find('\n');
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end == std::string::npos ? end : end + 1);
  if (std::exchange(is_too_long_, false)) throw Error(name_ + ": a line of more than a megabyte");
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

void LineInput::Read() {
  std::array<char, 4096> bytes;
  const ssize_t count = read(descriptor_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count < 0) throw Error(name_ + ": " + std::strerror(errno));
  is_at_end_ = count == 0;
  buffer_.append(bytes.data(), static_cast<size_t>(count));
  if (buffer_.size() > kMostBytes && buffer_.find('\n') == std::string::npos) {
    is_too_long_ = true;
    buffer_.clear();
  }
}

}  // namespace raichi

#include "app/engine/message_socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "console/line_input.h"

namespace raichi {
namespace {

constexpr uint32_t kMostBytes = 1 << 20;
constexpr size_t kLengthBytes = 4;

std::string ToBytes(uint32_t length) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(length >> shift & 255);
  return bytes;
}

uint32_t FromBytes(std::string_view bytes) {
  uint32_t length = 0;
  for (const char byte : bytes) length = length << 8 | static_cast<unsigned char>(byte);
  return length;
}

/// A connected socket, or -1 with errno set.
int Connect(const addrinfo& address) {
  const int descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol);
  if (descriptor < 0 || connect(descriptor, address.ai_addr, address.ai_addrlen) == 0) {
    return descriptor;
  }
  const int why = errno;
  close(descriptor);
  errno = why;
  return -1;
}

}  // namespace

MessageSocket::MessageSocket(const std::string& host, int port)
    : name_(host + ":" + std::to_string(port)) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int status = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (status != 0) Fail(std::string(gai_strerror(status)) + "; expected another --host");
  for (const addrinfo* at = found; at != nullptr && descriptor_ < 0; at = at->ai_next) {
    descriptor_ = Connect(*at);
  }
  const int why = errno;
  freeaddrinfo(found);
  if (descriptor_ < 0) {
    Fail(std::string("cannot connect: ") + std::strerror(why) +
         "; expected a server that waits there (--host, --port)");
  }
  const int on = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor_, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

MessageSocket::~MessageSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

void MessageSocket::Fail(const std::string& what) const { throw Error(name_ + ": " + what); }

void MessageSocket::Send(std::string_view message) {
  const std::string bytes = ToBytes(static_cast<uint32_t>(message.size())).append(message);
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail(std::string("cannot send: ") + std::strerror(errno));
    sent += static_cast<size_t>(count);
  }
}

std::string MessageSocket::Receive() {
  const uint32_t length = FromBytes(ReceiveBytes(kLengthBytes));
  if (length > kMostBytes) Fail("a message of more than a megabyte");
  return ReceiveBytes(length);
}

std::string MessageSocket::ReceiveBytes(size_t count) {
  std::string bytes(count, '\0');
  for (size_t got = 0; got < count;) {
    const ssize_t more = recv(descriptor_, bytes.data() + got, count - got, 0);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) Fail(std::string("the connection is lost: ") + std::strerror(errno));
    if (more == 0) Fail("the other side closed the connection before the game was over");
    got += static_cast<size_t>(more);
  }
  return bytes;
}

bool MessageSocket::HasInput() const { return WaitForInput(descriptor_, 0); }

}  // namespace raichi

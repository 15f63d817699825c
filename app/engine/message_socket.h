#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// A TCP connection that carries messages: the length in four bytes, most significant first, then
/// that many bytes. Failures, including a closed connection, throw Error beginning with HOST:PORT.
class MessageSocket {
 public:
  MessageSocket(const std::string& host, int port);
  ~MessageSocket();
  MessageSocket(const MessageSocket&) = delete;
  MessageSocket& operator=(const MessageSocket&) = delete;

  void Send(std::string_view message);
  /// Waits for the next message. A message of more than a megabyte is an Error.
  std::string Receive();
  /// Whether data or the end of the connection has arrived, so that `Receive` can start to read.
  bool HasInput() const;

 private:
  [[noreturn]] void Fail(const std::string& what) const;
  std::string ReceiveBytes(size_t count);

  std::string name_;
  int descriptor_ = -1;
};

}  // namespace raichi

#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// A TCP connection that carries messages: their length in bytes as four bytes, the highest first,
/// then the bytes. All errors are Errors that begin with HOST:PORT; that the other side is gone is
/// one of them.
class MessageSocket {
 public:
  MessageSocket(const std::string& host, int port);
  ~MessageSocket();
  MessageSocket(const MessageSocket&) = delete;
  MessageSocket& operator=(const MessageSocket&) = delete;

  void Send(std::string_view message);
  /// The next message; waits for it. One of more than a megabyte is an Error.
  std::string Receive();
  /// Whether something has come, or the end, so that `Receive` would begin to read.
  bool HasInput() const;

 private:
  [[noreturn]] void Fail(const std::string& what) const;
  std::string ReceiveBytes(size_t count);

  std::string name_;
  int descriptor_ = -1;
};

}  // namespace raichi

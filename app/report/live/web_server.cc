#include "app/report/live/web_server.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <exception>
#include <list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/report/live/http_request.h"
#include "base/error.h"
#include "base/text.h"
#include "console/log.h"

namespace raichi {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::seconds;

constexpr Seconds kForRequest{10};
constexpr Seconds kForAnswer{60};
constexpr Seconds kForGoodbye{2};  // until the client has read the answer and closes
constexpr int kTickMilliseconds = 100;
constexpr size_t kMostConnections = 64;
constexpr size_t kMostAccepted = 8;  // new ones in a turn, so that each has turns before it may go

class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&&) = delete;
  ~Socket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// An address's host, in brackets if it is of IPv6.
std::string InAddress(const std::string& host) {
  return host.find(':') == host.npos ? host : "[" + host + "]";
}

/// A socket that listens on an address, or one without a descriptor.
Socket ListenAt(const addrinfo& address) {
  constexpr int kBacklog = 128;
  Socket made(socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int yes = 1;  // a server that was just ended does not keep its port
  setsockopt(made.descriptor(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(made.descriptor(), address.ai_addr, address.ai_addrlen) == 0 &&
      listen(made.descriptor(), kBacklog) == 0) {
    return made;
  }
  return Socket(-1);
}

/// Listens on a port that no other program listens on.
Socket Listen(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) == 0) {
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
    for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
      Socket listener = ListenAt(*at);
      if (listener.descriptor() >= 0) return listener;
    }
  }
  throw Error("cannot listen on " + InAddress(host) + ":" + std::to_string(port) +
              ": the port is taken, or the host is not an address of this machine; choose another "
              "--port or --host");
}

struct BoundTo {
  int port = 0;
  bool is_loopback = false;
};

BoundTo AddressOf(const Socket& listener) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
  if (address.ss_family == AF_INET6) {
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
    return {ntohs(six.sin6_port), IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) != 0};
  }
  constexpr uint32_t kLoopbackByte = 127;
  const auto& four = reinterpret_cast<const sockaddr_in&>(address);
  return {ntohs(four.sin_port), ntohl(four.sin_addr.s_addr) >> 24 == kLoopbackByte};
}

std::string_view StatusWords(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 431:
      return "Request Header Fields Too Large";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

WebAnswer Plain(int status, const std::string& text) {
  return {.status = status,
          .type = "text/plain; charset=utf-8",
          .body = std::make_shared<const std::string>(text + "\n")};
}

WebAnswer Plain(int status) { return Plain(status, std::string(StatusWords(status))); }

/// One connection: a request is received, its answer is sent, and the client closes.
class Connection {
 public:
  explicit Connection(Socket socket) : socket_(std::move(socket)) {}

  int descriptor() const { return socket_.descriptor(); }
  bool IsSending() const { return state_ == State::kSending; }
  bool IsLate() const { return Clock::now() >= deadline_; }
  bool IsReceiving() const { return state_ == State::kReceiving; }

  /// Reads what has come. Returns the head of the request once it is whole.
  std::optional<HttpRequest> Receive();
  void Answer(const WebAnswer& answer, const HttpRequest& request);
  /// Sends as much as the client takes now.
  void Send();
  void GiveUp() { state_ = State::kOver; }
  bool IsOver() const { return state_ == State::kOver; }

 private:
  enum class State { kReceiving, kSending, kClosing, kOver };

  void Enter(State state, Seconds time) {
    state_ = state;
    deadline_ = Clock::now() + time;
  }
  std::string_view Rest() const;

  Socket socket_;
  State state_ = State::kReceiving;
  Clock::time_point deadline_ = Clock::now() + kForRequest;
  std::string received_;
  std::string head_;
  std::shared_ptr<const std::string> body_;
  size_t sent_ = 0;  // of head and body together
};

std::optional<HttpRequest> Connection::Receive() {
  std::array<char, 1 << 14> bytes;
  const ssize_t count = recv(descriptor(), bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  if (count <= 0) GiveUp();
  if (!IsReceiving()) return std::nullopt;  // a body, or further requests: nobody wants them
  const size_t searched = std::max(received_.size(), kHeadEnd.size()) - kHeadEnd.size();
  received_.append(bytes.data(), static_cast<size_t>(count));
  const size_t end = received_.find(kHeadEnd, searched);
  const size_t size = end == received_.npos ? received_.size() : end + kHeadEnd.size();
  if (size > kMostHeadBytes) return HttpRequest{.refusal = 431};
  if (end == received_.npos) return std::nullopt;
  return ParseHttpHead(std::string_view(received_).substr(0, size));
}

void Connection::Answer(const WebAnswer& answer, const HttpRequest& request) {
  const std::string tag = "\"" + answer.tag + "\"";
  const bool has_tag = !answer.tag.empty();
  const int status = has_tag && request.tag == tag ? 304 : answer.status;
  head_ = "HTTP/1.1 " + std::to_string(status) + " " + std::string(StatusWords(status)) +
          "\r\nConnection: close\r\nCache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n"
          "Cross-Origin-Resource-Policy: same-origin\r\n";
  if (has_tag) head_ += "ETag: " + tag + "\r\n";
  if (status == 405) head_ += "Allow: GET, HEAD\r\n";
  if (status != 304) {
    head_ += "Content-Type: " + answer.type +
             "\r\nContent-Length: " + std::to_string(answer.body->size()) + "\r\n";
    if (request.method != "HEAD") body_ = answer.body;
  }
  head_ += "\r\n";
  received_ = {};
  Enter(State::kSending, kForAnswer);
  Send();
}

std::string_view Connection::Rest() const {
  if (sent_ < head_.size()) return std::string_view(head_).substr(sent_);
  if (!body_) return "";
  return std::string_view(*body_).substr(sent_ - head_.size());
}

void Connection::Send() {
  while (!Rest().empty()) {
    const ssize_t count = send(descriptor(), Rest().data(), Rest().size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) return GiveUp();
    sent_ += static_cast<size_t>(count);
  }
  body_ = nullptr;
  // To close at once would discard the answer if the client still sends.
  shutdown(descriptor(), SHUT_WR);
  Enter(State::kClosing, kForGoodbye);
}

class PageServer {
 public:
  PageServer(std::string host, int port, const WebHandler& handler)
      : host_(std::move(host)),
        handler_(handler),
        listener_(Listen(host_, port)),
        bound_(AddressOf(listener_)) {}

  std::string Address() const {
    return "http://" + InAddress(host_) + ":" + std::to_string(bound_.port) + "/";
  }
  void Serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) TakeTurn();
  }

 private:
  void TakeTurn();
  void Continue(Connection* connection, bool is_ready);
  void Accept();
  void MakeRoom();
  WebAnswer AnswerTo(const HttpRequest& request) const;

  std::string host_;
  const WebHandler& handler_;
  Socket listener_;
  BoundTo bound_;
  std::list<Connection> connections_;  // the oldest first
};

void PageServer::TakeTurn() {
  std::vector<pollfd> polled;
  for (const Connection& connection : connections_) {
    const short events = connection.IsSending() ? POLLOUT : POLLIN;
    polled.push_back({connection.descriptor(), events, 0});
  }
  polled.push_back({listener_.descriptor(), POLLIN, 0});
  if (poll(polled.data(), polled.size(), kTickMilliseconds) < 0) return;  // a signal came
  if ((polled.back().revents & ~POLLIN) != 0) {
    throw Error("the web server ended: its socket can no longer be used");
  }
  size_t i = 0;
  for (Connection& connection : connections_) Continue(&connection, polled[i++].revents != 0);
  connections_.remove_if([](const Connection& connection) { return connection.IsOver(); });
  if (polled.back().revents != 0) Accept();
}

/// Does what can be done now. Only then looks at the time, which an answer to others may have
/// taken.
void PageServer::Continue(Connection* connection, bool is_ready) {
  if (is_ready && connection->IsSending()) {
    connection->Send();
  } else if (is_ready) {
    const std::optional<HttpRequest> request = connection->Receive();
    if (request) connection->Answer(AnswerTo(*request), *request);
  }
  if (connection->IsOver() || !connection->IsLate()) return;
  if (connection->IsReceiving()) return connection->Answer(Plain(408), {});
  connection->GiveUp();
}

void PageServer::Accept() {
  for (size_t count = 0; count < kMostAccepted; ++count) {
    Socket accepted(
        accept4(listener_.descriptor(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (accepted.descriptor() < 0) {
      // Without descriptors the listener stays ready; do not spin.
      if (errno == EMFILE || errno == ENFILE) usleep(kTickMilliseconds * 1000);
      return;
    }
    MakeRoom();
    connections_.emplace_back(std::move(accepted));
  }
}

/// Ends the oldest connection, if need be one of those that wait for nothing from here.
void PageServer::MakeRoom() {
  if (connections_.size() < kMostConnections) return;
  const auto idle = std::find_if(connections_.begin(), connections_.end(),
                                 [](const Connection& one) { return !one.IsSending(); });
  connections_.erase(idle == connections_.end() ? connections_.begin() : idle);
}

WebAnswer PageServer::AnswerTo(const HttpRequest& request) const {
  if (request.refusal != 0) return Plain(request.refusal);
  const std::string host = HostOf(request.host);
  if (bound_.is_loopback && !IsLoopbackHost(host) && host != InSmallLetters(host_)) {
    return Plain(403, "not this host");
  }
  if (request.method != "GET" && request.method != "HEAD") return Plain(405);
  const bool is_foreign = request.site == "cross-site" || request.site == "same-site";
  if (is_foreign && request.mode != "navigate") return Plain(403, "not for pages of other sites");
  if (request.has_body) return Plain(413);
  try {
    return handler_(request.path);
  } catch (const std::exception& error) {
    PrintWarning(error.what());
    return Plain(500, VisibleLine(error.what()));
  }
}

}  // namespace

void ServePages(const std::string& host, int port, const WebHandler& handler,
                const std::function<void(const std::string& address)>& ready,
                const std::stop_token& stop) {
  PageServer server(host, port, handler);
  if (stop.stop_requested()) return;
  ready(server.Address());
  server.Serve(stop);
}

}  // namespace raichi

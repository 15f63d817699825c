#include "app/report/live/web_server.h"

#include <arpa/inet.h>
#include <httplib.h>

#include <chrono>
#include <exception>
#include <thread>

#include "base/error.h"
#include "console/log.h"

namespace raichi {
namespace {

bool IsLoopback(const std::string& host) {
  in_addr address;  // a name such as 127.example.org is no address
  const bool is_address = inet_pton(AF_INET, host.c_str(), &address) == 1;
  return host == "localhost" || host == "::1" || (is_address && host.starts_with("127."));
}

/// An address's host, in brackets if it is of IPv6.
std::string InAddress(const std::string& host) {
  return host.find(':') == host.npos ? host : "[" + host + "]";
}

/// The host of a header such as `localhost:8080`.
std::string HostOf(const std::string& header) {
  if (header.starts_with("[")) return header.substr(1, header.find(']') - 1);
  return header.substr(0, header.find(':'));
}

void Answer(const WebAnswer& answer, const httplib::Request& request, httplib::Response* response) {
  response->set_header("Cache-Control", "no-cache");
  response->set_header("X-Content-Type-Options", "nosniff");
  const std::string tag = "\"" + answer.tag + "\"";
  if (!answer.tag.empty()) response->set_header("ETag", tag);
  if (!answer.tag.empty() && request.get_header_value("If-None-Match") == tag) {
    response->status = 304;
    return;
  }
  response->status = answer.status;
  response->set_content(answer.body, answer.type.c_str());
}

/// Listens on a port that no other program listens on. Returns the port.
int Listen(const std::string& host, int port, httplib::Server* server) {
  server->set_socket_options([](socket_t socket) {
    // The library's default would share the port with another program.
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const int bound = port == 0                          ? server->bind_to_any_port(host)
                    : server->bind_to_port(host, port) ? port
                                                       : -1;
  if (bound > 0) return bound;
  throw Error("cannot listen on " + InAddress(host) + ":" + std::to_string(port) +
              ": the port is taken, or the host is not an address of this machine; choose another "
              "--port or --host");
}

}  // namespace

void ServePages(const std::string& host, int port, const WebHandler& handler,
                const std::function<void(const std::string& address)>& ready,
                const std::stop_token& stop) {
  httplib::Server server;
  server.set_keep_alive_timeout(1);  // ending waits for it
  server.set_read_timeout(2);        // of a client that sends half a request
  server.set_exception_handler(
      [](const httplib::Request&, httplib::Response& response, const std::exception_ptr& thrown) {
        response.status = 500;
        try {
          std::rethrow_exception(thrown);
        } catch (const std::exception& error) {
          PrintWarning(error.what());
          response.set_content(std::string(error.what()) + "\n", "text/plain");
        }
      });
  const bool is_local = IsLoopback(host) || host.starts_with("127.");  // 127.1 is 127.0.0.1
  server.Get(".*", [&](const httplib::Request& request, httplib::Response& response) {
    const bool is_ours = !is_local || IsLoopback(HostOf(request.get_header_value("Host")));
    const WebAnswer refusal{.status = 403, .type = "text/plain", .body = "not this host\n"};
    Answer(is_ours ? handler(request.path) : refusal, request, &response);
  });
  const int bound = Listen(host, port, &server);
  const std::stop_callback end(stop, [&server] {
    // A server that is about to run cannot be stopped yet.
    for (int i = 0; i < 100 && !server.is_running(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    server.stop();
  });
  if (stop.stop_requested()) return;
  ready("http://" + InAddress(host) + ":" + std::to_string(bound) + "/");
  if (!server.listen_after_bind() && !stop.stop_requested()) {
    throw Error("the web server ended: its socket can no longer be used");
  }
}

}  // namespace raichi

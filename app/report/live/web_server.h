#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace raichi {

/// What a server answers to one request.
struct WebAnswer {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body;
  std::string tag;  // names this version of the body; a client that has it gets status 304
};

/// Answers a request for a path, such as `/`. Called by several threads at once.
using WebHandler = std::function<WebAnswer(const std::string& path)>;

/// Serves GET requests by HTTP until `stop`. Calls `ready` with the address, such as
/// `http://127.0.0.1:8080/`, as soon as browsers can connect. A `port` of 0 takes any free one.
/// On a loopback address it refuses requests that name another host, so that no page of another
/// site can read what is served. Throws Error if it cannot listen there.
void ServePages(const std::string& host, int port, const WebHandler& handler,
                const std::function<void(const std::string& address)>& ready,
                const std::stop_token& stop);

}  // namespace raichi

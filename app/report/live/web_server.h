#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace raichi {

/// What a server answers to one request.
struct WebAnswer {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::shared_ptr<const std::string> body;  // connections that send the same body share it
  std::string tag;  // names this version of the body; a client that has it gets status 304
};

/// Answers a request for a path, such as `/`. Called by the thread that serves.
using WebHandler = std::function<WebAnswer(const std::string& path)>;

/// Serves GET and HEAD by HTTP until `stop`, one request a connection. Calls `ready` with the
/// address, such as `http://127.0.0.1:8080/`, as soon as browsers can connect. A `port` of 0 takes
/// any free one. Throws Error if it cannot listen there.
///
/// On a loopback address it refuses requests that name another host, so that no page of another
/// site can read what is served, and everywhere what pages of other sites ask for in the
/// background. Whatever clients send, they take bounded memory and time and cannot keep others from
/// being answered: bodies are never read and ranges are ignored; heads (http_request.h),
/// connections and the seconds for a request and its answer are limited, and a new connection takes
/// the place of the oldest.
void ServePages(const std::string& host, int port, const WebHandler& handler,
                const std::function<void(const std::string& address)>& ready,
                const std::stop_token& stop);

}  // namespace raichi

// Requests to the server of a report, as they come.
#include "app/report/live/http_request.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

const Target kHttp(
    "http",
    [](std::string_view input) {
      std::string head(input.substr(0, input.find(kHeadEnd)));
      const HttpRequest request = ParseHttpHead(head.append(kHeadEnd));
      IsLoopbackHost(HostOf(request.host));
      if (request.refusal != 0) return;
      RAICHI_CHECK(!request.method.empty() && !request.path.empty());
      const HttpRequest again =
          ParseHttpHead(request.method + " " + request.path + " HTTP/1.1\r\nHost: " + request.host +
                        "\r\nIf-None-Match:" + request.tag + "\r\n\r\n");
      RAICHI_CHECK(again.refusal == 0 && again.path == request.path);
      RAICHI_CHECK(again.host == request.host && again.tag == request.tag);
    },
    [] {
      return std::vector<std::string>{
          "GET /data.json?x=1 HTTP/1.1\r\nHost: localhost:8080\r\nIf-None-Match: \"a\"\r\n"
          "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n\r\n",
          "HEAD / HTTP/1.0\r\nhost: [::1]:80\r\nContent-Length: 5\r\n\r\nhello"};
    });

}  // namespace
}  // namespace raichi::fuzz

#include "app/report/live/http_request.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace raichi {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

/// Whether a text is a name of RFC 9110, such as that of a method or a header.
bool IsToken(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
    return (c < 128 && std::isalnum(c)) || kMarks.find(static_cast<char>(c)) != kMarks.npos;
  });
}

bool HasControls(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char c) { return (c < ' ' && c != '\t') || c == 127; });
}

/// Takes the next line, without its end, from the front of `head`.
std::string_view TakeLine(std::string_view* head) {
  const size_t end = head->find(kLineEnd);
  const std::string_view line = head->substr(0, end);
  head->remove_prefix(end + kLineEnd.size());
  return line;
}

HttpRequest Refusal(int status) { return {.refusal = status}; }

/// Reads `GET /path HTTP/1.1`.
HttpRequest ParseFirstLine(std::string_view line) {
  const size_t first = line.find(' ');
  const size_t second = first == line.npos ? line.npos : line.find(' ', first + 1);
  if (second == line.npos) return Refusal(400);
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, second - first - 1);
  const std::string_view version = line.substr(second + 1);
  const bool has_version = version.size() == 8 && version.starts_with("HTTP/");
  const std::string_view path = target.substr(0, target.find('?'));
  if (!IsToken(method) || path.empty() || !has_version) return Refusal(400);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return Refusal(505);
  return {.method = std::string(method), .path = std::string(path)};
}

std::string_view WithoutBlanks(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

HttpRequest ParseHttpHead(std::string_view head) {
  const std::string_view line = TakeLine(&head);
  if (HasControls(line)) return Refusal(400);
  HttpRequest request = ParseFirstLine(line);
  bool has_host = false;
  for (int count = 0; request.refusal == 0 && head != kLineEnd; ++count) {
    if (count == kMostHeaders) return Refusal(431);
    const std::string_view header = TakeLine(&head);
    const size_t colon = header.find(':');
    if (colon == header.npos || HasControls(header)) return Refusal(400);
    if (!IsToken(header.substr(0, colon))) return Refusal(400);
    const std::string name = InSmallLetters(header.substr(0, colon));
    const std::string_view value = WithoutBlanks(header.substr(colon + 1));
    if (name == "host" && std::exchange(has_host, true)) return Refusal(400);
    if (name == "host") request.host = value;
    if (name == "if-none-match") request.tag = value;
    if (name == "sec-fetch-site") request.site = value;
    if (name == "sec-fetch-mode") request.mode = value;
    if (name == "transfer-encoding" || (name == "content-length" && value != "0")) {
      request.has_body = true;
    }
  }
  return request;
}

std::string InSmallLetters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

std::string HostOf(std::string_view header) {
  const bool has_brackets = header.starts_with("[");
  if (has_brackets) header.remove_prefix(1);
  return InSmallLetters(header.substr(0, header.find(has_brackets ? ']' : ':')));
}

bool IsLoopbackHost(const std::string& host) {
  in_addr address;  // a name such as 127.example.org is no address
  const bool is_address = inet_pton(AF_INET, host.c_str(), &address) == 1;
  return host == "localhost" || host == "::1" || (is_address && host.starts_with("127."));
}

}  // namespace raichi

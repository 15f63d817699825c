#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// A request by HTTP/1.0 or 1.1, as far as a server of pages needs it.
struct HttpRequest {
  int refusal = 0;     // the status to answer if the head is no good; then the rest is empty
  std::string method;  // such as GET
  std::string path;    // as it was sent, without a query; nothing is decoded
  std::string host;    // as it was sent, such as localhost:8080; empty if there was none
  std::string tag;     // If-None-Match
  std::string site;    // Sec-Fetch-Site and Sec-Fetch-Mode: which page of a browser asks, and why
  std::string mode;
  bool has_body = false;  // says that one follows
};

inline constexpr size_t kMostHeadBytes = 32 << 10;  // browsers send the cookies of all ports
inline constexpr int kMostHeaders = 100;
inline constexpr std::string_view kHeadEnd = "\r\n\r\n";

/// Reads the head of a request, which ends with kHeadEnd. Refuses with 400 what RFC 9112 lets
/// servers read in two ways: lines that end otherwise, headers that continue on a second line,
/// blanks before a colon, two hosts. Refuses more than kMostHeaders with 431, other versions of
/// HTTP with 505.
HttpRequest ParseHttpHead(std::string_view head);

/// ASCII text with capital letters made small.
std::string InSmallLetters(std::string_view text);

/// The host of a header such as `LOCALHOST:8080` or `[::1]:8080`, in small letters, without a port.
std::string HostOf(std::string_view header);

/// Whether a name or an address is this machine itself for every browser: localhost, ::1,
/// 127.x.x.x.
bool IsLoopbackHost(const std::string& host);

}  // namespace raichi

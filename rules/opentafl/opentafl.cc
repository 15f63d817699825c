#include "rules/opentafl/opentafl.h"

#include <algorithm>

#include "base/error.h"

namespace raichi {
namespace {

/// Returns the non-empty texts between the slashes.
std::vector<std::string_view> Ranks(std::string_view text) {
  std::vector<std::string_view> ranks;
  while (!text.empty()) {
    const size_t end = std::min(text.find('/'), text.size());
    if (end > 0) ranks.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return ranks;
}

}  // namespace

std::string SquaresToOpenTafl(std::string_view squares) {
  std::vector<std::string_view> ranks = Ranks(squares);
  std::reverse(ranks.begin(), ranks.end());
  std::string record = "/";
  for (const std::string_view rank : ranks) record.append(rank).append("/");
  return record;
}

std::string SquaresFromOpenTafl(std::string_view record) {
  std::vector<std::string_view> ranks = Ranks(record);
  if (ranks.empty()) throw Error("OpenTafl position: expected ranks between '/', from a1 on");
  std::reverse(ranks.begin(), ranks.end());
  std::string squares(ranks.front());
  for (size_t i = 1; i < ranks.size(); ++i) squares.append("/").append(ranks[i]);
  return squares;
}

}  // namespace raichi

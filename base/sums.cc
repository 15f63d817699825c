#include "base/sums.h"

#include <utility>

#include "base/checksum.h"

namespace raichi {
namespace {

constexpr char kKey[] = "sum";
constexpr std::string_view kLine = "# sum ";
constexpr size_t kLineBytes = kLine.size() + 16 + 1;  // with its end

/// Returns the text without its last line, if that is a line of a sum.
std::string_view WithoutSumLine(std::string_view text) {
  const bool has_line = text.size() >= kLineBytes && text.ends_with('\n') &&
                        text.substr(text.size() - kLineBytes).starts_with(kLine);
  return text.substr(0, text.size() - (has_line ? kLineBytes : 0));
}

}  // namespace

Json WithSum(Json object) {
  object[kKey] = ChecksumText(JsonText(object));
  return object;
}

bool TakeSum(Json* object) {
  const auto found = object->find(kKey);
  if (found == object->end()) return false;
  const Json sum = *found;
  object->erase(kKey);
  if (sum == ChecksumText(JsonText(*object))) return true;
  throw JsonError("has a wrong `sum`, so it is damaged or was changed by hand");
}

std::string WithSumLine(std::string_view text) {
  const std::string_view bare = WithoutSumLine(text);
  return std::string(bare).append(kLine).append(ChecksumText(bare)).append("\n");
}

bool AgreesWithSumLine(std::string_view text) {
  return WithoutSumLine(text).size() == text.size() || WithSumLine(text) == text;
}

}  // namespace raichi

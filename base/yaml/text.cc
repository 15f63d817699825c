#include "base/yaml/text.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "base/join.h"
#include "base/text.h"

namespace raichi {
namespace {

bool IsWhite(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + (a[i] == b[j] ? 0 : 1), next[j] + 1, row[j + 1] + 1});
      const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (swapped) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row.back();
}

bool IsCleanText(std::string_view text, bool white) {
  for (size_t i = 0; i < text.size();) {
    const auto [code, length] = FirstCharacter(text.substr(i));
    const bool is_control = code < ' ' || (code >= 0x7F && code < 0xA0);
    if (length == 0 || (is_control && !(white && IsWhite(text[i])))) return false;
    i += length;
  }
  return true;
}

bool IsYamlNull(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

std::string FoldWhite(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    if (!IsWhite(c)) {
      folded += c;
    } else if (!folded.empty() && folded.back() != ' ') {
      folded += ' ';
    }
  }
  if (!folded.empty() && folded.back() == ' ') folded.pop_back();
  return folded;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> words) {
  constexpr size_t kLongest = 40;
  std::string_view nearest;
  size_t best = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string_view candidate : words) {
    if (word.size() > kLongest) break;
    const size_t distance = EditDistance(word, candidate);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : ", did you mean '" + std::string(nearest) + "'?";
}

std::string Suggestion(std::string_view word, std::span<const std::string_view> words) {
  const std::string question = DidYouMean(word, words);
  return question.empty() ? "; expected one of " + Join(words, ", ") : question;
}

}  // namespace raichi

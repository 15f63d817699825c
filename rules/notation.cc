#include "rules/notation.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/lower.h"
#include "base/quote.h"
#include "base/yaml/text.h"
#include "rules/why_illegal.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 2> kSides = {"attackers", "defenders"};
constexpr std::array<std::string_view, 4> kResults = {"ongoing", "attackers", "defenders", "draw"};
constexpr std::array<std::string_view, 13> kReasons = {"",
                                                       "king captured",
                                                       "royal attacker captured",
                                                       "king escaped",
                                                       "no attackers",
                                                       "encircled",
                                                       "exit fort",
                                                       "no moves",
                                                       "repetition",
                                                       "quiet limit",
                                                       "ply limit",
                                                       "resigned",
                                                       "out of time"};

template <typename Enum, size_t N>
Enum ParseWord(const std::array<std::string_view, N>& words, std::string_view text,
               const char* what) {
  const auto word = std::find(words.begin(), words.end(), text);
  if (word != words.end()) return static_cast<Enum>(word - words.begin());
  const auto named = std::span(words).subspan(words.front().empty() ? 1 : 0);
  throw Error(std::string(what) + " " + QuoteForError(text) + " is unknown" +
              Suggestion(text, named));
}

}  // namespace

Move ParseLegalMove(const Game& game, std::string_view text) {
  auto [move, named] = ParseMoveText(text, game.rules().size());
  if (game.IsOver()) throw Error("move " + QuoteForError(text) + ": the game is over");
  if (const std::string why = WhyIllegal(game, move); !why.empty()) {
    throw Error("move " + QuoteForError(text) + " is not legal: " + why);
  }
  if (named.empty()) return move;

  Position next = game.position();
  const Step step = Play(game.rules(), move, &next);
  std::vector<Square> taken(step.captured.begin(), step.captured.begin() + step.num_captured);
  // Other programs name a captured king among the captures (OpenTafl: d4-e4xKe3).
  if (step.reason == Reason::kKingCaptured) std::erase(named, game.position().king());
  std::sort(named.begin(), named.end());
  // hnefatafl.org names a man twice who is captured in two ways (a8-a6xa5xa5).
  named.erase(std::unique(named.begin(), named.end()), named.end());
  std::sort(taken.begin(), taken.end());
  if (named != taken) {
    throw Error("move " + QuoteForError(text) + " captures differently: " + ToString(move, step));
  }
  return move;
}

std::string_view ToString(Side side) { return kSides[static_cast<size_t>(side)]; }
std::string_view ToString(Result result) { return kResults[static_cast<size_t>(result)]; }
std::string_view ToString(Reason reason) { return kReasons[static_cast<size_t>(reason)]; }

Side ParseSide(std::string_view text) {
  const std::string word = Lower(text);
  if (word == "attacker" || word == "black") return Side::kAttackers;
  if (word == "defender" || word == "white") return Side::kDefenders;
  return ParseWord<Side>(kSides, word, "side");
}

Result ParseResult(std::string_view text) { return ParseWord<Result>(kResults, text, "result"); }
Reason ParseReason(std::string_view text) { return ParseWord<Reason>(kReasons, text, "reason"); }

}  // namespace raichi

#include "tests/support/compare.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "rules/movegen.h"
#include "rules/notation.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RAICHI_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RAICHI_SANITIZED 1
#endif
#endif

namespace raichi {

int Scaled(int count) {
  double scale = 1;
#ifdef RAICHI_SANITIZED
  scale = 0.05;
#endif
  if (const char* text = std::getenv("RAICHI_TEST_SCALE")) scale *= std::atof(text);
  return std::max(1, static_cast<int>(count * scale));
}

Square ToFast(slow::At at) { return Square(at.x, at.y); }

Move ToFast(slow::SlowMove move) { return Move::Between(ToFast(move.from), ToFast(move.to)); }

Position ToFast(const Rules& rules, const slow::Board& board) {
  return ParsePosition(rules, Text(board));
}

std::string WordFor(Result result) {
  return result == Result::kOngoing ? "" : std::string(ToString(result));
}

std::string WordFor(Reason reason) { return std::string(ToString(reason)); }

std::string CompareBoards(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                          const slow::Board& board) {
  const std::string text = ToString(rules, fast);
  if (text != engine.FullText(board)) return "boards " + text + " and " + engine.FullText(board);
  return fast.hash() == fast.ComputeHash() ? "" : "hash of " + text;
}

std::string CompareMoves(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                         const slow::Board& board) {
  MoveList list;
  GenerateMoves(rules, fast, &list);
  std::vector<Move> moves(list.begin(), list.end());
  std::vector<Move> expected;
  for (const slow::SlowMove move : engine.Moves(board)) expected.push_back(ToFast(move));
  std::sort(moves.begin(), moves.end());
  std::sort(expected.begin(), expected.end());
  const std::string on = " on " + Text(board);
  if (moves != expected) {
    std::vector<Move> wrong;
    std::set_symmetric_difference(moves.begin(), moves.end(), expected.begin(), expected.end(),
                                  std::back_inserter(wrong));
    return "move " + (wrong.empty() ? "twice" : ToString(wrong.front())) + on;
  }
  if (board.to_move == 'd' && KingRoads(rules, fast) != engine.KingRoads(board)) {
    return "king's roads" + on;
  }
  return "";
}

std::string ComparePlay(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                        slow::SlowMove move, const slow::Board& board,
                        const slow::Outcome& outcome) {
  Position after = fast;
  const Step step = Play(rules, ToFast(move), &after);
  const std::string where = Text(move) + " on " + Text(board);
  std::vector<Square> captured(step.captured.begin(), step.captured.begin() + step.num_captured);
  std::vector<Square> expected;
  for (const slow::At at : outcome.captured) expected.push_back(ToFast(at));
  std::sort(captured.begin(), captured.end());
  std::sort(expected.begin(), expected.end());
  if (captured != expected) return "captures of " + where;
  if (WordFor(step.result) != outcome.result || WordFor(step.reason) != outcome.reason) {
    return "end of " + where + ": " + WordFor(step.result) + " " + WordFor(step.reason) + " and " +
           outcome.result + " " + outcome.reason;
  }
  const std::string boards = CompareBoards(rules, after, engine, outcome.board);
  return boards.empty() ? "" : boards + " after " + where;
}

}  // namespace raichi

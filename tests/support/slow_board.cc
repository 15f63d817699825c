#include "tests/support/slow_board.h"

namespace raichi::slow {

std::string Text(At at) { return static_cast<char>('a' + at.x - 1) + std::to_string(at.y); }

std::string Text(SlowMove move) { return Text(move.from) + "-" + Text(move.to); }

std::string Text(const Board& board) {
  std::string text;
  for (int y = board.size; y >= 1; --y) {
    int run = 0;
    for (int x = 1; x <= board.size; ++x) {
      const char piece = board.Get({x, y});
      if (piece == '.') {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      text += piece == 'h' ? 't' : piece == 'B' ? 'b' : piece;
    }
    if (run > 0) text += std::to_string(run);
    text += y > 1 ? '/' : ' ';
  }
  return text + board.to_move;
}

std::vector<At> AllSquares(const Board& board) {
  std::vector<At> all;
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) all.push_back({x, y});
  }
  return all;
}

At FindKing(const Board& board) {
  for (const At at : AllSquares(board)) {
    if (board.Get(at) == 'K') return at;
  }
  return {};
}

At FindRoyal(const Board& board) {
  for (const At at : AllSquares(board)) {
    if (IsRoyal(board.Get(at))) return at;
  }
  return {};
}

std::vector<At> Neighbours(At at) {
  return {{at.x + 1, at.y}, {at.x - 1, at.y}, {at.x, at.y + 1}, {at.x, at.y - 1}};
}

bool IsRoyal(char piece) { return piece == 'b' || piece == 'B'; }

bool HasRoyal(const RuleSet& rules) { return rules.setup.find('b') != std::string::npos; }

bool Names(const ClassSet& words, char piece) {
  if (piece == 'K') return words.Has(PieceClass::kKing);
  if (piece == 'T') return words.Has(PieceClass::kDefender);
  return words.Has(PieceClass::kAttacker) || (IsRoyal(piece) && words.HasRoyal());
}

char OwnerOf(char piece) {
  if (piece == 't' || piece == 'h' || IsRoyal(piece)) return 'a';
  return piece == 'T' || piece == 'K' ? 'd' : '.';
}

}  // namespace raichi::slow

#include "tests/support/slow_engine.h"

#include <algorithm>
#include <cctype>

namespace raichi::slow {
namespace {

const std::vector<At> kSteps = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

At Plus(At at, At step) { return {at.x + step.x, at.y + step.y}; }

bool Names(const ClassSet& words, char piece) { return words.Has(ClassOf(piece)); }

}  // namespace

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
      text += piece == 'h' ? 't' : piece;
    }
    if (run > 0) text += std::to_string(run);
    text += y > 1 ? '/' : ' ';
  }
  return text + board.to_move;
}

At FindKing(const Board& board) {
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) {
      if (board.Get({x, y}) == 'K') return {x, y};
    }
  }
  return {};
}

std::vector<At> Neighbours(At at) {
  std::vector<At> around;
  for (const At step : kSteps) around.push_back(Plus(at, step));
  return around;
}

PieceClass ClassOf(char piece) {
  if (piece == 'K') return PieceClass::kKing;
  return piece == 'T' ? PieceClass::kDefender : PieceClass::kAttacker;
}

char OwnerOf(char piece) {
  if (piece == 't' || piece == 'h') return 'a';
  return piece == 'T' || piece == 'K' ? 'd' : '.';
}

SlowEngine::SlowEngine(const RuleSet& rules) : rules_(rules) {
  const size_t side = static_cast<size_t>(rules.size) + 2;
  camps_.assign(side, std::vector<int>(side, 0));
  if (!rules.camps) return;
  const CampRules& camps = *rules.camps;
  tells_camps_apart_ =
      camps.stop.HasSameCamp() || camps.pass.HasSameCamp() || camps.hostile.HasSameCamp();
  // Each camp square starts as a camp of its own. Neighbours then take the lower number.
  const auto camp = [&](At at) -> int& {
    return camps_[static_cast<size_t>(at.y)][static_cast<size_t>(at.x)];
  };
  int number = 0;
  for (const Square s : camps.squares) camp({s.x(), s.y()}) = ++number;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Square s : camps.squares) {
      for (const At next : Neighbours({s.x(), s.y()})) {
        if (camp(next) == 0 || camp(next) >= camp({s.x(), s.y()})) continue;
        camp({s.x(), s.y()}) = camp(next);
        changed = true;
      }
    }
  }
}

Board SlowEngine::Start() const {
  return Parse(rules_.setup + (rules_.first == Side::kAttackers ? " a" : " d"));
}

Board SlowEngine::Parse(const std::string& text) const {
  Board board{rules_.size, {}, text.back()};
  std::string rank;
  int run = 0;
  for (const char c : text.substr(0, text.size() - 2) + "/") {
    if (std::isdigit(static_cast<unsigned char>(c))) {
      run = run * 10 + (c - '0');
      continue;
    }
    rank += std::string(static_cast<size_t>(run), '.');
    run = 0;
    if (c != '/') {
      rank += c;
      continue;
    }
    board.ranks.insert(board.ranks.begin(), rank);
    rank.clear();
  }
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) {
      const bool home = tells_camps_apart_ && CampOf({x, y}) > 0 && board.Get({x, y}) == 't';
      if (home) board.Set({x, y}, 'h');
    }
  }
  return board;
}

int SlowEngine::CampOf(At at) const {
  return camps_[static_cast<size_t>(at.y)][static_cast<size_t>(at.x)];
}

bool SlowEngine::IsThrone(At at) const {
  const int middle = (rules_.size + 1) / 2;
  return rules_.throne.has_value() && at == At{middle, middle};
}

bool SlowEngine::IsCorner(At at) const {
  const bool corner = (at.x == 1 || at.x == rules_.size) && (at.y == 1 || at.y == rules_.size);
  return rules_.corners.has_value() && corner;
}

bool SlowEngine::IsRim(At at) const {
  return at.x == 1 || at.y == 1 || at.x == rules_.size || at.y == rules_.size;
}

bool SlowEngine::IsGoal(At at) const {
  return rules_.goal == Goal::kEdge ? IsRim(at) : IsCorner(at);
}

bool SlowEngine::ListedForCamp(const ClassSet& words, char piece, At home, At camp_square) const {
  if (Names(words, piece)) return true;
  return words.HasSameCamp() && piece == 'h' && CampOf(home) == CampOf(camp_square);
}

bool SlowEngine::MayStop(char piece, At from, At at) const {
  if (IsThrone(at)) return Names(rules_.throne->stop, piece);
  if (IsCorner(at)) return Names(rules_.corners->stop, piece);
  if (CampOf(at) > 0) return ListedForCamp(rules_.camps->stop, piece, from, at);
  return true;
}

bool SlowEngine::MayPass(char piece, At from, At at) const {
  if (IsThrone(at)) return Names(rules_.throne->pass, piece);
  if (IsCorner(at)) return false;
  if (CampOf(at) > 0) return ListedForCamp(rules_.camps->pass, piece, from, at);
  return true;
}

std::vector<At> SlowEngine::Stops(const Board& board, At from, At step) const {
  std::vector<At> stops;
  const char piece = board.Get(from);
  for (At at = Plus(from, step); board.Has(at) && board.Get(at) == '.'; at = Plus(at, step)) {
    if (MayStop(piece, from, at)) stops.push_back(at);
    if (!MayPass(piece, from, at)) break;
  }
  return stops;
}

std::vector<SlowMove> SlowEngine::Moves(const Board& board) const {
  std::vector<SlowMove> moves;
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) {
      if (OwnerOf(board.Get({x, y})) != board.to_move) continue;
      for (const At step : kSteps) {
        for (const At to : Stops(board, {x, y}, step)) moves.push_back({{x, y}, to});
      }
    }
  }
  return moves;
}

Outcome SlowEngine::Play(const Board& board, SlowMove move) const {
  Outcome outcome{board, {}, "", ""};
  Board& after = outcome.board;
  char piece = board.Get(move.from);
  const char mover = OwnerOf(piece);
  if (piece == 'h' && CampOf(move.to) != CampOf(move.from)) piece = 't';  // it has left its camp
  after.Set(move.from, '.');
  after.Set(move.to, piece);
  CaptureMen(move.to, &after, &outcome.captured);
  if (mover == 'a' && KingIsCaptured(after, move.to)) after.Set(FindKing(after), '.');
  after.to_move = mover == 'a' ? 'd' : 'a';
  Judge(mover, &outcome);
  return outcome;
}

uint64_t SlowEngine::Perft(const Board& board, int depth) const {
  const std::vector<SlowMove> moves = Moves(board);
  if (depth <= 1) return depth == 0 ? 1 : moves.size();
  uint64_t leaves = 0;
  for (const SlowMove move : moves) {
    const Outcome outcome = Play(board, move);
    if (outcome.result.empty()) leaves += Perft(outcome.board, depth - 1);
  }
  return leaves;
}

int SlowEngine::KingRoads(const Board& board) const {
  const At king = FindKing(board);
  int roads = 0;
  for (const At step : kSteps) {
    const std::vector<At> stops = Stops(board, king, step);
    roads += std::any_of(stops.begin(), stops.end(), [&](At at) { return IsGoal(at); }) ? 1 : 0;
  }
  return roads;
}

}  // namespace raichi::slow

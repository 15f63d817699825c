#include <cctype>
#include <sstream>

#include "tests/support/slow_engine.h"

// Position text, as in docs/rules.md.
namespace raichi::slow {
namespace {

/// Splits at `separator`.
std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

At ParseAt(const std::string& text) { return {text[0] - 'a' + 1, std::stoi(text.substr(1))}; }

std::string Joined(const std::vector<At>& squares) {
  std::string list;
  for (const At at : squares) list += (list.empty() ? "" : ",") + Text(at);
  return list.empty() ? "-" : list;
}

}  // namespace

Board SlowEngine::Start() const {
  return Parse(rules_.setup + (rules_.first == Side::kAttackers ? " a" : " d"));
}

Board SlowEngine::Parse(const std::string& text) const {
  const std::vector<std::string> fields = Split(text, ' ');
  Board board{rules_.size, {}, fields[1][0], {}};
  std::string rank;
  int run = 0;
  for (const char c : fields[0] + "/") {
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
  CloseCamps(&board);
  if (fields.size() > 3) {
    for (const std::string& at : Split(fields[3], ',')) board.closed.insert(CampOf(ParseAt(at)));
  }
  for (const At at : AllSquares(board)) {
    const int camp = CampOf(at);
    if (!tells_camps_apart_ || camp == 0 || board.closed.count(camp) > 0) continue;
    if (board.Get(at) == 't') board.Set(at, 'h');
    if (board.Get(at) == 'b') board.Set(at, 'B');
  }
  if (fields.size() > 2 && fields[2] != "-") {
    for (const std::string& stray : Split(fields[2], ',')) {
      board.Set(ParseAt(stray), IsRoyal(board.Get(ParseAt(stray))) ? 'b' : 't');
    }
  }
  return board;
}

std::string SlowEngine::FullText(const Board& board) const {
  std::vector<At> strays, closed;
  std::set<int> to_name;  // closed camps in which attackers stand: text names no other
  for (const At at : AllSquares(board)) {
    const char piece = board.Get(at);
    if (CampOf(at) == 0 || OwnerOf(piece) != 'a') continue;
    if (tells_camps_apart_ && (piece == 't' || piece == 'b')) strays.push_back(at);
    if (board.closed.count(CampOf(at)) > 0) to_name.insert(CampOf(at));
  }
  for (const At at : AllSquares(board)) {
    if (to_name.erase(CampOf(at)) > 0) closed.push_back(at);
  }
  std::string text = Text(board);
  if (!strays.empty() || !closed.empty()) text += " " + Joined(strays);
  if (!closed.empty()) text += " " + Joined(closed);
  return text;
}

}  // namespace raichi::slow

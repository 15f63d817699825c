#include "tests/support/slow_walk.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

namespace raichi::slow {
namespace {

/// Returns the image of a square after quarter turns and then perhaps a reflection.
At Turned(At at, int quarters, bool mirrored, int size) {
  for (int i = 0; i < quarters; ++i) at = {at.y, size + 1 - at.x};
  return mirrored ? At{size + 1 - at.x, at.y} : at;
}

/// Returns what the rules say about a square because of its place.
std::array<bool, 6> KindOf(const SlowEngine& engine, At at) {
  const RuleSet& rules = engine.rules();
  const int width = rules.corners ? rules.corners->width : 0;
  const auto is_outer = [&](int i) { return i <= width || i > rules.size - width; };
  const bool is_corner = is_outer(at.x) && is_outer(at.y);
  const bool is_rim = at.x == 1 || at.y == 1 || at.x == rules.size || at.y == rules.size;
  const bool is_throne = rules.throne && 2 * at.x == rules.size + 1 && 2 * at.y == rules.size + 1;
  const auto is_listed = [&](const std::vector<Square>& squares) {
    return std::any_of(squares.begin(), squares.end(),
                       [&](Square s) { return s.x() == at.x && s.y() == at.y; });
  };
  return {is_corner,
          is_rim,
          is_throne,
          engine.IsGoal(at),
          rules.camps && is_listed(rules.camps->squares),
          rules.camps && is_listed(rules.camps->neutral)};
}

/// Writes each run of empty squares as a number, to save memory.
std::string Shortened(const std::string& squares) {
  std::string text;
  for (size_t i = 0; i < squares.size();) {
    const size_t run = std::min(squares.find_first_not_of('.', i), squares.size()) - i;
    text += run > 0 ? std::to_string(run) : squares.substr(i, 1);
    i += std::max<size_t>(run, 1);
  }
  return text;
}

}  // namespace

std::vector<SlowMove> NumberedMoves(const SlowEngine& engine, const Board& board) {
  std::vector<SlowMove> moves = engine.Moves(board);
  const auto place = [](SlowMove m) {
    const bool along_file = m.from.x == m.to.x;
    return std::tuple(m.from.y, m.from.x, along_file, along_file ? m.to.y : m.to.x);
  };
  std::sort(moves.begin(), moves.end(),
            [&](SlowMove a, SlowMove b) { return place(a) < place(b); });
  return moves;
}

Sameness::Sameness(const SlowEngine* engine) : engine_(engine) {
  const int size = engine->rules().size;
  squares_ = AllSquares(Board{size, {}, 'a', {}});
  for (int i = 0; i < 8; ++i) {
    std::vector<size_t> sources;
    bool keeps_kinds = true;
    for (const At at : squares_) {
      const At source = Turned(at, i / 2, i % 2 == 1, size);
      keeps_kinds &= KindOf(*engine, source) == KindOf(*engine, at);
      sources.push_back(static_cast<size_t>((source.y - 1) * size + source.x - 1));
    }
    if (keeps_kinds) sources_.push_back(std::move(sources));
  }
}

std::string Sameness::Key(const Board& board) const {
  std::string squares;
  for (const At at : squares_) {
    const bool is_closed = board.closed.count(engine_->CampOf(at)) > 0;
    squares += static_cast<char>(board.Get(at) | (is_closed ? 0x80 : 0));
  }
  std::string smallest, image = squares;
  for (const std::vector<size_t>& sources : sources_) {
    for (size_t i = 0; i < sources.size(); ++i) image[i] = squares[sources[i]];
    if (smallest.empty() || image < smallest) smallest = image;
  }
  return board.to_move + Shortened(smallest);
}

namespace {

/// The walk of docs/certificates.md, with a stack of its own in place of recursion.
class Walk {
 public:
  Walk(const SlowEngine* engine, const Claim& claim, const std::function<uint64_t()>* next_move)
      : engine_(*engine),
        claim_(claim),
        owner_(claim.owner == 'a' ? "attackers" : "defenders"),
        next_move_(*next_move),
        sameness_(engine) {}

  /// Returns the distance of the start.
  uint64_t From(const Board& start) {
    if (engine_.Moves(start).empty()) Fail(start, "the side to move cannot move");
    if (start.to_move == claim_.owner) {
      Visit(start);
    } else {
      TryReplies(start, nullptr);
    }
    while (!tries_.empty()) TryNextReply();
    return start.to_move == claim_.owner ? farthest_ : farthest_ + 1;
  }

 private:
  static constexpr uint64_t kOpen = 0;  // in place of a distance: the visit is not over

  /// A position with the other side to move, whose replies are tried one after the other.
  struct Tries {
    Board board;
    std::vector<SlowMove> replies;
    size_t next = 0;
    uint64_t farthest = 0;  // the largest distance of the positions visited so far
    uint64_t* distance;     // of the position before the owner's move; null at the start
  };

  [[noreturn]] void Fail(const Board& board, const std::string& what) const {
    throw std::runtime_error("in " + engine_.FullText(board) + ": " + what);
  }

  void Visit(const Board& board) {
    const auto [entry, is_new] = distances_.try_emplace(sameness_.Key(board), kOpen);
    uint64_t& distance = entry->second;
    if (!is_new) {
      if (claim_.wins && distance == kOpen) Fail(board, "play goes round in a circle");
      return Reached(distance);
    }
    const std::vector<SlowMove> moves = NumberedMoves(engine_, board);
    if (HasWinAmong(moves, board)) return Reached(distance = 1);
    const uint64_t number = next_move_();
    if (number >= moves.size()) {
      Fail(board, "no move " + std::to_string(number) + " among " + std::to_string(moves.size()));
    }
    const SlowMove move = moves[number];
    const Outcome outcome = engine_.Play(board, move);
    if (outcome.result.empty()) return TryReplies(outcome.board, &distance);
    CheckEnd(board, move, outcome);
    Reached(distance = 1);  // a draw, under a claim without distances
  }

  /// Tries the king's moves first, which win most often.
  bool HasWinAmong(std::vector<SlowMove> moves, const Board& board) const {
    std::partition(moves.begin(), moves.end(),
                   [&](SlowMove move) { return board.Get(move.from) == 'K'; });
    return std::any_of(moves.begin(), moves.end(),
                       [&](SlowMove move) { return engine_.Play(board, move).result == owner_; });
  }

  void TryReplies(const Board& board, uint64_t* distance) {
    tries_.push_back({board, NumberedMoves(engine_, board), 0, 0, distance});
  }

  void TryNextReply() {
    Tries& tries = tries_.back();
    if (tries.next == tries.replies.size()) return EndTries();
    const SlowMove reply = tries.replies[tries.next++];
    const Outcome outcome = engine_.Play(tries.board, reply);
    if (outcome.result.empty()) return Visit(outcome.board);
    CheckEnd(tries.board, reply, outcome);
  }

  void EndTries() {
    const uint64_t farthest = tries_.back().farthest;
    uint64_t* const distance = tries_.back().distance;
    tries_.pop_back();
    if (distance == nullptr) return Reached(farthest);
    Reached(*distance = farthest + 2);
  }

  /// Notes the distance of a position where the replies led that are tried at present.
  void Reached(uint64_t distance) {
    uint64_t& farthest = tries_.empty() ? farthest_ : tries_.back().farthest;
    farthest = std::max(farthest, distance);
  }

  /// Throws unless the claim allows the end to which the move leads.
  void CheckEnd(const Board& board, SlowMove move, const Outcome& outcome) const {
    if (outcome.result == owner_ || (!claim_.wins && outcome.result == "draw")) return;
    const std::string end = outcome.result == "draw" ? "a draw" : "a win of the " + outcome.result;
    Fail(board, Text(move) + " leads to " + end + " (" + outcome.reason + ")");
  }

  const SlowEngine& engine_;
  const Claim claim_;
  const std::string owner_;  // as in results
  const std::function<uint64_t()>& next_move_;
  const Sameness sameness_;
  std::unordered_map<std::string, uint64_t> distances_;  // of visited positions, by their keys
  std::vector<Tries> tries_;
  uint64_t farthest_ = 0;  // of the positions that the start leads to, or its own distance
};

}  // namespace

uint64_t FollowCertificate(const SlowEngine& engine, const Claim& claim, const Board& start,
                           const std::function<uint64_t()>& next_move) {
  const uint64_t plies = Walk(&engine, claim, &next_move).From(start);
  return claim.wins ? plies : 0;
}

}  // namespace raichi::slow

#include "prove/extract.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "prove/walk.h"
#include "rules/position_text.h"

namespace raichi {
namespace {

using Lanes = SymmetricHash::Lanes;
using SearchPtr = std::shared_ptr<ProofSearch>;

/// Collects the owner's moves from the table of a search, position by position, as the walk of a
/// certificate meets them.
///
/// A table that lost the proof of a position may later have proven it by positions whose own proofs
/// used the lost one. Then play could go round in a circle. Or it holds a disproof of a lost
/// position that rested on several repetitions, of which it keeps one. Where either shows, the
/// owner's position is proven anew in an empty table, by ways that meet no position that is open.
class Extractor {
 public:
  Extractor(ProofSearch* search, Claim claim, const std::function<bool()>& keep_going)
      : main_(search, [](ProofSearch*) {}),
        rules_(*search->rules()),
        hash_(search->expander().hash()),
        claim_(claim),
        owner_(claim == Claim::kWins ? search->winner() : Opponent(search->winner())),
        keep_going_(keep_going) {}

  Side owner() const { return owner_; }

  void Collect(const Position& start) {
    if (start.to_move() == owner_) {
      if (!Visit(start, main_)) throw Error("the proof does not hold at the start");
    } else {
      stack_.push_back({.position = start, .source = main_, .replies = RepliesTo(start)});
    }
    while (!stack_.empty()) Continue();
  }

  /// The move that was collected for a position.
  Move MoveIn(const Position& position) const {
    const Lanes lanes = hash_.Of(position);
    const auto at = moves_.find(SymmetricHash::Key(lanes));
    if (at == moves_.end()) throw Error("no move was found at " + ToString(rules_, position));
    return hash_.ToCanonical(lanes).Inverse()(at->second.move, rules_.size());
  }

 private:
  struct Known {
    Move move;  // of the canonical image
    bool is_open = true;
  };
  /// The replies to the owner's move in `position`.
  struct Frame {
    Position position;  // the owner's, or the start
    uint64_t key = 0;
    SearchPtr source;  // whose table proves it
    std::vector<Position> replies;
  };

  /// The ongoing positions after the replies.
  std::vector<Position> RepliesTo(const Position& position) const {
    std::vector<Position> after;
    MoveList moves;
    GenerateMoves(rules_, position, &moves);
    for (const Move move : moves) {
      Position reply = position;
      if (Play(rules_, move, &reply).result == Result::kOngoing) after.push_back(reply);
    }
    return after;
  }

  void Continue() {
    if (++steps_ % kStepsBetweenQuestions == 0 && !keep_going_()) throw Error("stopped");
    Frame& frame = stack_.back();
    if (frame.replies.empty()) {
      if (const auto at = moves_.find(frame.key); at != moves_.end()) at->second.is_open = false;
      stack_.pop_back();
      return;
    }
    const Position reply = frame.replies.back();
    frame.replies.pop_back();
    const SearchPtr source = frame.source;  // Visit moves the frames
    if (!Visit(reply, source)) ProveAnew();
  }

  /// Finds the owner's move. Returns false if there is none: the position is open, so play went
  /// round in a circle, or it cannot be proven without positions that are open.
  bool Visit(const Position& position, const SearchPtr& source) {
    const Lanes lanes = hash_.Of(position);
    const uint64_t key = SymmetricHash::Key(lanes);
    const auto known = moves_.find(key);
    if (known != moves_.end()) return !known->second.is_open || claim_ == Claim::kHolds;
    MoveList moves;
    GenerateMoves(rules_, position, &moves);
    if (!WinningMove(rules_, position, moves).IsNone()) return true;
    auto move = BestMove(position, lanes, moves, source->table());
    // A table that has lost the move may lose it again at once, if it is small.
    for (int tries = 0; !move && tries < kMostTries; ++tries) {
      source->Run(position, keep_going_);
      move = BestMove(position, lanes, moves, source->table());
    }
    if (!move) return FollowAnew(position);
    Follow(position, lanes, source, *move);
    return true;
  }

  void Follow(const Position& position, const Lanes& lanes, const SearchPtr& source, Move move) {
    const uint64_t key = SymmetricHash::Key(lanes);
    moves_[key] = {.move = hash_.ToCanonical(lanes)(move, rules_.size())};
    Position after = position;
    const bool ends = Play(rules_, move, &after).result != Result::kOngoing;  // in a draw
    Frame frame{.position = position, .key = key, .source = source, .replies = {}};
    if (!ends) frame.replies = RepliesTo(after);
    stack_.push_back(std::move(frame));
  }

  /// Gives the newest open position of the owner another move; if it has none, the one before it,
  /// and so on.
  void ProveAnew() {
    while (true) {
      const Position position = stack_.back().position;
      moves_.erase(stack_.back().key);
      stack_.pop_back();
      if (position.to_move() != owner_) throw Error("the proof goes round in a circle");
      if (FollowAnew(position)) return;
    }
  }

  /// Proves a position of the owner in an empty table, by ways that meet no open position. Returns
  /// false if that is impossible.
  bool FollowAnew(const Position& position) {
    if (claim_ == Claim::kHolds) {
      throw Error("the disproof does not hold at " + ToString(rules_, position));
    }
    std::vector<uint64_t> open;
    for (const Frame& earlier : stack_) open.push_back(earlier.key);
    ProofSettings settings = main_->settings();
    settings.threads = 1;
    const auto anew = std::make_shared<ProofSearch>(main_->rules(), settings);
    const bool is_proven = anew->Run(position, keep_going_, open).IsProven();
    if (!keep_going_()) throw Error("stopped");
    if (!is_proven) return false;
    MoveList moves;
    GenerateMoves(rules_, position, &moves);
    const Lanes lanes = hash_.Of(position);
    const auto move = BestMove(position, lanes, moves, anew->table());
    if (!move) throw Error("the table has no room for the proof; search with more memory");
    Follow(position, lanes, anew, *move);
    return true;
  }

  /// The move to the solved position that is nearest to the end, if the table knows any.
  std::optional<Move> BestMove(const Position& position, const Lanes& lanes, const MoveList& moves,
                               const ProofTable& table) const {
    std::optional<Move> best;
    int fewest = 0;
    for (const Move move : moves) {
      Position after = position;
      const Step step = Play(rules_, move, &after);
      if (step.result != Result::kOngoing) {
        if (step.result == Result::kDraw && claim_ == Claim::kHolds) return move;
        continue;
      }
      const auto found =
          table.Find(SymmetricHash::Key(hash_.After(lanes, position, move, step, after)));
      if (!found) continue;
      const ProofNumbers& numbers = found->numbers;
      if (claim_ == Claim::kHolds ? !numbers.IsDisproven() : !numbers.IsProven()) continue;
      if (best && numbers.plies >= fewest) continue;
      best = move;
      fewest = numbers.plies;
    }
    return best;
  }

  static constexpr int kMostTries = 5;
  static constexpr uint64_t kStepsBetweenQuestions = 1024;

  const SearchPtr main_;
  const Rules& rules_;
  const SymmetricHash& hash_;
  const Claim claim_;
  const Side owner_;
  const std::function<bool()>& keep_going_;
  std::unordered_map<uint64_t, Known> moves_;
  std::vector<Frame> stack_;
  uint64_t steps_ = 0;
};

}  // namespace

Certificate ExtractCertificate(ProofSearch* search, const Position& position,
                               const std::function<bool()>& keep_going) {
  const Claim claim = search->NumbersOf(position).IsProven() ? Claim::kWins : Claim::kHolds;
  Extractor extractor(search, claim, keep_going);
  if (claim == Claim::kHolds) {
    const std::string why = WhyNoHold(search->rules()->data(), extractor.owner());
    if (!why.empty()) throw Error("no certificate that a side holds: " + why);
  }
  extractor.Collect(position);
  return MakeCertificate(
      search->rules(), position, claim, extractor.owner(),
      [&](const Position& at, const MoveList&) { return extractor.MoveIn(at); }, keep_going);
}

}  // namespace raichi

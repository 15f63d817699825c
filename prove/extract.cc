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
/// used the lost one. Then play could go round in a circle. Where that shows, the owner's position
/// is proven anew in an empty table, by ways that meet no position that is still open.
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
      Visit(start, main_);
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

  bool WinsAtOnce(const Position& position, const MoveList& moves) const {
    for (const Move move : moves) {
      Position after = position;
      if (Play(rules_, move, &after).result == WinFor(owner_)) return true;
    }
    return false;
  }

  void Continue() {
    Frame& frame = stack_.back();
    if (frame.replies.empty()) {
      if (const auto at = moves_.find(frame.key); at != moves_.end()) at->second.is_open = false;
      stack_.pop_back();
      return;
    }
    const Position reply = frame.replies.back();
    frame.replies.pop_back();
    if (!Visit(reply, frame.source)) ProveAnew();
  }

  /// Finds the owner's move. Returns false if the position is open: play went round in a circle.
  bool Visit(const Position& position, const SearchPtr& source) {
    const Lanes lanes = hash_.Of(position);
    const uint64_t key = SymmetricHash::Key(lanes);
    const auto known = moves_.find(key);
    if (known != moves_.end()) return !known->second.is_open || claim_ == Claim::kHolds;
    MoveList moves;
    GenerateMoves(rules_, position, &moves);
    if (WinsAtOnce(position, moves)) return true;
    Follow(position, lanes, source, KnownMove(position, lanes, moves, *source));
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

  /// Proves the newest open position of the owner by ways that meet no open position; if there is
  /// none, the one before it, and so on.
  void ProveAnew() {
    while (true) {
      const Frame frame = std::move(stack_.back());
      stack_.pop_back();
      moves_.erase(frame.key);
      if (frame.position.to_move() != owner_) throw Error("the proof goes round in a circle");
      std::vector<uint64_t> open;
      for (const Frame& earlier : stack_) open.push_back(earlier.key);
      ProofSettings settings = main_->settings();
      settings.threads = 1;
      const auto anew = std::make_shared<ProofSearch>(main_->rules(), settings);
      const ProofNumbers numbers = anew->Run(frame.position, keep_going_, open);
      if (!keep_going_()) throw Error("stopped");
      if (!numbers.IsProven()) continue;
      MoveList moves;
      GenerateMoves(rules_, frame.position, &moves);
      const Lanes lanes = hash_.Of(frame.position);
      return Follow(frame.position, lanes, anew, KnownMove(frame.position, lanes, moves, *anew));
    }
  }

  /// The move to the solved position that is nearest to the end; if the table knows none, searches.
  Move KnownMove(const Position& position, const Lanes& lanes, const MoveList& moves,
                 ProofSearch& source) const {
    for (int tries = 0; tries < kMostTries; ++tries) {
      if (const auto move = BestMove(position, lanes, moves, source.table())) return *move;
      const ProofNumbers numbers = source.Run(position, keep_going_);
      if (!numbers.IsProven() && !numbers.IsDisproven()) throw Error("stopped");
      if (numbers.IsProven() != (claim_ == Claim::kWins)) break;
    }
    throw Error("the proof does not hold at " + ToString(rules_, position));
  }

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

  const SearchPtr main_;
  const Rules& rules_;
  const SymmetricHash& hash_;
  const Claim claim_;
  const Side owner_;
  const std::function<bool()>& keep_going_;
  std::unordered_map<uint64_t, Known> moves_;
  std::vector<Frame> stack_;
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
  return MakeCertificate(search->rules(), position, claim, extractor.owner(),
                         [&](const Position& at, const MoveList&) { return extractor.MoveIn(at); });
}

}  // namespace raichi

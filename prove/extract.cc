#include "prove/extract.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "prove/walk.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using Lanes = SymmetricHash::Lanes;
using SearchPtr = std::shared_ptr<ProofSearch>;

/// Collects the owner's moves from the table of a search, position by position, as the walk of a
/// certificate meets them.
///
/// The plies within which the owner wins fall along each way, so play cannot go round in a circle.
/// A table that has lost a proof knows no such move, or only one that takes longer. Or it holds a
/// disproof of a lost position that rested on several repetitions, of which it keeps one. Then the
/// position is proven anew in an empty table, by ways that meet no position that is open. That
/// search uses what the first table knows, except wins that take as long.
class Extractor {
 public:
  Extractor(ProofSearch* search, Claim claim, const WalkProgress& keep_going)
      : main_(search, [](ProofSearch*) {}),
        rules_(*search->rules()),
        expander_(search->expander()),
        hash_(expander_.hash()),
        claim_(claim),
        owner_(claim == Claim::kWins ? search->winner() : Opponent(search->winner())),
        keep_going_(keep_going) {}

  Side owner() const { return owner_; }

  void Collect(const Position& start) {
    const Place place{start, hash_.Of(start)};
    if (start.to_move() == owner_) {
      if (!Visit(place, main_, kNoBound)) throw Error("the proof does not hold at the start");
    } else {
      Push({.after = place, .source = main_, .plies = kNoBound});
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
  static constexpr int kNoBound = std::numeric_limits<int>::max();

  struct Place {
    Position position;
    Lanes lanes;
  };
  struct Known {
    Move move;  // of the canonical image
    bool is_open = true;
  };
  /// A move of the owner, and the position after it.
  struct Frame {
    Place before, after;
    uint64_t key = 0;  // of the position before; 0 if the other side begins
    SearchPtr source;  // whose table proves the position after
    int plies = 0;     // until the end there
    std::vector<Child> replies;
  };
  struct Choice {
    Child child;
    int plies = 0;
  };

  void Push(Frame frame) {
    if (expander_.Expand(frame.after.position, frame.after.lanes, main_->table(), &frame.replies)
            .is_decided) {
      throw Error("the proof does not hold at " + ToString(rules_, frame.after.position));
    }
    stack_.push_back(std::move(frame));
  }

  Place After(const Place& place, Move move) const {
    Place after = place;
    const Step step = Play(rules_, move, &after.position);
    after.lanes = hash_.After(place.lanes, place.position, move, step, after.position);
    return after;
  }

  /// Looks at replies until one leads to a new position.
  void Continue() {
    Ask();
    Frame& frame = stack_.back();
    while (!frame.replies.empty()) {
      const Child reply = frame.replies.back();
      frame.replies.pop_back();
      if (IsCollected(reply.key)) continue;
      const SearchPtr source = frame.source;  // Visit moves the frames
      if (!Visit(After(frame.after, reply.move), source, frame.plies)) ProveAnew();
      return;
    }
    if (const auto at = moves_.find(frame.key); at != moves_.end()) at->second.is_open = false;
    stack_.pop_back();
  }

  void Ask() const {
    if (!keep_going_(moves_.size())) throw Error("stopped");
  }

  bool IsCollected(uint64_t key) const {
    const auto known = moves_.find(key);
    return known != moves_.end() && (!known->second.is_open || claim_ == Claim::kHolds);
  }

  /// Finds the owner's move, after which he wins within less than `bound` plies. Returns false if
  /// there is none: the position is open, so play went round in a circle, or it cannot be proven
  /// without positions that are open.
  bool Visit(const Place& place, const SearchPtr& source, int bound) {
    const uint64_t key = SymmetricHash::Key(place.lanes);
    if (moves_.contains(key)) return IsCollected(key);
    std::vector<Child> children;
    const bool is_decided =
        expander_.Expand(place.position, place.lanes, main_->table(), &children).is_decided;
    if (is_decided) {
      if (claim_ == Claim::kHolds) DrawIfNoWin(place);
      return true;
    }
    auto choice = Best(children, source->table());
    // A table that has lost the move may lose it again at once, if it is small.
    for (int tries = 0; !choice && claim_ == Claim::kHolds && tries < kMostTries; ++tries) {
      source->Run(place.position, [&] { return keep_going_(moves_.size()); });
      choice = Best(children, source->table());
    }
    const bool is_far = choice && claim_ == Claim::kWins && choice->plies >= bound;
    if (!choice || is_far) return FollowAnew(place, bound);
    Follow(place, source, *choice);
    return true;
  }

  /// Keeps a move that draws at once, unless one wins.
  void DrawIfNoWin(const Place& place) {
    MoveList moves;
    GenerateMoves(rules_, place.position, &moves);
    if (!WinningMove(rules_, place.position, moves).IsNone()) return;
    for (const Move move : moves) {
      Position after = place.position;
      if (Play(rules_, move, &after).result == Result::kDraw) return Keep(place, move, false);
    }
    throw Error("the disproof does not hold at " + ToString(rules_, place.position));
  }

  void Keep(const Place& place, Move move, bool is_open) {
    moves_[SymmetricHash::Key(place.lanes)] = {
        .move = hash_.ToCanonical(place.lanes)(move, rules_.size()), .is_open = is_open};
  }

  void Follow(const Place& place, const SearchPtr& source, const Choice& choice) {
    const Move move = choice.child.move;
    Keep(place, move, true);
    Push({.before = place,
          .after = After(place, move),
          .key = SymmetricHash::Key(place.lanes),
          .source = source,
          .plies = choice.plies,
          .replies = {}});
  }

  /// Gives the newest open position of the owner another move, each time with fewer of the first
  /// table's wins; if it has none, the one before it, and so on.
  void ProveAnew() {
    while (true) {
      const Frame frame = std::move(stack_.back());
      stack_.pop_back();
      moves_.erase(frame.key);
      if (frame.key == 0) throw Error("the proof goes round in a circle");
      int& failures = failures_[frame.key];
      if (failures > kMostFailures) continue;
      const int bound = std::min(frame.plies, 1 << kMostFailures) >> failures++;
      if (FollowAnew(frame.before, bound)) return;
    }
  }

  /// Proves a position of the owner in an empty table, by ways that meet no open position. Returns
  /// false if that is impossible.
  bool FollowAnew(const Place& place, int bound) {
    if (claim_ == Claim::kHolds) {
      throw Error("the disproof does not hold at " + ToString(rules_, place.position));
    }
    std::vector<uint64_t> open;
    for (const Frame& earlier : stack_) open.push_back(earlier.key);
    ProofSettings settings = main_->settings();
    settings.threads = 1;
    settings.bytes = std::max(settings.bytes, kLeastBytesAnew);
    const auto anew = std::make_shared<ProofSearch>(main_->rules(), settings);
    anew->table().ReadToo(main_->table(), bound);
    const auto keep_going = [&] { return keep_going_(moves_.size()); };
    const bool is_proven = anew->Run(place.position, keep_going, open).IsProven();
    Ask();
    if (!is_proven) return false;
    std::vector<Child> children;
    expander_.Expand(place.position, place.lanes, anew->table(), &children);
    const auto choice = Best(children, anew->table());
    if (!choice) throw Error("the table has no room for the proof; search with more memory");
    Follow(place, anew, *choice);
    return true;
  }

  /// The move to the solved position that is nearest to the end, if the table knows any.
  std::optional<Choice> Best(const std::vector<Child>& children, const ProofTable& table) const {
    std::optional<Choice> best;
    for (const Child& child : children) {
      const auto found = table.Find(child.key);
      if (!found) continue;
      const ProofNumbers& numbers = found->numbers;
      if (claim_ == Claim::kHolds ? !numbers.IsDisproven() : !numbers.IsProven()) continue;
      if (best && numbers.plies >= best->plies) continue;
      best = {child, numbers.plies};
    }
    return best;
  }

  static constexpr int kMostTries = 5, kMostFailures = 10;
  static constexpr size_t kLeastBytesAnew = size_t{1} << 26;

  const SearchPtr main_;
  const Rules& rules_;
  const Expander& expander_;
  const SymmetricHash& hash_;
  const Claim claim_;
  const Side owner_;
  const WalkProgress& keep_going_;
  std::unordered_map<uint64_t, Known> moves_;
  std::unordered_map<uint64_t, int> failures_;  // how often a move was followed in vain
  std::vector<Frame> stack_;
};

}  // namespace

Certificate ExtractCertificate(ProofSearch* search, const Position& position,
                               const WalkProgress& keep_going) {
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

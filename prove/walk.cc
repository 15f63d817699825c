#include "prove/walk.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "prove/symmetric_hash.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using Lanes = SymmetricHash::Lanes;
using Key = std::pair<uint64_t, uint64_t>;
struct KeyHash {
  size_t operator()(const Key& key) const { return static_cast<size_t>(key.first); }
};

constexpr int kOpen = -1;  // the plies of a position whose replies are being played
constexpr uint64_t kStepsBetweenQuestions = 4096;

class Walker {
 public:
  Walker(const RulesPtr& rules, Claim claim, Side owner, const Strategy& strategy,
         const std::function<void(const WalkStep&)>& see, const WalkProgress& keep_going)
      : rules_(*rules),
        claim_(claim),
        owner_(owner),
        strategy_(strategy),
        see_(see),
        keep_going_(keep_going),
        first_hash_(rules_, 1),
        second_hash_(rules_, 2) {}

  WalkSummary Walk(const Position& start) {
    if (!HasMove(rules_, start)) throw Error("the game is over at the start");
    const Place place{start, first_hash_.Of(start), second_hash_.Of(start)};
    int plies = 0;
    if (start.to_move() == owner_) {
      plies = Visit(place);
    } else {
      PushReplies(place, {});
    }
    while (!stack_.empty()) plies = Continue();
    summary_.plies = claim_ == Claim::kHolds ? 0 : plies;
    return summary_;
  }

 private:
  /// A position and its hashes.
  struct Place {
    Position position;
    Lanes first, second;
  };
  /// A position where the owner is to move, and the move.
  struct Owned {
    Key key;
    Position position;
    Move move;
  };
  /// A position after the owner's move, whose replies are played one after the other.
  struct Frame {
    Place place;
    std::optional<Owned> owned;  // what was before; nothing if the other side begins
    std::vector<Move> replies;
    size_t next = 0;
    int most = 0;  // plies after a reply so far
  };

  Place After(const Place& place, Move move, Result* result) const {
    Place after{place.position, {}, {}};
    const Step step = Play(rules_, move, &after.position);
    after.first = first_hash_.After(place.first, place.position, move, step, after.position);
    after.second = second_hash_.After(place.second, place.position, move, step, after.position);
    *result = step.result;
    return after;
  }

  [[noreturn]] void Fail(const std::string& what, const Position& position) const {
    throw Error(what + " at " + ToString(rules_, position));
  }

  /// Returns the plies of a position where the owner is to move, or kOpen after a frame was pushed
  /// for it.
  int Visit(const Place& place) {
    const Key key{SymmetricHash::Key(place.first), SymmetricHash::Key(place.second)};
    if (const auto known = plies_.find(key); known != plies_.end()) {
      if (known->second == kOpen && claim_ == Claim::kWins) {
        Fail("play can go round in a circle", place.position);
      }
      return std::max(known->second, 0);
    }
    // Most positions are won at once. They are not kept, which takes less time than looking them
    // up.
    MoveList moves;
    GenerateMoves(rules_, place.position, &moves);
    if (!WinningMove(rules_, place.position, moves).IsNone()) return 1;
    int& plies = plies_.emplace(key, kOpen).first->second;
    const Move move = strategy_(place.position, moves);
    Result result;
    const Place after = After(place, move, &result);
    if (result == Result::kDraw && claim_ == Claim::kHolds) {
      See({&place.position, move, nullptr, 0});
      return plies = 0;
    }
    if (result != Result::kOngoing) Fail("the owner's move ends the game", place.position);
    PushReplies(after, Owned{key, place.position, move});
    return kOpen;
  }

  void See(const WalkStep& step) const {
    if (see_) see_(step);
  }

  void PushReplies(const Place& place, const std::optional<Owned>& owned) {
    MoveList moves;
    GenerateMoves(rules_, place.position, &moves);
    stack_.push_back({place, owned, {moves.begin(), moves.end()}});
  }

  /// Plays the next reply of the newest frame, or closes the frame. Returns the plies of its
  /// position, which are final once it is closed.
  int Continue() {
    if (keep_going_ && ++steps_ % kStepsBetweenQuestions == 0 && !keep_going_(plies_.size())) {
      throw Error("stopped");
    }
    Frame& frame = stack_.back();
    if (frame.next == frame.replies.size()) {
      const int plies = frame.most + (frame.owned ? 2 : 1);
      if (frame.owned) {
        plies_[frame.owned->key] = plies;
        See({&frame.owned->position, frame.owned->move, &frame.place.position,
             claim_ == Claim::kHolds ? 0 : plies});
      }
      stack_.pop_back();
      if (!stack_.empty()) stack_.back().most = std::max(stack_.back().most, plies);
      return plies;
    }
    ++summary_.replies;
    Result result;
    const Place after = After(frame.place, frame.replies[frame.next++], &result);
    if (result == Result::kOngoing) {
      const int plies = Visit(after);  // may push, which moves the frames
      if (plies != kOpen) stack_.back().most = std::max(stack_.back().most, plies);
    } else if (result != WinFor(owner_) && (claim_ == Claim::kWins || result != Result::kDraw)) {
      Fail("a reply ends the game", after.position);
    }
    return kOpen;
  }

  const Rules& rules_;
  const Claim claim_;
  const Side owner_;
  const Strategy& strategy_;
  const std::function<void(const WalkStep&)>& see_;
  const WalkProgress& keep_going_;
  SymmetricHash first_hash_, second_hash_;
  std::unordered_map<Key, int, KeyHash> plies_;
  std::vector<Frame> stack_;
  WalkSummary summary_;
  uint64_t steps_ = 0;
};

}  // namespace

Move WinningMove(const Rules& rules, const Position& position, const MoveList& moves) {
  for (const bool is_kings : {true, false}) {
    for (const Move move : moves) {
      if ((move.from() == position.king()) != is_kings) continue;
      Position after = position;
      if (Play(rules, move, &after).result == WinFor(position.to_move())) return move;
    }
  }
  return Move();
}

WalkSummary Walk(const RulesPtr& rules, const Position& start, Claim claim, Side owner,
                 const Strategy& strategy, const std::function<void(const WalkStep&)>& see,
                 const WalkProgress& keep_going) {
  return Walker(rules, claim, owner, strategy, see, keep_going).Walk(start);
}

WalkSummary CheckCertificate(const Certificate& certificate, const std::string& name,
                             const std::function<void(const WalkStep&)>& see,
                             const WalkProgress& keep_going) {
  const auto fail = [&](const std::string& what) { throw Error(name + ": not a proof: " + what); };
  if (certificate.claim == Claim::kHolds) {
    const std::string why = WhyNoHold(certificate.rules->data(), certificate.owner);
    if (!why.empty()) fail(why + " under these rules");
  }
  size_t next = 0;
  const Strategy stored = [&](const Position& position, const MoveList& moves) {
    if (next == certificate.moves.size()) throw Error("moves are missing");
    const uint32_t index = certificate.moves[next++];
    if (index >= moves.size()) {
      throw Error("no legal move " + std::to_string(index) + " at " +
                  ToString(*certificate.rules, position));
    }
    return moves[index];
  };
  WalkSummary summary;
  try {
    summary = Walk(certificate.rules, certificate.start, certificate.claim, certificate.owner,
                   stored, see, keep_going);
  } catch (const Error& error) {
    fail(error.what());
  }
  if (next != certificate.moves.size()) fail("moves are left over");
  if (summary.plies != certificate.plies) {
    fail("it takes " + std::to_string(summary.plies) + " plies, not " +
         std::to_string(certificate.plies));
  }
  return summary;
}

Certificate MakeCertificate(const RulesPtr& rules, const Position& start, Claim claim, Side owner,
                            const Strategy& strategy, const WalkProgress& keep_going) {
  Certificate certificate{
      .rules = rules, .start = start, .claim = claim, .owner = owner, .plies = 0, .moves = {}};
  const Strategy recorded = [&](const Position& position, const MoveList& moves) {
    const Move move = strategy(position, moves);
    const auto at = std::find(moves.begin(), moves.end(), move);
    certificate.moves.push_back(static_cast<uint32_t>(at - moves.begin()));
    return move;
  };
  certificate.plies = Walk(rules, start, claim, owner, recorded, {}, keep_going).plies;
  return certificate;
}

}  // namespace raichi

#include "prove/extract.h"

#include <optional>

#include "base/error.h"
#include "prove/walk.h"
#include "rules/position_text.h"

namespace raichi {
namespace {

/// Finds the owner's moves in the table of a search.
class Extractor {
 public:
  Extractor(ProofSearch* search, Claim claim, const std::function<bool()>& keep_going)
      : search_(*search),
        rules_(*search->rules()),
        claim_(claim),
        owner_(claim == Claim::kWins ? search->winner() : Opponent(search->winner())),
        keep_going_(keep_going) {}

  Side owner() const { return owner_; }

  Move MoveIn(const Position& position, const MoveList& moves) {
    for (int tries = 0; tries < kMostTries; ++tries) {
      if (const auto move = KnownMove(position, moves)) return *move;
      const ProofNumbers numbers = search_.Run(position, keep_going_);
      if (!numbers.IsProven() && !numbers.IsDisproven()) throw Error("stopped");
      if (numbers.IsProven() != (claim_ == Claim::kWins)) break;
    }
    throw Error("the proof is not complete at " + ToString(rules_, position) +
                "; search again with more memory");
  }

 private:
  static constexpr int kMostTries = 5;

  /// The move to the solved position that is nearest to the end.
  std::optional<Move> KnownMove(const Position& position, const MoveList& moves) const {
    std::optional<Move> best;
    int fewest = 0;
    const SymmetricHash& hash = search_.expander().hash();
    const SymmetricHash::Lanes lanes = hash.Of(position);
    for (const Move move : moves) {
      Position after = position;
      const Step step = Play(rules_, move, &after);
      if (step.result != Result::kOngoing) {
        if (step.result == Result::kDraw && claim_ == Claim::kHolds) return move;
        continue;
      }
      const auto found =
          search_.table().Find(SymmetricHash::Key(hash.After(lanes, position, move, step, after)));
      if (!found) continue;
      const ProofNumbers& numbers = found->numbers;
      if (claim_ == Claim::kHolds ? !numbers.IsDisproven() : !numbers.IsProven()) continue;
      if (best && numbers.plies >= fewest) continue;
      best = move;
      fewest = numbers.plies;
    }
    return best;
  }

  ProofSearch& search_;
  const Rules& rules_;
  const Claim claim_;
  const Side owner_;
  const std::function<bool()>& keep_going_;
};

}  // namespace

Certificate ExtractCertificate(ProofSearch* search, const Position& position,
                               const std::function<bool()>& keep_going) {
  const ProofNumbers numbers = search->NumbersOf(position);
  const Claim claim = numbers.IsProven() ? Claim::kWins : Claim::kHolds;
  Extractor extractor(search, claim, keep_going);
  if (claim == Claim::kHolds) {
    const std::string why = WhyNoHold(search->rules()->data(), extractor.owner());
    if (!why.empty())
      throw Error("no certificate that a side holds: " + why + " under these rules");
  }
  return MakeCertificate(
      search->rules(), position, claim, extractor.owner(),
      [&](const Position& at, const MoveList& moves) { return extractor.MoveIn(at, moves); });
}

}  // namespace raichi

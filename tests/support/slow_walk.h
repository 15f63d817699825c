#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/slow_engine.h"

namespace raichi::slow {

/// What the owner of a certificate claims (docs/certificates.md).
struct Claim {
  bool wins = false;  // the owner forces a win; otherwise it never loses
  char owner = 'a';   // 'a' or 'd'
};

/// Returns the moves in the order in which certificates number them.
std::vector<SlowMove> NumberedMoves(const SlowEngine& engine, const Board& board);

/// The positions that are the same up to the symmetries of the rules, told apart exactly: by text
/// and not by a hash. `engine` must outlive this.
class Sameness {
 public:
  explicit Sameness(const SlowEngine* engine);

  size_t NumSymmetries() const { return sources_.size(); }
  /// Returns a text that two boards share if and only if a symmetry of the rules maps one to the
  /// other, with the side to move, strays and closed camps.
  std::string Key(const Board& board) const;

 private:
  const SlowEngine* engine_;
  std::vector<At> squares_;
  // For each symmetry and each square of its image, the index of the square that lands there.
  std::vector<std::vector<size_t>> sources_;
};

/// Follows a certificate through all positions that the owner may meet from `start`. `next_move`
/// returns the next number of the file and throws if there is none. Returns the plies of a win; 0
/// for other claims. Throws std::runtime_error, with the position, if the moves do not prove the
/// claim. The depth of the walk is bounded by memory alone.
uint64_t FollowCertificate(const SlowEngine& engine, const Claim& claim, const Board& start,
                           const std::function<uint64_t()>& next_move);

}  // namespace raichi::slow

#pragma once

#include <array>
#include <cstdint>

#include "base/rng.h"
#include "rules/board/types.h"

namespace raichi {

/// Zobrist keys (Zobrist 1970): a random word for each thing that can be true of a square. The
/// words never change, because files that are compared between machines and versions contain such
/// hashes.
class Zobrist {
 public:
  static constexpr uint64_t kDefendersToMove = 0x5bd1e995a3b1c6d7u;

  static constexpr uint64_t Piece(Square s, PieceClass piece) {
    return kKeys[static_cast<size_t>(piece)][s.code()];
  }
  static constexpr uint64_t Stray(Square s) { return Mix64(0x57a1000u + s.code()); }
  static constexpr uint64_t ClosedCamp(int camp) {
    return Mix64(0xc105000u + static_cast<uint64_t>(camp));
  }

 private:
  static constexpr size_t kSquares = 32 * (kMaxBoardSize + 2);
  using Keys = std::array<std::array<uint64_t, kSquares>, kNumClasses>;
  static constexpr Keys MakeKeys() {
    Keys keys{};
    Rng rng(1732);
    for (auto& squares : keys) {
      for (uint64_t& key : squares) key = rng();
    }
    return keys;
  }
  static const Keys kKeys;
};

inline constexpr Zobrist::Keys Zobrist::kKeys = Zobrist::MakeKeys();

}  // namespace raichi

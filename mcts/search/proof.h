#pragma once

#include <cstdint>

namespace raichi {

/// A result that is certain under best play, for the side to move where it is said.
enum class Proof : uint8_t { kNone, kWin, kDraw, kLoss };

/// The same result seen by the other side.
constexpr Proof ForOpponent(Proof proof) {
  return proof == Proof::kWin ? Proof::kLoss : proof == Proof::kLoss ? Proof::kWin : proof;
}

/// The value in [-1, 1] of a proven result, for the side it is said of; 0 for `kNone`.
constexpr float ValueOf(Proof proof) {
  return proof == Proof::kWin ? 1.0f : proof == Proof::kLoss ? -1.0f : 0.0f;
}

}  // namespace raichi

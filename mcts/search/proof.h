#pragma once

#include <cstdint>

namespace raichi {

/// A result that is certain under best play, from the perspective of the side to move in the
/// position it belongs to.
enum class Proof : uint8_t { kNone, kWin, kDraw, kLoss };

/// Returns the same result from the perspective of the other side.
constexpr Proof ForOpponent(Proof proof) {
  return proof == Proof::kWin ? Proof::kLoss : proof == Proof::kLoss ? Proof::kWin : proof;
}

/// Returns the value in [-1, 1] of a proven result, from the same perspective; 0 for `kNone`.
constexpr float ValueOf(Proof proof) {
  return proof == Proof::kWin ? 1.0f : proof == Proof::kLoss ? -1.0f : 0.0f;
}

}  // namespace raichi

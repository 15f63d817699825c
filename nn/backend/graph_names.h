#pragma once

namespace raichi {

/// Names of an exported network's inputs on a canvas of S x S squares. Both are f32, of the shapes
/// [N, kPlanes, S, S] and [N, kGlobals].
inline constexpr char kPlanesInput[] = "planes";
inline constexpr char kNumbersInput[] = "numbers";

/// Names of its outputs, f32.
inline constexpr char kPolicyOutput[] = "policy";         // [N, PolicySize(S)]: logits
inline constexpr char kWdlOutput[] = "wdl";               // [N, 3]: probabilities
inline constexpr char kMovesLeftOutput[] = "moves_left";  // [N]: plies

}  // namespace raichi

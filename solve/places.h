#pragma once

#include <cstdint>
#include <vector>

#include "rules/rules.h"
#include "rules/symmetry.h"

namespace raichi {

/// Where pieces can stand while a game goes on, at least: closed under the symmetries.
struct Places {
  uint64_t men = 0;   // attackers and defenders
  uint64_t king = 0;  // without the goals

  /// How many squares are left for men if the king stands on `square`.
  int RoomBeside(int square) const;
};
Places PlacesOf(const Rules& rules, const std::vector<Symmetry>& symmetries);

/// The most men of each side: those of the setup.
struct Material {
  int attackers = 0;
  int defenders = 0;  // without the king
};
Material MaterialOf(const Rules& rules);

}  // namespace raichi

#pragma once

#include <string>
#include <vector>

namespace raichi {

/// How the expected score goes through a game.
struct ValueCurve {
  std::string title;
  std::vector<double> points;  // the attackers', in percent, after 0, 1, … plies; at least one
  std::vector<int> mistakes, blunders;  // moves, as plies before them
};

/// The curve as an SVG document: a dot stands where a mistake or a blunder led. Readable on light
/// and dark pages.
std::string DrawCurveSvg(const ValueCurve& curve);

}  // namespace raichi

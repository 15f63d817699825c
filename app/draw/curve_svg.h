#pragma once

#include <string>
#include <vector>

namespace raichi {

/// The course of the expected score through a game.
struct ValueCurve {
  std::string title;
  std::vector<double> points;  // of the attackers in percent, after 0, 1, … plies; never empty
  std::vector<int> mistakes, blunders;  // the number of plies before each such move
};

/// Draws the curve as an SVG document, with a dot after each mistake and blunder. It is readable on
/// light and dark pages.
std::string DrawCurveSvg(const ValueCurve& curve);

}  // namespace raichi

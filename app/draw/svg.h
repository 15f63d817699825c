#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"

namespace raichi {

// Shared by all SVG pictures: colour schemes for light and dark viewers, as CSS classes inside the
// picture, and escaped text.

/// An SVG document with a background. `width` and `height` are both the units of the picture and
/// its size in pixels. `body` has the elements as SVG.
std::string SvgPicture(double width, double height, std::string_view title, std::string_view body);

/// Escapes `text`, which may be any bytes, for use in an element or an attribute.
std::string SvgEscape(std::string_view text);

/// A text element at a point. `anchor`: start, middle or end. `css_class`: `label` or `caption`.
std::string SvgText(double x, double y, std::string_view anchor, std::string_view css_class,
                    std::string_view text);

/// The course of the expected score through a game.
struct ValueCurve {
  std::string title;
  std::vector<double> points;  // of the attackers in percent, after 0, 1, … plies; never empty
  std::vector<int> mistakes, blunders;  // the number of plies before each such move
};

/// Draws the curve as an SVG document, with a dot after each mistake and blunder. It is readable on
/// light and dark pages.
std::string DrawCurveSvg(const ValueCurve& curve);

/// JSON text that is safe inside a <script> element: it has no `<`, so it cannot end the element.
std::string ForScript(const Json& data);

/// `page` with each name of `parts`, such as @DATA@, replaced by its text. Each name occurs in the
/// page once, in the order of `parts`. The texts may contain anything, even such names.
std::string FillPage(std::string_view page,
                     const std::vector<std::pair<std::string_view, std::string_view>>& parts);

}  // namespace raichi

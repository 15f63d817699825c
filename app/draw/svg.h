#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// What our SVG pictures have in common: one colour scheme for light and one for dark viewers, as
/// CSS classes inside the picture, and text that may say anything.

/// A picture of so many units, shown as so many pixels, with a background; `body` are its elements.
std::string SvgPicture(double width, double height, std::string_view title, std::string_view body);

/// `text` as the content of an element or attribute.
std::string SvgEscape(std::string_view text);

/// A text of a class (`label`, `caption`) at a point; `anchor` is start, middle or end.
std::string SvgText(double x, double y, std::string_view anchor, std::string_view css_class,
                    std::string_view text);

}  // namespace raichi

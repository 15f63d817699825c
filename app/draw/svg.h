#pragma once

#include <string>
#include <string_view>

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

}  // namespace raichi

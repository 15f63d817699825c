#include "app/draw/svg.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/draw/colours.h"
#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

// Uses only plain classes, because some viewers support media queries but no CSS variables, and
// some support neither.
constexpr std::string_view kShapes = R"(
.label,.caption{font-family:system-ui,sans-serif}
.label{font-size:14px}.caption{font-size:16px}
.grid{stroke-width:1;fill:none}
.cross,.attacker,.defender,.king{stroke-width:2}
.crown{stroke-width:2.5;stroke-linejoin:round}.fallen{opacity:.6}
.captured{stroke-width:5;stroke-linecap:round}
.arrow{opacity:.62}.best{opacity:.78}
.curve{stroke-width:2.5;fill:none;stroke-linejoin:round}
.mistake{fill:#e08a1e}.blunder{fill:#c0392b}
)";
constexpr std::string_view kColours = R"(
.grid{stroke:$board-line$}
.wood{fill:$wood$}.goal{fill:$goal$}.special{fill:$dark-wood$}.camp{fill:$camp$}.closed{fill:$closed$}.marked{fill:$marked$}
.cross{stroke:$cross$}
.attacker{fill:$dark-piece$;stroke:$piece-edge$}.defender,.king{fill:$light-piece$;stroke:$piece-edge$}
.crown{fill:$crown$;stroke:$crown-edge$}
.captured{stroke:$captured$}
.arrow{fill:$arrow$}.best{fill:$best-arrow$}
.attackers-bar{fill:$dark-piece$}.defenders-bar{fill:$light-piece$}
.curve{stroke:$arrow$}
)";

/// `rules` with colours in place of their names, `$NAME$`.
std::string WithBoardColours(std::string_view rules, bool dark) {
  std::string css;
  while (!rules.empty()) {
    const size_t begin = std::min(rules.find('$'), rules.size());
    css += rules.substr(0, begin);
    rules.remove_prefix(begin);
    if (rules.empty()) break;
    const size_t end = rules.find('$', 1);
    RAICHI_CHECK(end != std::string_view::npos);
    const BoardColour& colour = FindBoardColour(rules.substr(1, end - 1));
    css += fmt::format("#{:06x}", dark ? colour.dark : colour.light);
    rules.remove_prefix(end + 1);
  }
  return css;
}

std::string Style() {
  return fmt::format(
      "{}.paper{{fill:#fcfaf5}}.label,.caption{{fill:#3d352a}}{}"
      "@media "
      "(prefers-color-scheme:dark){{\n.paper{{fill:#1e1d1b}}.label,.caption{{fill:#e2dccf}}{}}}\n",
      kShapes, WithBoardColours(kColours, false), WithBoardColours(kColours, true));
}

}  // namespace

std::string SvgEscape(std::string_view text) {
  std::string escaped;
  for (const char c : VisibleLine(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c == '\t' ? ' ' : c;
    }
  }
  return escaped;
}

std::string SvgText(double x, double y, std::string_view anchor, std::string_view css_class,
                    std::string_view text) {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x,
                     y, anchor, css_class, SvgEscape(text));
}

std::string SvgPicture(double width, double height, std::string_view title, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
      "viewBox=\"0 0 {0:g} {1:g}\" role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n"
      "<rect class=\"paper\" width=\"{0:g}\" height=\"{1:g}\"/>\n{4}</svg>\n",
      width, height, SvgEscape(title), Style(), body);
}

namespace {

// Lengths in units of the picture.
constexpr double kLeft = 48, kTop = 48, kRight = 20, kBottom = 44;
constexpr double kWidth = 720, kHeight = 240;  // of the area of the curve

class CurveSvg {
 public:
  explicit CurveSvg(const ValueCurve& curve) : curve_(curve) {}

  std::string Draw() {
    body_ = SvgText(kLeft, 28, "start", "caption", curve_.title);
    DrawGrid();
    DrawCurve();
    DrawDots(curve_.mistakes, "mistake");
    DrawDots(curve_.blunders, "blunder");
    body_ += SvgText(kLeft + kWidth, kTop + kHeight + 36, "end", "label",
                     "the attackers' expected score in percent, by ply");
    return SvgPicture(kLeft + kWidth + kRight, kTop + kHeight + kBottom, curve_.title, body_);
  }

 private:
  double X(size_t ply) const {
    const size_t last = std::max<size_t>(curve_.points.size() - 1, 1);
    return kLeft + kWidth * static_cast<double>(ply) / static_cast<double>(last);
  }
  static double Y(double points) {
    return kTop + kHeight * (1 - std::clamp(points, 0.0, 100.0) / 100);
  }

  void DrawGrid() {
    for (const int points : {0, 50, 100}) {
      body_ +=
          fmt::format("<path class=\"grid\" d=\"M{:g} {:g}h{:g}\"/>\n", kLeft, Y(points), kWidth);
      body_ += SvgText(kLeft - 8, Y(points) + 5, "end", "label", std::to_string(points));
    }
    const size_t step = curve_.points.size() > 100 ? 50 : 10;
    for (size_t ply = 0; ply < curve_.points.size(); ply += step) {
      body_ += SvgText(X(ply), kTop + kHeight + 18, "middle", "label", std::to_string(ply));
    }
  }

  void DrawCurve() {
    std::string line;
    for (size_t ply = 0; ply < curve_.points.size(); ++ply) {
      line += fmt::format("{}{:.1f} {:.1f}", ply == 0 ? "M" : "L", X(ply), Y(curve_.points[ply]));
    }
    body_ += fmt::format("<path class=\"curve\" d=\"{}\"/>\n", line);
  }

  void DrawDots(const std::vector<int>& plies, const char* css_class) {
    for (const int ply : plies) {
      const auto after = static_cast<size_t>(ply) + 1;
      body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>\n",
                           css_class, X(after), Y(curve_.points.at(after)));
    }
  }

  const ValueCurve& curve_;
  std::string body_;
};

}  // namespace

std::string DrawCurveSvg(const ValueCurve& curve) { return CurveSvg(curve).Draw(); }

std::string ForScript(const Json& data) {
  const std::string text = JsonText(data);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string FillPage(std::string_view page,
                     const std::vector<std::pair<std::string_view, std::string_view>>& parts) {
  std::string filled;
  for (const auto& [name, text] : parts) {
    const size_t at = page.find(name);
    RAICHI_CHECK(at != std::string_view::npos);
    filled += page.substr(0, at);
    filled += text;
    page.remove_prefix(at + name.size());
  }
  return filled.append(page);
}

}  // namespace raichi

#include "app/draw/svg.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

// Boards have the colours of the page that plays (web/page/style.css) and of reports
// (app/report/page/report.css). Uses only plain classes, because some viewers support media queries
// but no CSS variables, and some support neither.
constexpr std::string_view kStyle = R"(
.paper{fill:#fcfaf5}
.label,.caption{font-family:system-ui,sans-serif;fill:#3d352a}
.label{font-size:14px}.caption{font-size:16px}
.grid{stroke:#b18f5c;stroke-width:1;fill:none}
.wood{fill:#dcb98a}.goal{fill:#e8cda4}.special{fill:#c39a66}.camp{fill:#b7a777}.closed{fill:#8f8256}.marked{fill:#e8c771}
.cross{stroke:#a9733f;stroke-width:2}
.attacker{fill:#29241f;stroke:#4a3a28;stroke-width:2}
.defender,.king{fill:#faf6ec;stroke:#4a3a28;stroke-width:2}
.crown{fill:#b8860b;stroke:#5a3a12;stroke-width:2.5;stroke-linejoin:round}
.captured{stroke:#b3261e;stroke-width:5;stroke-linecap:round}
.arrow{fill:#3178a8;opacity:.62}.best{fill:#2e8b57;opacity:.78}
.attackers-bar{fill:#29241f}.defenders-bar{fill:#faf6ec}
.curve{stroke:#3178a8;stroke-width:2.5;fill:none;stroke-linejoin:round}
.mistake{fill:#e08a1e}.blunder{fill:#c0392b}
@media (prefers-color-scheme:dark){
.paper{fill:#1e1d1b}.label,.caption{fill:#e2dccf}
.wood{fill:#8c6b44}.goal{fill:#a07d53}.special{fill:#735432}.camp{fill:#6f6843}.closed{fill:#4a452b}.marked{fill:#a3873e}
.grid{stroke:#573c20}.cross{stroke:#573c20}
.attacker{fill:#29241f;stroke:#120e0a}.defender,.king{fill:#faf6ec;stroke:#120e0a}.captured{stroke:#ff8a7f}
.arrow{fill:#5fb0e5}.best{fill:#58d28f}
.curve{stroke:#5fb0e5}
}
)";

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
      width, height, SvgEscape(title), kStyle, body);
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

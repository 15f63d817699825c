#include "app/draw/curve_svg.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/draw/svg.h"

namespace raichi {
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

}  // namespace raichi

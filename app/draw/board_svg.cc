#include "app/draw/board_svg.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/draw/svg.h"
#include "rules/hostility.h"

namespace raichi {
namespace {

// Lengths in units of the picture.
constexpr double kCell = 52;
constexpr double kMargin = 30;  // for the coordinates
constexpr double kBarWidth = 20;
constexpr double kBarGap = 16;
constexpr double kLineHeight = 24;  // of a line of the caption

struct Point {
  double x, y;
};

class BoardSvg {
 public:
  BoardSvg(const Rules& rules, const Position& position, const BoardPicture& picture)
      : rules_(rules), position_(position), picture_(picture), side_(kCell * rules.size()) {}

  std::string Draw() {
    DrawSquares();
    DrawCoordinates();
    DrawPieces();
    DrawCaptures();
    DrawArrows();
    if (picture_.attackers_points) DrawBar(*picture_.attackers_points);
    DrawCaption();
    const double bar = picture_.attackers_points ? kBarGap + kBarWidth : 0;
    const auto lines = static_cast<double>(picture_.caption.size());
    return SvgPicture(2 * kMargin + side_ + bar,
                      2 * kMargin + side_ + lines * kLineHeight + (lines > 0 ? 8 : 0),
                      lines > 0 ? picture_.caption.front() : "Tafl", body_);
  }

 private:
  template <typename... Arguments>
  void Add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    body_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    body_ += '\n';
  }

  Point CornerOf(Square s) const {
    return {kMargin + kCell * (s.x() - 1), kMargin + kCell * (rules_.size() - s.y())};
  }
  Point CentreOf(Square s) const {
    const Point corner = CornerOf(s);
    return {corner.x + kCell / 2, corner.y + kCell / 2};
  }

  void DrawSquares() {
    ForEachSquare(rules_.board(), rules_.size(), [this](Square s) {
      const Point p = CornerOf(s);
      Add(R"(<rect class="grid {}" x="{:g}" y="{:g}" width="{:g}" height="{:g}"/>)", ClassOf(s),
          p.x, p.y, kCell, kCell);
      if (s == rules_.throne() || rules_.corners().Has(s)) DrawCross("cross", s, kCell * 0.32);
    });
  }

  const char* ClassOf(Square s) const {
    const Move last = picture_.marks.last;
    if (!last.IsNone() && (s == last.from() || s == last.to())) return "marked";
    if (s == rules_.throne() || rules_.corners().Has(s)) return "special";
    if (IsInClosedCamp(rules_, position_, s)) return "closed";
    if (rules_.camps().Has(s)) return "camp";
    return rules_.goal().Has(s) ? "goal" : "wood";
  }

  void DrawCross(const char* css_class, Square s, double reach) {
    const Point c = CentreOf(s);
    Add(R"(<path class="{}" d="M{:g} {:g}L{:g} {:g}M{:g} {:g}L{:g} {:g}"/>)", css_class,
        c.x - reach, c.y - reach, c.x + reach, c.y + reach, c.x - reach, c.y + reach, c.x + reach,
        c.y - reach);
  }

  void DrawCoordinates() {
    for (int i = 1; i <= rules_.size(); ++i) {
      const Point p = CentreOf(Square(i, i));
      body_ +=
          SvgText(p.x, kMargin + side_ + 20, "middle", "label", std::string(1, char('a' + i - 1)));
      body_ += SvgText(kMargin - 9, p.y + 5, "end", "label", std::to_string(i));
    }
  }

  void DrawPieces() {
    ForEachSquare(rules_.board(), rules_.size(), [this](Square s) {
      if (const auto piece = position_.At(s)) DrawPiece(*piece, CentreOf(s));
    });
  }

  void DrawPiece(PieceClass piece, Point c) {
    const bool crowned = piece == PieceClass::kKing || piece == PieceClass::kRoyal;
    const char* css_class = piece == PieceClass::kKing          ? "king"
                            : SideOf(piece) == Side::kAttackers ? "attacker"
                                                                : "defender";
    Add(R"(<circle class="{}" cx="{:g}" cy="{:g}" r="{:g}"/>)", css_class, c.x, c.y, kCell * 0.38);
    if (crowned) {
      Add("<path class=\"crown\" transform=\"translate({:g} {:g}) scale(.45) translate(-32 -33)\" "
          "d=\"M15 45 12 21l12 9 8-15 8 15 12-9-3 24z\"/>",
          c.x, c.y);
    }
  }

  void DrawCaptures() {
    for (const Square s : picture_.marks.captured) {
      if (s == FallenKing(position_, picture_.marks)) {
        body_ += "<g class=\"fallen\">\n";
        DrawPiece(PieceClass::kKing, CentreOf(s));
        body_ += "</g>\n";
      }
      DrawCross("captured", s, kCell * 0.2);
    }
  }

  /// Draws the best move last, on top of the others.
  void DrawArrows() {
    for (size_t i = picture_.arrows.size(); i-- > 0;) {
      DrawArrow(picture_.arrows[i], i == 0 ? "arrow best" : "arrow");
    }
  }

  /// The arrow is drawn to the right of its first square and then rotated.
  void DrawArrow(const BoardArrow& arrow, const char* css_class) {
    const Point from = CentreOf(arrow.move.from()), to = CentreOf(arrow.move.to());
    const double length = std::abs(to.x - from.x) + std::abs(to.y - from.y);
    const double half = 2 + 5 * std::clamp(arrow.weight, 0.0, 1.0);  // half the width of the shaft
    const double head = length - 2.4 * half - 6, wing = half + 6;
    const int angle = to.x > from.x ? 0 : to.x < from.x ? 180 : to.y > from.y ? 90 : -90;
    Add("<path class=\"{}\" transform=\"translate({:g} {:g}) rotate({})\" "
        "d=\"M8 {:g}H{:g}V{:g}L{:g} 0L{:g} {:g}V{:g}H8z\"/>",
        css_class, from.x, from.y, angle, -half, head, -wing, length, head, wing, half);
  }

  /// The attackers' share begins at the bottom.
  void DrawBar(double points) {
    const double x = kMargin + side_ + kBarGap;
    const double height = side_ * std::clamp(points, 0.0, 100.0) / 100;
    Add(R"(<rect class="defenders-bar" x="{:g}" y="{:g}" width="{:g}" height="{:g}"/>)", x, kMargin,
        kBarWidth, side_);
    Add(R"(<rect class="attackers-bar" x="{:g}" y="{:.1f}" width="{:g}" height="{:.1f}"/>)", x,
        kMargin + side_ - height, kBarWidth, height);
    Add(R"(<rect class="grid" x="{:g}" y="{:g}" width="{:g}" height="{:g}"/>)", x, kMargin,
        kBarWidth, side_);
    body_ += SvgText(x + kBarWidth / 2, kMargin + side_ + 20, "middle", "label",
                     fmt::format("{:.0f}", points));
  }

  void DrawCaption() {
    double y = 2 * kMargin + side_ + 18;
    for (const std::string& line : picture_.caption) {
      body_ += SvgText(kMargin, y, "start", "caption", line);
      y += kLineHeight;
    }
  }

  const Rules& rules_;
  const Position& position_;
  const BoardPicture& picture_;
  double side_;  // side of the board
  std::string body_;
};

}  // namespace

std::string DrawBoardSvg(const Rules& rules, const Position& position,
                         const BoardPicture& picture) {
  return BoardSvg(rules, position, picture).Draw();
}

}  // namespace raichi

#include "app/draw/board_view.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string_view>

#include "console/output.h"
#include "rules/hostility.h"

namespace raichi {
namespace {

struct Signs {
  std::string_view attacker, royal, defender, king;
  std::string_view ordinary, throne, corner, camp, closed_camp, captured;
};
constexpr Signs kPlainSigns{"t", "b", "T", "K", ".", "+", "#", ":", "%", "x"};
constexpr Signs kUnicodeSigns{"●", "♛", "○", "♔", "·", "◇", "□", "▫", "▪", "×"};
constexpr Signs kColourSigns{"●", "♛", "●", "♚", " ", "◇", "□", "▫", "▪", "×"};

const Signs& SignsOf(const BoardStyle& style) {
  if (!style.unicode) return kPlainSigns;
  return style.colour ? kColourSigns : kUnicodeSigns;
}

/// Escape sequences of a 256-colour terminal for pieces and signs on wooden squares.
enum Colour : int {
  kBlack = 16,
  kWhite = 231,
  kRed = 124,
  kInk = 94,
  kWood = 180,
  kDarkWood = 137,
  kGrass = 144,
  kMarked = 222,
};

struct Cell {
  std::string_view sign;
  std::string_view left = " ", right = " ";
  int ink = kInk;
  int wood = kWood;
};

class BoardDrawing {
 public:
  BoardDrawing(const Rules& rules, const Position& position, const BoardMarks& marks,
               const BoardStyle& style)
      : rules_(rules), position_(position), marks_(marks), style_(style), signs_(SignsOf(style)) {}

  std::string Draw() const {
    std::string text = Files();
    for (int y = rules_.size(); y >= 1; --y) text += Rank(y);
    return text + Files();
  }

 private:
  std::string Files() const {
    std::string line = "    ";
    for (int x = 1; x <= rules_.size(); ++x) line += fmt::format(" {} ", char('a' + x - 1));
    return line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }

  std::string Rank(int y) const {
    std::string line = fmt::format(" {:>2} ", y);
    for (int x = 1; x <= rules_.size(); ++x) line += Paint(CellAt(Square(x, y)));
    return line + fmt::format(" {}\n", y);
  }

  std::string Paint(const Cell& cell) const {
    const std::string text = fmt::format("{}{}{}", cell.left, cell.sign, cell.right);
    if (!style_.colour) return text;
    return fmt::format("\x1b[38;5;{}m\x1b[48;5;{}m{}\x1b[0m", cell.ink, cell.wood, text);
  }

  Cell CellAt(Square s) const {
    Cell cell = EmptyCell(s);
    if (const auto piece = position_.At(s)) {
      cell.sign = SignOf(*piece);
      cell.ink = SideOf(*piece) == Side::kAttackers ? kBlack : kWhite;
    }
    Mark(s, &cell);
    return cell;
  }

  Cell EmptyCell(Square s) const {
    if (s == rules_.throne()) return {.sign = signs_.throne, .wood = kDarkWood};
    if (rules_.corners().Has(s)) return {.sign = signs_.corner, .wood = kDarkWood};
    if (IsInClosedCamp(rules_, position_, s)) return {.sign = signs_.closed_camp, .wood = kGrass};
    if (rules_.camps().Has(s)) return {.sign = signs_.camp, .wood = kGrass};
    return {.sign = signs_.ordinary};
  }

  std::string_view SignOf(PieceClass piece) const {
    if (piece == PieceClass::kKing) return signs_.king;
    if (piece == PieceClass::kRoyal) return signs_.royal;
    return piece == PieceClass::kAttacker ? signs_.attacker : signs_.defender;
  }

  void Mark(Square s, Cell* cell) const {
    if (std::ranges::count(marks_.captured, s) > 0) {
      cell->sign = signs_.captured;
      cell->ink = kRed;
    }
    if (marks_.last.IsNone()) return;
    const bool is_from = s == marks_.last.from();
    if (!is_from && s != marks_.last.to()) return;
    cell->wood = kMarked;
    if (style_.colour) return;
    cell->left = is_from ? "(" : "[";
    cell->right = is_from ? ")" : "]";
  }

  const Rules& rules_;
  const Position& position_;
  const BoardMarks& marks_;
  const BoardStyle& style_;
  const Signs& signs_;
};

}  // namespace

BoardStyle StyleOfOutput() {
  const bool colour = WantsColour(stdout);
  const bool unicode = IsTerminal(stdout) && WritesUtf8();
  return {.unicode = unicode, .colour = colour && unicode};
}

std::string DrawBoard(const Rules& rules, const Position& position, const BoardMarks& marks,
                      const BoardStyle& style) {
  return BoardDrawing(rules, position, marks, style).Draw();
}

std::string BoardLegend(const Rules& rules, const BoardStyle& style) {
  const Signs& signs = SignsOf(style);
  const bool same_sign = signs.attacker == signs.defender;
  std::string text =
      same_sign
          ? fmt::format("black {} attackers, white {} defenders", signs.attacker, signs.defender)
          : fmt::format("{} attackers, {} defenders", signs.attacker, signs.defender);
  if (rules.has_royal()) text += fmt::format(", {} royal attacker", signs.royal);
  text += fmt::format(", {} king", signs.king);
  if (!rules.throne().IsNone()) text += fmt::format(", {} throne", signs.throne);
  if (rules.corners() != SquareSet()) text += fmt::format(", {} corner", signs.corner);
  if (rules.camps() != SquareSet()) text += fmt::format(", {} camp", signs.camp);
  if (rules.camps_close()) text += fmt::format(", {} closed camp", signs.closed_camp);
  return text;
}

}  // namespace raichi

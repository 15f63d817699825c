#include "app/draw/board_view.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/draw/colours.h"
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

/// Colours by their names (app/draw/colours.h).
struct Cell {
  std::string_view sign;
  std::string_view left = " ", right = " ";
  std::string_view ink = "piece-edge";
  std::string_view wood = "wood";
};

/// The nearest of the 240 fixed colours of a terminal to the light colour of this name.
int TerminalColour(std::string_view name) {
  constexpr int kCube = 16, kGreys = 232, kEnd = 256;  // xterm's numbers
  constexpr std::array<int, 6> kLevels = {0, 95, 135, 175, 215, 255};
  const auto wanted = static_cast<int>(FindBoardColour(name).light);
  const auto distance = [&](int number) {
    int sum = 0;
    for (int channel = 0; channel < 3; ++channel) {
      const int digit = (number - kCube) / (channel == 0 ? 1 : channel == 1 ? 6 : 36) % 6;
      const int level =
          number < kGreys ? kLevels[static_cast<size_t>(digit)] : 8 + 10 * (number - kGreys);
      const int difference = level - (wanted >> 8 * channel & 255);
      sum += difference * difference;
    }
    return sum;
  };
  int best = kCube;
  for (int number = kCube; number < kEnd; ++number) {
    if (distance(number) < distance(best)) best = number;
  }
  return best;
}

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
    return fmt::format("\x1b[38;5;{}m\x1b[48;5;{}m{}\x1b[0m", TerminalColour(cell.ink),
                       TerminalColour(cell.wood), text);
  }

  Cell CellAt(Square s) const {
    Cell cell = EmptyCell(s);
    if (const auto piece = position_.At(s)) {
      cell.sign = SignOf(*piece);
      cell.ink = SideOf(*piece) == Side::kAttackers ? "dark-piece" : "light-piece";
    }
    Mark(s, &cell);
    return cell;
  }

  Cell EmptyCell(Square s) const {
    if (s == rules_.throne()) return {.sign = signs_.throne, .wood = "dark-wood"};
    if (rules_.corners().Has(s)) return {.sign = signs_.corner, .wood = "dark-wood"};
    if (IsInClosedCamp(rules_, position_, s)) return {.sign = signs_.closed_camp, .wood = "closed"};
    if (rules_.camps().Has(s)) return {.sign = signs_.camp, .wood = "camp"};
    return {.sign = signs_.ordinary, .wood = rules_.goal().Has(s) ? "goal" : "wood"};
  }

  std::string_view SignOf(PieceClass piece) const {
    if (piece == PieceClass::kKing) return signs_.king;
    if (piece == PieceClass::kRoyal) return signs_.royal;
    return piece == PieceClass::kAttacker ? signs_.attacker : signs_.defender;
  }

  void Mark(Square s, Cell* cell) const {
    if (std::ranges::count(marks_.captured, s) > 0) {
      cell->sign = signs_.captured;
      cell->ink = "captured";
    }
    if (s == FallenKing(position_, marks_)) {
      cell->sign = signs_.king;
      cell->left = cell->right = signs_.captured;
    }
    if (marks_.last.IsNone()) return;
    const bool is_from = s == marks_.last.from();
    if (!is_from && s != marks_.last.to()) return;
    cell->wood = "marked";
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

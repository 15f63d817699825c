// Rule sets, moves and games.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "app/draw/board_svg.h"
#include "app/draw/colours.h"
#include "base/error.h"
#include "bindings.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/notation.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

std::vector<Move> LegalMovesOf(const Game& game) {
  MoveList moves;
  game.LegalMoves(&moves);
  return {moves.begin(), moves.end()};
}

/// The pieces by rank, from rank 1, and file: 0 empty, 1 attacker, 2 defender, 3 king, 4 royal
/// attacker.
nb::ndarray<nb::numpy, int8_t> BoardOf(const Game& game) {
  const int size = game.rules().size();
  std::vector<int8_t> squares;
  for (int y = 1; y <= size; ++y) {
    for (int x = 1; x <= size; ++x) {
      const auto piece = game.position().At(Square(x, y));
      squares.push_back(piece ? static_cast<int8_t>(static_cast<int>(*piece) + 1) : int8_t{0});
    }
  }
  const auto side = static_cast<size_t>(size);
  return ToNumpy(std::move(squares), {side, side});
}

int CheckCanvas(Whole canvas, int least = 2) {
  return CheckRange("canvas", canvas, least, kMaxBoardSize);
}

int CanvasFor(const Game& game, Whole canvas) {
  const int size = game.rules().size();
  return canvas.value == 0 ? size : CheckCanvas(canvas, size);
}

Move MoveOfIndex(Whole index, Whole canvas) {
  const int side = CheckCanvas(canvas);
  const bool is_index = index.value >= 0 && index.value < PolicySize(side);
  const Move move = is_index ? PolicyMove(static_cast<int>(index.value), side) : Move();
  if (!move.IsNone()) return move;
  throw Error("index " + std::to_string(index.value) + ": no move on a canvas of " +
              std::to_string(side));
}

int IndexOfMove(Move move, Whole canvas) {
  const auto most = [](Square square) { return std::max<int>(square.x(), square.y()); };
  return PolicyIndex(move, CheckCanvas(canvas, std::max(most(move.from()), most(move.to()))));
}

/// The network's input: planes [24, canvas, canvas] and numbers [120].
nb::tuple Encode(const Game& game, Whole canvas) {
  if (game.IsOver()) throw Error("a finished game has no input");
  const auto side = static_cast<size_t>(CanvasFor(game, canvas));
  PackedBatch batch(static_cast<int>(side));
  batch.Resize(1);
  EncodeGame(game, true, &batch, 0);
  std::vector<uint8_t> planes;
  for (const uint32_t row : batch.RowsOf(0)) {
    for (size_t x = 0; x < side; ++x) planes.push_back(static_cast<uint8_t>(row >> x & 1));
  }
  const auto numbers = batch.GlobalsOf(0);
  return nb::make_tuple(
      ToNumpy(std::move(planes), {size_t{kPlanes}, side, side}),
      ToNumpy(std::vector<float>(numbers.begin(), numbers.end()), {size_t{kGlobals}}));
}

/// The policy indices of the legal moves, in the order of legal_moves().
nb::ndarray<nb::numpy, int32_t> LegalIndices(const Game& game, Whole canvas) {
  const int side = CanvasFor(game, canvas);
  std::vector<int32_t> indices;
  for (const Move move : LegalMovesOf(game)) indices.push_back(PolicyIndex(move, side));
  const size_t count = indices.size();
  return ToNumpy(std::move(indices), {count});
}

std::string WordsOf(const Rules& rules) { return RulesAsText(rules); }

bool SameRules(const Rules& a, const Rules& b) { return &a == &b || a.data() == b.data(); }

bool SameGame(const Game& a, const Game& b) {
  return SameRules(a.rules(), b.rules()) && a.PositionAt(0) == b.PositionAt(0) &&
         std::ranges::equal(a.moves(), b.moves());
}

/// The rules, the first position and the moves: the past of a game is exact.
using GameState = std::tuple<std::shared_ptr<Rules>, std::string, std::vector<std::string>>;

std::shared_ptr<Rules> RulesOf(const Game& game) {
  return std::const_pointer_cast<Rules>(game.rules_ptr());
}

GameState StateOf(const Game& game) {
  std::vector<std::string> moves;
  for (const Move move : game.moves()) moves.push_back(ToString(move));
  return {RulesOf(game), ToString(game.rules(), game.PositionAt(0)), std::move(moves)};
}

Game GameOf(const GameState& state) {
  const auto& [rules, start, moves] = state;
  if (rules == nullptr) throw Error("pickled game: it has no rules");
  Game game(rules, ParsePosition(*rules, start));
  for (const std::string& move : moves) game.Play(ParseLegalMove(game, move));
  return game;
}

void TakeBack(Game& game) {
  if (game.ply() == 0) throw Error("no move was played");
  game.TakeBack();
}

/// The picture of `raichi analyze --svg`, without what a search adds.
std::string SvgOf(const Game& game, const std::vector<MoveOrText>& arrows) {
  BoardPicture picture{.marks = LastMoveOf(game)};
  for (const MoveOrText& arrow : arrows) picture.arrows.push_back({ToLegalMove(game, arrow)});
  return DrawBoardSvg(game.rules(), game.position(), picture);
}

std::string ReprOf(const Rules& rules) {
  return nb::str("Rules({!r})").format(rules.data().name).c_str();
}

void BindMove(nb::module_& module) {
  nb::class_<Move> type(module, "Move", "A move, such as d1-c1. Immutable.");
  type.def(
          "__init__",
          [](Move* self, const std::string& text) {
            new (self) Move(ParseMove(text, kMaxBoardSize));
          },
          "text"_a,
          "Reads a move such as `d1-c1`, which need not be legal anywhere. Raises Error if the "
          "text is no move.")
      .def_static("from_index", &MoveOfIndex, "index"_a, "canvas"_a,
                  "The move of a policy index on a canvas of this side length, 2 to 19 squares. "
                  "Raises Error if it has none.")
      .def("index", &IndexOfMove, "canvas"_a,
           "The policy index of the move on a canvas of this side length, up to 19 squares. Raises "
           "Error if the move leaves the canvas.")
      .def_prop_ro(
          "from_square", [](Move move) { return ToString(move.from()); },
          "The square that the piece leaves, such as `d1`.")
      .def_prop_ro(
          "to_square", [](Move move) { return ToString(move.to()); },
          "The square that the piece reaches.")
      .def("__str__", [](Move move) { return ToString(move); })
      .def("__repr__", [](Move move) { return "Move('" + ToString(move) + "')"; });
  AddEquality(
      type, [](const Move& a, const Move& b) { return a == b; },
      [](const Move& move) { return move.code(); });
  AddPickling(
      type, [](const Move& move) { return std::tuple(ToString(move)); },
      [](const auto& state) { return ParseMove(std::get<0>(state), kMaxBoardSize); });
}

void BindRuleSet(nb::module_& module) {
  module.def("rule_names", &RuleSetNames, "The names of the shipped rule sets, sorted.");
  module.def(
      "policy_size", [](Whole canvas) { return PolicySize(CheckCanvas(canvas)); }, "canvas"_a,
      "The number of policy indices on a canvas of this side length, 2 to 19 squares. Raises Error "
      "for others.");
  nb::class_<Rules> type(module, "Rules", nb::is_weak_referenceable(),
                         "A rule set: immutable, shared by its games, so a copy is the same "
                         "object. Equal if all of the rule file is equal; `fingerprint` compares "
                         "the rules alone.");
  type.def(nb::new_(
               [](const std::string& name) { return std::make_shared<Rules>(*OpenRules(name)); }),
           "name"_a,
           "Opens a rule set by its name or the path of its file, perhaps with changes "
           "(`linnaeus+first=defenders`). Raises Error if there is none, or if the file is wrong.")
      .def_static(
          "from_yaml",
          [](const std::string& yaml) {
            return std::make_shared<Rules>(ParseRuleSet(yaml, "yaml"));
          },
          "yaml"_a,
          "Reads the text of a rule file. Raises Error, which names the line, if it is wrong.")
      .def_prop_ro(
          "name", [](const Rules& rules) { return rules.data().name; },
          "The name, with the changes if there are any.")
      .def_prop_ro(
          "title", [](const Rules& rules) { return rules.data().title; }, "The title for people.")
      .def_prop_ro("size", &Rules::size, "Squares along a side of the board.")
      .def_prop_ro(
          "yaml", [](const Rules& rules) { return ToYaml(rules.data()); },
          "The text of the rule file.")
      .def_prop_ro("fingerprint", &Rules::fingerprint,
                   "A hash of the rules without their name and sources.")
      .def("words", &WordsOf, "The rules in plain English.")
      .def("__repr__", &ReprOf)
      .def(
          "__copy__", [](nb::handle_t<Rules> self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Rules"))
      .def(
          "__deepcopy__", [](nb::handle_t<Rules> self, nb::handle) { return nb::borrow(self); },
          nb::sig("def __deepcopy__(self, memo: dict[int, typing.Any], /) -> Rules"));
  AddEquality(type, &SameRules, &Rules::fingerprint);
  AddPickling(
      type, [](const Rules& rules) { return std::tuple(ToYaml(rules.data())); },
      [](const auto& state) { return Rules(ParseRuleSet(std::get<0>(state), "pickled rules")); });
}

void BindGame(nb::module_& module) {
  nb::class_<Game> type(module, "Game", nb::is_weak_referenceable(),
                        "A position with the history that the rules need. Equal to a game with "
                        "equal rules, first position and moves; it has no hash, because it "
                        "changes. Copies and pickles have the same past.");
  type.def(
          "__init__",
          [](Game* self, const RulesOrName& words, const std::optional<std::string>& position) {
            const RulesPtr rules = ToRules(words);
            if (position) {
              new (self) Game(rules, ParsePosition(*rules, *position));
            } else {
              new (self) Game(rules);
            }
          },
          "rules"_a, "position"_a = nb::none(),
          "Begins at the setup of the rules, which may be given by their name, or at a position "
          "(docs/rules.md). Raises Error if the text is no position of these rules.")
      .def(
          "copy", [](const Game& game) { return Game(game); },
          "A game of its own, with the same past.")
      .def_prop_ro("rules", &RulesOf, "The rule set.")
      .def_prop_ro(
          "to_move", [](const Game& game) { return std::string(ToString(game.to_move())); },
          "`attackers` or `defenders`.")
      .def_prop_ro(
          "result", [](const Game& game) { return std::string(ToString(game.result())); },
          "`ongoing`, `attackers`, `defenders` or `draw`.")
      .def_prop_ro(
          "reason", [](const Game& game) { return std::string(ToString(game.reason())); },
          "Why the game ended; empty while it goes on.")
      .def_prop_ro("is_over", &Game::IsOver, "Whether the game has ended.")
      .def_prop_ro("ply", &Game::ply, "Plies played.")
      .def_prop_ro("occurrences", &Game::Occurrences,
                   "How often the position has occurred, this time included.")
      .def_prop_ro(
          "moves",
          [](const Game& game) {
            return std::vector<Move>(game.moves().begin(), game.moves().end());
          },
          "The moves that were played.")
      .def_prop_ro(
          "position", [](const Game& game) { return ToString(game.rules(), game.position()); },
          "The position as text.")
      .def("legal_moves", &LegalMovesOf, "The legal moves of the side to move.")
      .def(
          "move",
          [](const Game& game, const std::string& text) { return ParseLegalMove(game, text); },
          "text"_a,
          "The legal move that a text such as `d1-c1` names. Raises Error if there is none.")
      .def(
          "play", [](Game& game, const MoveOrText& move) { game.Play(ToLegalMove(game, move)); },
          "move"_a, "Plays a legal move. Raises Error if it is not legal.")
      .def("take_back", &TakeBack, "Takes back the last move. Raises Error if there is none.")
      .def("undo", &TakeBack, "The same as take_back().")
      .def("board", &BoardOf,
           "An int8 array [rank, file], from rank 1 and file a: 0 empty, 1 attacker, 2 defender, "
           "3 king, 4 royal attacker.")
      .def("svg", &SvgOf, "arrows"_a = nb::tuple(),
           nb::sig("def svg(self, arrows: collections.abc.Sequence[Move | str] = ()) -> str"),
           "The board as an SVG document, with the last move and an arrow for each of some legal "
           "moves, the best first.")
      .def(
          "_repr_svg_", [](const Game& game) { return SvgOf(game, {}); },
          "The board, for notebooks.")
      .def("encode", &Encode, "canvas"_a = 0,
           nb::sig("def encode(self, canvas: int = 0) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                   "numpy.typing.NDArray[numpy.float32]]"),
           "The network's input (docs/network.md): uint8 planes [24, canvas, canvas] and float32 "
           "numbers [120]. The canvas is a side length, from that of the board, which is the "
           "default, to 19. Raises Error if the game is over or the canvas is another.")
      .def("legal_indices", &LegalIndices, "canvas"_a = 0,
           "An int32 array [n]: the policy indices of the legal moves on the canvas, as in "
           "encode(), in the order of legal_moves(). Raises Error if the canvas is too small.")
      .def("__repr__", [](const Game& game) {
        return "Game(" + ReprOf(game.rules()) + ", '" + ToString(game.rules(), game.position()) +
               "')";
      });
  AddEquality(type, &SameGame);
  AddPickling(type, &StateOf, &GameOf);
}

}  // namespace

int CheckRange(const char* name, Whole number, int least, int most) {
  if (number.value >= least && number.value <= most) return static_cast<int>(number.value);
  throw Error(std::string(name) + ": expected " + std::to_string(least) + " to " +
              std::to_string(most) + ", found " + std::to_string(number.value));
}

std::shared_ptr<Rules> ToRules(const RulesOrName& words) {
  if (const auto* name = std::get_if<std::string>(&words)) {
    return std::make_shared<Rules>(*OpenRules(*name));
  }
  return std::get<std::shared_ptr<Rules>>(words);
}

Move ToLegalMove(const Game& game, const MoveOrText& word) {
  if (const auto* text = std::get_if<std::string>(&word)) return ParseLegalMove(game, *text);
  const Move move = std::get<Move>(word);
  if (!game.IsLegal(move)) throw Error("move '" + ToString(move) + "' is not legal here");
  return move;
}

void BindRules(nb::module_& module) {
  module.attr("ENCODER_VERSION") = kEncoderVersion;
  nb::dict colours;  // 0xRRGGBB by name
  for (const BoardColour& colour : kBoardColours) colours[colour.name.data()] = colour.light;
  module.attr("BOARD_COLOURS") = colours;
  BindMove(module);
  BindRuleSet(module);
  BindGame(module);
}

}  // namespace raichi

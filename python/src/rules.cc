// Rule sets, moves and games.

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

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

/// Returns `canvas`. Throws Error unless it lies between `least` and kMaxBoardSize.
int CheckCanvas(int canvas, int least = 2) {
  if (canvas >= least && canvas <= kMaxBoardSize) return canvas;
  throw Error("canvas: expected " + std::to_string(least) + " to " + std::to_string(kMaxBoardSize) +
              ", found " + std::to_string(canvas));
}

int CanvasFor(const Game& game, int canvas) {
  const int size = game.rules().size();
  return canvas == 0 ? size : CheckCanvas(canvas, size);
}

Move MoveOfIndex(int index, int canvas) {
  const int size = PolicySize(CheckCanvas(canvas));
  const Move move = index >= 0 && index < size ? PolicyMove(index, canvas) : Move();
  if (!move.IsNone()) return move;
  throw Error("index " + std::to_string(index) + ": no move on a canvas of " +
              std::to_string(canvas));
}

int IndexOfMove(Move move, int canvas) {
  if (move.IsNone()) throw Error("no move, so no index on any canvas");
  const auto most = [](Square square) { return std::max<int>(square.x(), square.y()); };
  return PolicyIndex(move, CheckCanvas(canvas, std::max(most(move.from()), most(move.to()))));
}

/// The network's input: planes [24, canvas, canvas] and numbers [120].
nb::tuple Encode(const Game& game, int canvas) {
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
nb::ndarray<nb::numpy, int32_t> LegalIndices(const Game& game, int canvas) {
  const int side = CanvasFor(game, canvas);
  std::vector<int32_t> indices;
  for (const Move move : LegalMovesOf(game)) indices.push_back(PolicyIndex(move, side));
  const size_t count = indices.size();
  return ToNumpy(std::move(indices), {count});
}

std::string WordsOf(const Rules& rules) { return RulesAsText(rules); }

void BindMove(nb::module_& module) {
  nb::class_<Move>(module, "Move", "A move, such as d1-c1.")
      .def_static("from_index", &MoveOfIndex, "index"_a, "canvas"_a,
                  "The move of a policy index on a canvas of this side length. Raises Error if it "
                  "has none.")
      .def("index", &IndexOfMove, "canvas"_a,
           "The policy index of the move on a canvas of this side length.")
      .def_prop_ro(
          "from_square", [](Move move) { return ToString(move.from()); },
          "The square that the piece leaves, such as `d1`.")
      .def_prop_ro(
          "to_square", [](Move move) { return ToString(move.to()); },
          "The square that the piece reaches.")
      .def("__str__", [](Move move) { return ToString(move); })
      .def("__repr__", [](Move move) { return "Move(" + ToString(move) + ")"; })
      .def(
          "__eq__",
          [](Move a, nb::handle b) { return nb::isinstance<Move>(b) && nb::cast<Move>(b) == a; },
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](Move move) { return move.code(); });
}

void BindRuleSet(nb::module_& module) {
  module.def("rule_names", &RuleSetNames, "The names of the shipped rule sets, sorted.");
  module.def(
      "policy_size", [](int canvas) { return PolicySize(CheckCanvas(canvas)); }, "canvas"_a,
      "The number of policy indices on a canvas of this side length.");
  nb::class_<Rules>(module, "Rules", "A rule set: immutable, shared by its games.")
      .def(nb::new_(
               [](const std::string& name) { return std::make_shared<Rules>(*OpenRules(name)); }),
           "name"_a,
           "Opens a rule set by its name or the path of its file, perhaps with changes "
           "(`linnaeus+first=defenders`).")
      .def_static(
          "from_yaml",
          [](const std::string& yaml) {
            return std::make_shared<Rules>(ParseRuleSet(yaml, "yaml"));
          },
          "yaml"_a, "Reads the text of a rule file.")
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
      .def("__repr__", [](const Rules& rules) { return "Rules(" + rules.data().name + ")"; });
}

void BindGame(nb::module_& module) {
  nb::class_<Game>(module, "Game", "A position with the history that the rules need.")
      .def(
          "__init__",
          [](Game* self, const std::shared_ptr<Rules>& rules,
             const std::optional<std::string>& position) {
            if (position) {
              new (self) Game(rules, ParsePosition(*rules, *position));
            } else {
              new (self) Game(rules);
            }
          },
          "rules"_a, "position"_a = nb::none(),
          "Begins at the setup of the rules or at a position (docs/rules.md).")
      .def(
          "copy", [](const Game& game) { return Game(game); },
          "A game of its own, with the same past.")
      .def_prop_ro(
          "rules",
          [](const Game& game) { return std::const_pointer_cast<Rules>(game.rules_ptr()); },
          "The rule set.")
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
      .def(
          "take_back",
          [](Game& game) {
            if (game.ply() == 0) throw Error("no move was played");
            game.TakeBack();
          },
          "Takes back the last move.")
      .def("board", &BoardOf,
           "An int8 array [rank, file], from rank 1 and file a: 0 empty, 1 attacker, 2 defender, "
           "3 king, 4 royal attacker.")
      .def("encode", &Encode, "canvas"_a = 0,
           nb::sig("def encode(self, canvas: int = 0) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                   "numpy.typing.NDArray[numpy.float32]]"),
           "The network's input (docs/network.md): uint8 planes [24, canvas, canvas] and float32 "
           "numbers [120]. The canvas is at least the board, which is the default.")
      .def("legal_indices", &LegalIndices, "canvas"_a = 0,
           "The policy indices of the legal moves, in the order of legal_moves().")
      .def("__repr__", [](const Game& game) {
        return "Game(" + game.rules().data().name + ", " + ToString(game.rules(), game.position()) +
               ")";
      });
}

}  // namespace

Move ToLegalMove(const Game& game, const MoveOrText& word) {
  if (const auto* text = std::get_if<std::string>(&word)) return ParseLegalMove(game, *text);
  const Move move = std::get<Move>(word);
  if (!game.IsLegal(move)) throw Error("move '" + ToString(move) + "' is not legal here");
  return move;
}

void BindRules(nb::module_& module) {
  module.attr("ENCODER_VERSION") = kEncoderVersion;
  BindMove(module);
  BindRuleSet(module);
  BindGame(module);
}

}  // namespace raichi

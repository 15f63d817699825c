#include "app/engine/bologna_text.h"

#include "base/error.h"
#include "base/json.h"
#include "console/output.h"
#include "rules/notation.h"

namespace raichi {
namespace {

std::string Upper(Side side) { return side == Side::kDefenders ? "WHITE" : "BLACK"; }

void PutPiece(const std::string& word, Square square, Position* position) {
  if (word == "WHITE") return position->Put(square, PieceClass::kDefender);
  if (word == "BLACK") return position->Put(square, PieceClass::kAttacker);
  if (word == "KING") {
    if (!position->king().IsNone()) throw Error("state: two kings");
    return position->Put(square, PieceClass::kKing);
  }
  if (word != "EMPTY" && word != "THRONE") throw Error("state: unknown square '" + word + "'");
}

Position ReadBoard(const Json& board, int size) {
  const auto wanted = static_cast<size_t>(size);
  Position position;
  if (board.size() != wanted) throw Error(fmt::format("state: expected {} rows", size));
  for (size_t y = 0; y < wanted; ++y) {
    const Json& row = board.at(y);
    if (row.size() != wanted) throw Error(fmt::format("state: expected {} columns", size));
    for (size_t x = 0; x < wanted; ++x) {
      const Square square(static_cast<int>(x) + 1, static_cast<int>(y) + 1);
      PutPiece(row.at(x).get<std::string>(), square, &position);
    }
  }
  return position;
}

void ReadTurn(const std::string& turn, BolognaState* state) {
  if (turn == "WHITEWIN") {
    state->ended = Result::kDefendersWin;
  } else if (turn == "BLACKWIN") {
    state->ended = Result::kAttackersWin;
  } else if (turn == "DRAW") {
    state->ended = Result::kDraw;
  } else if (turn == "WHITE" || turn == "BLACK") {
    state->position.SetToMove(turn == "WHITE" ? Side::kDefenders : Side::kAttackers);
    if (state->position.king().IsNone()) throw Error("state: no king");
  } else {
    throw Error("state: unknown turn '" + turn + "'");
  }
}

}  // namespace

BolognaState ParseBolognaState(std::string_view json, int size) {
  try {
    return ReadJson<JsonError>("", [&] {
      const Json state = ParseJson(json);
      BolognaState read{ReadBoard(state.at("board"), size), std::nullopt};
      ReadTurn(state.at("turn").get<std::string>(), &read);
      return read;
    });
  } catch (const JsonError&) {
    throw Error(R"(state: expected {"board":[[...],...],"turn":...} of words)");
  }
}

std::string BolognaMove(Move move, Side side) {
  return JsonText(
      {{"from", ToString(move.from())}, {"to", ToString(move.to())}, {"turn", Upper(side)}});
}

std::string BolognaName(const std::string& name) { return JsonText(name); }

std::string_view BolognaSide(Side side) { return side == Side::kDefenders ? "white" : "black"; }

}  // namespace raichi

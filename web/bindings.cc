// The functions and classes that the page's worker can use.
#include <emscripten/bind.h>

#include <string>

#include "base/error.h"
#include "nn/input/encoder.h"
#include "web/table.h"
#include "web/thinker.h"

namespace raichi {
namespace {

/// Plays a move. Returns the text of the error, or an empty string if the move was legal. (An
/// exception would lose its text on the way to JavaScript.)
std::string TryToPlay(Table& table, const std::string& move) {
  try {
    table.Play(move);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

EMSCRIPTEN_BINDINGS(raichi) {
  emscripten::constant("encoderVersion", kEncoderVersion);
  emscripten::constant("planes", kPlanes);
  emscripten::constant("numbers", kGlobals);
  emscripten::class_<Table>("Table")
      .constructor<std::string>()
      .function("play", &TryToPlay)
      .function("takeBack", &Table::TakeBack)
      .function("board", &Table::Board)
      .function("state", &Table::State);
  emscripten::class_<Thinker>("Thinker")
      .constructor<int, int, double, unsigned>()
      .function("begin", &Thinker::Begin)
      .function("select", &Thinker::Select)
      .function("encode", &Thinker::Encode)
      .function("planes", &Thinker::Planes)
      .function("numbers", &Thinker::Numbers)
      .function("answer", &Thinker::Answer)
      .function("playOut", &Thinker::PlayOut)
      .function("choose", &Thinker::Choose)
      .function("advice", &Thinker::Advice);
}

}  // namespace
}  // namespace raichi

#include "console/output.h"

#include "base/text.h"
#include "rules/notation.h"

namespace raichi {

void PrintLine(std::string_view line) { std::cout << VisibleLine(line) << '\n'; }

void PrintText(std::string_view text) { std::cout << Visible(text) << '\n'; }

void PrintDrawing(std::string_view drawing) { std::cout << drawing << '\n'; }

void PrintJson(const Json& object) { std::cout << JsonText(object) << '\n'; }

Json ToJson(Result result) {
  return result == Result::kOngoing ? Json() : Json(std::string(ToString(result)));
}

Json MoveToJson(const Game& game, Move move, const Step& step) {
  Json captures = Json::array();
  for (int i = 0; i < step.num_captured; ++i) {
    captures.push_back(ToString(step.captured[static_cast<size_t>(i)]));
  }
  return {{"move", ToString(move, step)},
          {"captures", captures},
          {"position", ToString(game.rules(), game.position())},
          {"result", ToJson(game.result())}};
}

}  // namespace raichi

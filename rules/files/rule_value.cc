#include "rules/files/rule_value.h"

#include <algorithm>

#include "base/error.h"
#include "rules/board/square_text.h"

namespace raichi {

std::vector<Square> ReadSquares(const YamlValue& value, int size) {
  std::vector<Square> squares;
  for (const YamlValue& item : value.Items("squares")) {
    Square square;
    try {
      square = ParseSquare(item.node().text, size);
    } catch (const Error& error) {
      item.Fail(error.what());
    }
    const bool known = std::find(squares.begin(), squares.end(), square) != squares.end();
    if (known) item.Fail(item.node().text + " is named twice");
    squares.push_back(square);
  }
  return squares;
}

}  // namespace raichi

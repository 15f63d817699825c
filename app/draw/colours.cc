#include "app/draw/colours.h"

#include <spdlog/fmt/fmt.h>

namespace raichi {
namespace {

std::string Variables(bool dark) {
  std::string css = ":root{";
  for (const BoardColour& colour : kBoardColours) {
    css += fmt::format("--{}:#{:06x};", colour.name, dark ? colour.dark : colour.light);
  }
  return css + "}\n";
}

}  // namespace

std::string BoardColoursCss() {
  return Variables(false) + "@media (prefers-color-scheme: dark) {" + Variables(true) + "}\n";
}

}  // namespace raichi

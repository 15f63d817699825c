#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace raichi {

/// A colour of boards as 0xRRGGBB, for viewers with light and with dark pages.
struct BoardColour {
  std::string_view name;
  uint32_t light, dark;
};

/// The colours of all boards: in pictures, on terminals (the light ones), in reports, and on the
/// page that plays, for which web/pack.py reads this list.
inline constexpr std::array<BoardColour, 16> kBoardColours = {{
    {"wood", 0xdcb98a, 0x8c6b44},
    {"goal", 0xe8cda4, 0xa07d53},       // where the king wins
    {"dark-wood", 0xc39a66, 0x735432},  // throne and corners, with a cross
    {"cross", 0xa9733f, 0x573c20},
    {"board-line", 0xb18f5c, 0x573c20},
    {"camp", 0xb7a777, 0x6f6843},
    {"closed", 0x8f8256, 0x4a452b},  // a closed camp
    {"marked", 0xe8c771, 0xa3873e},  // both squares of the last move
    {"dark-piece", 0x29241f, 0x29241f},
    {"light-piece", 0xfaf6ec, 0xfaf6ec},
    {"piece-edge", 0x4a3a28, 0x120e0a},
    {"crown", 0xb8860b, 0xb8860b},
    {"crown-edge", 0x5a3a12, 0x5a3a12},
    {"captured", 0xb3261e, 0xff8a7f},
    {"arrow", 0x3178a8, 0x5fb0e5},
    {"best-arrow", 0x2e8b57, 0x58d28f},
}};

/// The colour of a name in the list.
inline const BoardColour& FindBoardColour(std::string_view name) {
  const auto* const found = std::ranges::find(kBoardColours, name, &BoardColour::name);
  RAICHI_CHECK(found != kBoardColours.end());
  return *found;
}

/// The colours as variables of CSS, such as `--wood:#dcb98a;`, light ones and dark ones.
std::string BoardColoursCss();

}  // namespace raichi

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"
#include "nn/export/model_export.h"
#include "nn/model/model.h"
#include "rules/game.h"

namespace raichi {

/// The network's input for a game on a canvas of `canvas` squares a side (docs/network.md), which
/// must not be smaller than the board: `{"planes":[[word of rank 1, …], …],"numbers":[…]}`. Bit x
/// of a word is file x; file a is 0.
Json InputToJson(const Game& game, int canvas);

/// Everything that a model card is made from.
struct CardContents {
  std::filesystem::path model;  // the exported model
  std::string file;             // name of the exported file
  std::string bytes;            // of the exported file
  ExportConfig config;
  std::vector<RulesPtr> rules;  // at least one; their boards fit the canvas
};

/// Makes the JSON file beside an export: everything that another program needs to use the export,
/// and sample positions to test it with (docs/model-format.md).
Json ModelCard(const CardContents& contents);

/// The description of a position in a sample of the card and in the output of `raichi encode`:
/// `position`, `occurrences`, `quiet_plies`, `plies`, and `input` with `planes` and `numbers` on
/// the canvas.
Json SampleOf(const Game& game, int canvas);

/// The card of an export FILE: FILE.json.
std::filesystem::path CardOf(const std::filesystem::path& file);

/// Reads a card. Throws Error naming the file if it is missing or not a model card.
Json ReadCard(const std::filesystem::path& card);

/// Returns a value of a card for an error: a number or text as it is, otherwise its type.
std::string Shown(const Json& value);

inline constexpr char kCardFormat[] = "raichi model card";
inline constexpr int kCardVersion = 1;

}  // namespace raichi

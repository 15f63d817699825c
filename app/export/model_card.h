#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"
#include "nn/backend/model_export.h"
#include "nn/model/model.h"
#include "rules/game.h"

namespace raichi {

/// What goes into a model card.
struct CardContents {
  std::filesystem::path model;  // exported
  std::string file;             // name of the export
  std::string bytes;            // of the export
  ExportConfig config;
  std::vector<RulesPtr> rules;  // not empty, on boards that fit the canvas
};

/// The JSON that lies beside an export and says all that another program needs to use it, with
/// positions to test it by: docs/model-format.md.
Json ModelCard(const CardContents& contents);

/// What a sample says of its game, and `encode` of each position: `position`, `occurrences`,
/// `quiet_plies`, `plies`, and `input` with `planes` and `numbers` on the canvas.
Json SampleOf(const Game& game, int canvas);

/// FILE.json
std::filesystem::path CardOf(const std::filesystem::path& file);

/// Reads a card. Throws Error naming the file if it is not there or no model card.
Json ReadCard(const std::filesystem::path& card);

inline constexpr char kCardFormat[] = "raichi model card";
inline constexpr int kCardVersion = 1;

}  // namespace raichi

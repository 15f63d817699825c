#include "app/export/verify.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "app/export/model_card.h"
#include "app/export/onnx_evaluator.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/text.h"
#include "console/rule_json.h"
#include "nn/backend/network_evaluator.h"
#include "nn/export/model_export.h"
#include "nn/input/encoder.h"
#include "nn/model/trainer_state.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {

const Game& RandomPositions::Next() {
  constexpr int kMostPlies = 150;
  if (!is_fresh_) {
    MoveList moves;
    game_.LegalMoves(&moves);
    game_.Play(moves[rng_.Below(static_cast<uint32_t>(moves.size()))]);
  }
  is_fresh_ = false;
  if (game_.IsOver() || game_.ply() >= kMostPlies) game_ = Game(rules_);
  return game_;
}

namespace {

constexpr int kBatch = 64;

/// The larger difference; NaN counts as infinite.
double Worse(double a, double b) {
  return std::isnan(b) ? std::numeric_limits<double>::infinity() : std::max(a, b);
}

/// Throws VersionError if the export was made for another encoder version.
void CheckEncoder(const Json& card) {
  const Json version = card.at("network").at("encoder");
  if (version == kEncoderVersion) return;
  throw VersionError("the export is for encoder version " + Shown(version) +
                     ", this program has version " + std::to_string(kEncoderVersion) +
                     "; export the model again");
}

int Whole(const Json& value, const std::string& what, int low, int high) {
  if (!value.is_number_integer() || value < low || value > high) {
    throw Error(what + " is " + Shown(value) + ", expected " + std::to_string(low) + " to " +
                std::to_string(high));
  }
  return value;
}

void CheckBoard(const Rules& rules, int canvas) {
  if (rules.size() <= canvas) return;
  throw Error(rules.data().name + " needs a canvas of " + std::to_string(rules.size()) +
              ", the network's is " + std::to_string(canvas));
}

RulesPtr RulesOf(const OpenedExport& opened, const std::string& name) {
  for (const RulesPtr& rules : opened.rules) {
    if (rules->data().name == name) return rules;
  }
  throw Error("a sample is of the rules " + name + ", which the card does not describe");
}

/// A position of the card with the network's answer there.
struct CardSample {
  Game game;
  MoveList moves;
  Evaluation expected;
};

/// The game of a sample. Throws Error if the sample describes another position.
Game ReplaySample(const OpenedExport& opened, const Json& sample) {
  Game game(RulesOf(opened, sample.at("rules")));
  PlayMoves(sample.at("moves"), &game);
  if (game.IsOver()) throw Error("a sample's game is over");
  const Json expected = SampleOf(game, opened.canvas);
  for (const auto& [key, value] : expected.items()) {
    if (sample.at(key) == value) continue;
    throw Error("the " + key + " of the sample " + Shown(sample.at("position")) + " is not what " +
                "this program derives from its moves");
  }
  return game;
}

Evaluation ExpectedOf(const Json& sample, const MoveList& moves) {
  const Json& output = sample.at("output");
  const auto wdl = output.at(kWdlOutput).get<std::vector<float>>();
  if (wdl.size() != 3) {
    throw Error("the `wdl` of a sample has " + Counted(wdl.size(), "number") + ", expected 3");
  }
  Evaluation expected;
  expected.win = wdl[0];
  expected.draw = wdl[1];
  expected.loss = wdl[2];
  expected.moves_left = output.at(kMovesLeftOutput);
  for (const Move move : moves) {
    expected.priors.push_back(output.at(kPolicyOutput).at(ToString(move)));
  }
  return expected;
}

std::vector<CardSample> SamplesOf(const OpenedExport& opened) {
  std::vector<CardSample> samples;
  for (const Json& sample : opened.card.at("samples")) {
    CardSample& read = samples.emplace_back(CardSample{.game = ReplaySample(opened, sample)});
    read.game.LegalMoves(&read.moves);
    read.expected = ExpectedOf(sample, read.moves);
  }
  if (samples.empty()) throw Error("has no samples");
  return samples;
}

/// Takes over what the card says, apart from its samples. Returns the size of batches.
int ReadDescription(OpenedExport* opened) {
  const Json& card = opened->card;
  CheckEncoder(card);
  opened->canvas = Whole(card.at("network").at("canvas"), "canvas", 5, kMaxBoardSize);
  opened->tolerance = card.at("precision") == "f16" ? kF16Tolerance : kF32Tolerance;
  for (const Json& rules : card.at("rules")) {  // JSON is YAML
    opened->rules.push_back(ParseRules(JsonText(rules), "rules"));
    CheckBoard(*opened->rules.back(), opened->canvas);
  }
  const Json batch = card.at("batch");
  return batch == "dynamic" ? kBatch : Whole(batch, "batch", 1, kMostExportBatch);
}

/// The end of an error about a file that is not the export; empty if its format is unknown.
std::string Holds(std::string_view bytes) {
  const std::string content = NameContent(bytes);
  return content.empty() ? "" : "; it holds " + content;
}

/// Returns what `read` reads in a card; its errors name the card.
template <typename Read>
auto Named(const std::filesystem::path& card, const Read& read) {
  try {
    return ReadJson("damaged or not a model card: it ", read);
  } catch (const Error& error) {
    throw Error(card.string() + ": " + error.what());
  }
}

}  // namespace

void ExportDifference::Include(const Evaluation& expected, const Evaluation& got) {
  ++positions;
  for (const float difference : {expected.Value() - got.Value(), expected.win - got.win,
                                 expected.draw - got.draw, expected.loss - got.loss}) {
    value = Worse(value, std::abs(difference));
  }
  for (size_t i = 0; i < expected.priors.size(); ++i) {
    policy = Worse(policy, std::abs(expected.priors[i] - got.priors[i]));
  }
  moves_left = Worse(moves_left, std::abs(expected.moves_left - got.moves_left) /
                                     std::max(1.0f, expected.moves_left));
}

OpenedExport OpenExport(const std::filesystem::path& file, const std::filesystem::path& card) {
  if (!Exists(file)) throw Error(file.string() + ": there is no such file");
  const std::string bytes = ReadFile(file, kMaxModelBytes);
  if (!Exists(card)) {
    throw Error(
        file.string() + ": its model card " + card.string() +
        " is missing; `raichi export` writes it beside the export, and --card names another");
  }
  OpenedExport opened{.card = ReadCard(card), .card_file = card};
  const std::string checksum = ChecksumText(bytes);
  const auto [expected, is_onnx, batch] = Named(card, [&] {
    return std::tuple(opened.card.at("checksum").get<std::string>(),
                      opened.card.at("file_format") == "onnx", ReadDescription(&opened));
  });
  if (checksum != expected) {
    throw Error(card.string() + ": the card of another file: its checksum is " + expected +
                ", that of " + file.string() + " is " + checksum + Holds(bytes));
  }
  opened.evaluator =
      is_onnx ? OpenOnnxEvaluator(file, opened.canvas, batch) : OpenExportedWeights(file, batch);
  return opened;
}

ExportDifference CompareSamples(const OpenedExport& opened) {
  const std::vector<CardSample> samples =
      Named(opened.card_file, [&] { return SamplesOf(opened); });
  std::vector<LeafRequest> leaves;
  for (const CardSample& sample : samples) {
    leaves.push_back({&sample.game, {sample.moves.data(), sample.moves.size()}});
  }
  std::vector<Evaluation> got(samples.size());
  opened.evaluator->Evaluate(leaves, got);
  ExportDifference difference;
  for (size_t i = 0; i < got.size(); ++i) difference.Include(samples[i].expected, got[i]);
  return difference;
}

ExportDifference CompareWith(const OpenedExport& opened, Evaluator* own, const RulesPtr& rules,
                             int positions, const std::function<void(int done)>& show) {
  RandomPositions random(rules, 1);
  ExportDifference difference;
  while (difference.positions < positions) {
    const auto count = static_cast<size_t>(std::min(kBatch, positions - difference.positions));
    std::vector<Game> games;
    std::vector<MoveList> moves(count);
    std::vector<LeafRequest> leaves;
    for (size_t i = 0; i < count; ++i) games.push_back(random.Next());
    for (size_t i = 0; i < count; ++i) {
      games[i].LegalMoves(&moves[i]);
      leaves.push_back({&games[i], {moves[i].data(), moves[i].size()}});
    }
    std::vector<Evaluation> expected(count), got(count);
    own->Evaluate(leaves, expected);
    opened.evaluator->Evaluate(leaves, got);
    for (size_t i = 0; i < count; ++i) difference.Include(expected[i], got[i]);
    show(difference.positions);
  }
  return difference;
}

}  // namespace raichi

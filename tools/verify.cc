#include "tools/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "nn/encoder.h"
#include "nn/exported_network.h"
#include "nn/graph_names.h"
#include "rules/error.h"
#include "rules/notation.h"
#include "rules/rule_file.h"
#include "selfplay/files.h"
#include "tools/input_json.h"
#include "tools/model_card.h"
#include "tools/onnx_network.h"
#include "tools/random_positions.h"

namespace raichi {
namespace {

constexpr int kBatch = 64;

/// The larger one; what is no number is infinitely off.
double Worse(double a, double b) {
  return std::isnan(b) ? std::numeric_limits<double>::infinity() : std::max(a, b);
}

void CheckFile(const std::filesystem::path& file, const Json& card) {
  char checksum[17];
  std::snprintf(checksum, sizeof(checksum), "%016llx",
                static_cast<unsigned long long>(Checksum(ReadFile(file, uint64_t{1} << 32))));
  if (card.at("checksum") == checksum) return;
  throw Error(file.string() + ": is not the file that its card is of: checksum " + checksum +
              ", expected " + card.at("checksum").get<std::string>());
}

/// The rule set of a name, as the card describes it.
RulesPtr RulesOf(const Json& card, const std::string& name) {
  for (const Json& rules : card.at("rules")) {
    if (rules.at("name") != name) continue;
    return std::make_shared<const Rules>(ParseRuleSet(rules.dump(), "model card"));  // JSON is YAML
  }
  throw Error("the model card has a sample of the rules " + name + ", which it does not describe");
}

Game ReplaySample(const Json& card, const Json& sample, int canvas) {
  Game game(RulesOf(card, sample.at("rules")));
  const std::string moves = sample.at("moves");
  for (size_t begin = 0; begin < moves.size();) {
    const size_t end = std::min(moves.find(' ', begin), moves.size());
    game.Play(ParseLegalMove(game, moves.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (InputToJson(game, canvas) != sample.at("input")) {
    throw Error("the model card's inputs of the position " +
                sample.at("position").get<std::string>() +
                " are not what this program makes of it");
  }
  return game;
}

Evaluation ExpectedOf(const Json& sample, const MoveList& moves) {
  const Json& output = sample.at("output");
  const auto wdl = output.at(kWdlOutput).get<std::vector<float>>();
  Evaluation expected;
  expected.win = wdl.at(0);
  expected.draw = wdl.at(1);
  expected.loss = wdl.at(2);
  expected.moves_left = output.at(kMovesLeftOutput);
  for (const Move move : moves) {
    expected.priors.push_back(output.at(kPolicyOutput).at(ToString(move)));
  }
  return expected;
}

}  // namespace

void ExportDifference::Include(const Evaluation& expected, const Evaluation& got) {
  ++positions;
  value = Worse(value, std::abs(expected.Value() - got.Value()));
  for (size_t i = 0; i < expected.priors.size(); ++i) {
    policy = Worse(policy, std::abs(expected.priors[i] - got.priors[i]));
  }
  moves_left = Worse(moves_left, std::abs(expected.moves_left - got.moves_left) /
                                     std::max(1.0f, expected.moves_left));
}

OpenedExport OpenExport(const std::filesystem::path& file, const std::filesystem::path& card) {
  OpenedExport opened;
  opened.card = ReadCard(card);
  try {
    CheckFile(file, opened.card);
    opened.canvas = opened.card.at("network").at("canvas");
    opened.tolerance = opened.card.at("precision") == "f16" ? kF16Tolerance : kF32Tolerance;
    const Json batch = opened.card.at("batch");
    const bool is_onnx = opened.card.at("file_format") == "onnx";
    opened.evaluator = MakeExportedEvaluator(
        file.string(), opened.canvas, batch.is_number() ? batch.get<int>() : kBatch,
        is_onnx ? OpenOnnxNetwork(file) : OpenExportedNetwork(file));
  } catch (const Json::exception& error) {
    throw Error(card.string() + ": damaged or no model card: " + error.what());
  }
  return opened;
}

ExportDifference CompareSamples(const OpenedExport& opened) {
  ExportDifference difference;
  try {
    for (const Json& sample : opened.card.at("samples")) {
      const Game game = ReplaySample(opened.card, sample, opened.canvas);
      MoveList moves;
      game.LegalMoves(&moves);
      const LeafRequest leaf{&game, {moves.data(), moves.size()}};
      Evaluation got;
      opened.evaluator->Evaluate({&leaf, 1}, {&got, 1});
      difference.Include(ExpectedOf(sample, moves), got);
    }
  } catch (const Json::exception& error) {
    throw Error(std::string("damaged model card: ") + error.what());
  }
  return difference;
}

ExportDifference CompareWith(const OpenedExport& opened, Evaluator* own, const RulesPtr& rules,
                             int positions) {
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
  }
  return difference;
}

}  // namespace raichi

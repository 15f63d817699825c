#include "app/export/model_card.h"

#include "app/export/verify.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/json.h"
#include "base/text.h"
#include "console/rule_json.h"
#include "console/version.h"
#include "nn/backend/network_evaluator.h"
#include "nn/export/model_export.h"
#include "nn/input/encoder.h"
#include "nn/input/input_names.h"
#include "nn/input/policy_index.h"
#include "nn/model/trainer_state.h"
#include "rules/notation.h"

namespace raichi {

Json InputToJson(const Game& game, int canvas) {
  PackedBatch batch(canvas);
  batch.Resize(1);
  EncodeGame(game, true, &batch, 0);
  Json planes = Json::array();
  for (auto row = batch.rows.begin(); row != batch.rows.end(); row += canvas) {
    planes.push_back(std::vector<uint32_t>(row, row + canvas));
  }
  return {{"planes", planes}, {"numbers", batch.globals}};
}

namespace {

constexpr int kSamples = 10;
constexpr int kPliesApart = 7;  // between the samples of a rule set

Json NetworkToJson(const NetworkConfig& config) {
  return {{"canvas", config.canvas},
          {"blocks", config.blocks},
          {"channels", config.channels},
          {"weights", CountWeights(config)},
          {"encoder", kEncoderVersion}};
}

Json NamesToJson(const std::vector<InputName>& names) {
  Json list = Json::array();
  for (const InputName& name : names) {
    list.push_back({{"name", name.name}, {"meaning", name.meaning}});
  }
  return list;
}

Json InputsToJson(int canvas, const Json& batch) {
  return {{kPlanesInput,
           {{"shape", {batch, kPlanes, canvas, canvas}},
            {"order", "plane, rank from 1, file from a; 1 on the squares of the plane, else 0"},
            {"planes", NamesToJson(PlaneNames())}}},
          {kNumbersInput, {{"shape", {batch, kGlobals}}, {"numbers", NamesToJson(NumberNames())}}}};
}

Json OutputsToJson(int canvas, const Json& batch) {
  return {{kPolicyOutput,
           {{"shape", {batch, PolicySize(canvas)}},
            {"meaning", "logits; soft-max over the legal moves alone"}}},
          {kWdlOutput,
           {{"shape", {batch, 3}},
            {"meaning",
             "probabilities of win, draw and loss for the side to move; its value is "
             "win - loss, in [-1, 1]"}}},
          {kMovesLeftOutput,
           {{"shape", Json::array({batch})}, {"meaning", "plies to the end of the game"}}}};
}

/// The move of each policy index; null if it would leave the canvas.
Json PolicyToJson(int canvas) {
  Json moves = Json::array();
  for (int i = 0; i < PolicySize(canvas); ++i) {
    const Move move = PolicyMove(i, canvas);
    moves.push_back(move == Move() ? Json() : Json(ToString(move)));
  }
  return {{"index",
           "((rank - 1) * S + file - 1) * 4(S - 1) + (distance - 1) * 4 + direction; rank "
           "and file from 1 of the square moved from, S the canvas, direction 0 to higher "
           "files, 1 to lower ones, 2 to higher ranks, 3 to lower ones"},
          {"moves", moves}};
}

/// A game's moves, its position, and the network's input and output for it.
Json SampleToJson(const Game& game, int canvas, Evaluator* evaluator) {
  MoveList moves;
  game.LegalMoves(&moves);
  const LeafRequest leaf{&game, {moves.data(), moves.size()}};
  Evaluation said;
  evaluator->Evaluate({&leaf, 1}, {&said, 1});
  Json policy = Json::object();
  for (size_t i = 0; i < moves.size(); ++i) policy[ToString(moves[i])] = said.priors[i];
  const std::string played = Join(game.moves(), " ", [](Move move) { return ToString(move); });
  Json sample{{"rules", game.rules().data().name}, {"moves", played}};
  sample.update(SampleOf(game, canvas));
  sample["output"] = {{kWdlOutput, {said.win, said.draw, said.loss}},
                      {kMovesLeftOutput, said.moves_left},
                      {kPolicyOutput, policy}};
  return sample;
}

/// Positions of random games; each rule set in turn.
Json SamplesToJson(const CardContents& contents, int canvas) {
  const auto evaluator =
      OpenNetworkEvaluator(contents.model, {.device = "cpu", .precision = "f32", .batch = 1});
  std::vector<RandomPositions> positions;
  for (const RulesPtr& rules : contents.rules) positions.emplace_back(rules, 1);
  Json samples = Json::array();
  for (int i = 0; i < kSamples; ++i) {
    RandomPositions& next = positions[static_cast<size_t>(i) % positions.size()];
    samples.push_back(SampleToJson(next.Next(), canvas, evaluator.get()));
    for (int ply = 1; ply < kPliesApart; ++ply) next.Next();
  }
  return samples;
}

}  // namespace

Json SampleOf(const Game& game, int canvas) {
  return {{"position", ToString(game.rules(), game.position())},
          {"occurrences", game.Occurrences()},
          {"quiet_plies", game.quiet_plies()},
          {"plies", game.ply()},
          {"input", InputToJson(game, canvas)}};
}

Json ModelCard(const CardContents& contents) {
  const ModelInfo info = ReadModelInfo(contents.model);
  const int canvas = info.network.canvas;
  const bool is_fixed = contents.config.batch > 0;
  const Json batch = is_fixed ? Json(contents.config.batch) : Json("batch");
  Json rules = Json::array();
  for (const RulesPtr& set : contents.rules) rules.push_back(RulesToJson(set->data()));
  return {{"format", kCardFormat},
          {"version", kCardVersion},
          {"file", contents.file},
          {"file_format", std::string(ToString(contents.config.format))},
          {"precision", contents.config.half ? "f16" : "f32"},
          {"batch", is_fixed ? batch : Json("dynamic")},
          {"bytes", contents.bytes.size()},
          {"checksum", ChecksumText(contents.bytes)},
          {"network", NetworkToJson(info.network)},
          {"training",
           {{"rules", info.rules},
            {"steps", info.steps},
            {"more", info.training},
            {"model_checksum", ChecksumText(ReadFile(ModelFile(contents.model), kMaxModelBytes))},
            {"exported_by", ProgramVersion()}}},
          {"inputs", InputsToJson(canvas, batch)},
          {"outputs", OutputsToJson(canvas, batch)},
          {"policy", PolicyToJson(canvas)},
          {"rules", rules},
          {"samples", SamplesToJson(contents, canvas)}};
}

std::filesystem::path CardOf(const std::filesystem::path& file) {
  return std::filesystem::path(file) += ".json";
}

Json ReadCard(const std::filesystem::path& card) {
  const std::string text = ReadFile(card, kMaxModelBytes);
  try {
    return ReadJson("damaged or not a model card: it ", [&] {
      Json json = ParseJson(text);
      if (json.at("format") != kCardFormat) throw Error("is not a model card");
      if (json.at("version") != kCardVersion) {
        throw Error("is a model card of version " + Shown(json.at("version")) + ", expected " +
                    std::to_string(kCardVersion));
      }
      return json;
    });
  } catch (const Error& error) {
    throw Error(card.string() + ": " + error.what());
  }
}

std::string Shown(const Json& value) {
  if (value.is_number() || value.is_string()) return JsonText(value);
  return value.is_array() ? "a list" : value.is_object() ? "an object" : value.type_name();
}

}  // namespace raichi

// Files of networks: models, trainer states, exports and their cards. Of a safetensors file an
// input is the header; the target adds its length, the checksum and the weights.
#include <cstring>
#include <fstream>

#include "app/export/model_card.h"
#include "app/export/verify.h"
#include "base/checksum.h"
#include "console/rule_json.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "nn/export/model_export.h"
#include "nn/export/model_import.h"
#include "nn/input/encoder.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "nn/model/weights.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

constexpr size_t kLength = 8;  // bytes before the header

const NetworkConfig kNetwork{.canvas = 5,
                             .blocks = 1,
                             .channels = 8,
                             .pool_every = 1,
                             .policy_channels = 8,
                             .value_channels = 8,
                             .value_hidden = 8};

Model SmallModel() {
  return {.info = {.network = kNetwork,
                   .encoder_version = kEncoderVersion,
                   .steps = 12,
                   .rules = {"brandubh"},
                   .training = {{"games", "24"}}},
          .weights = InitialWeights(kNetwork, 1)};
}

TrainerState SmallState() {
  TrainerState state{.network = kNetwork,
                     .optimizer = "muon",
                     .step = 12,
                     .seed = 3,
                     .window = {.shards = {"b", "c"}, .past = {"0", "a"}, .dropped = "a"}};
  state.weights = state.averages = InitialWeights(kNetwork, 1);
  state.first.assign(static_cast<size_t>(CountWeights(kNetwork)), 0.5f);
  state.second = state.first;
  return state;
}

size_t HeaderSize(const std::string& file) {
  uint64_t size = 0;
  std::memcpy(&size, file.data(), kLength);
  return static_cast<size_t>(size);
}

std::string HeaderOf(const std::string& file) { return file.substr(kLength, HeaderSize(file)); }

/// A file with this header and the weights of `good`, whose checksum is right.
std::string WithHeader(std::string_view header, const std::string& good) {
  constexpr std::string_view kSum = "\"checksum\":\"";
  constexpr size_t kDigits = 16;
  const uint64_t size = header.size();
  std::string file(kLength, '\0');
  std::memcpy(file.data(), &size, kLength);
  file.append(header).append(good, kLength + HeaderSize(good));
  if (const size_t at = file.find(kSum);
      at != file.npos && at + kSum.size() + kDigits < file.size()) {
    file.replace(at + kSum.size(), kDigits, kDigits, '0');
    file.replace(at + kSum.size(), kDigits, ChecksumText(file));
  }
  return file;
}

const Target kModel(
    "model",
    [](std::string_view input) {
      static const std::string kGood = ModelBytes(SmallModel());
      const std::filesystem::path file = FileOf(WithHeader(input, kGood));
      const Model model = ReadModel(file);
      Must([&] {
        const std::string bytes = ModelBytes(model);
        RAICHI_CHECK(ModelBytes(ReadModel(FileOf(bytes))) == bytes);
      });
    },
    [] { return std::vector{HeaderOf(ModelBytes(SmallModel()))}; });

std::string SmallExport(ExportFormat format) {
  return ExportBytes(FileOf(ModelBytes(SmallModel())), {.format = format});
}

void TestImport(const std::string& file, const char* name) {
  const Model model = ImportModel(file, name);
  Must([&] {
    const std::string bytes = ModelBytes(model);
    RAICHI_CHECK(ModelBytes(ReadModel(FileOf(bytes))) == bytes);
  });
}

const Target kImport(
    "import",
    [](std::string_view input) {
      static const std::string kGood = SmallExport(ExportFormat::kSafetensors);
      TestImport(WithHeader(input, kGood), "input.safetensors");
    },
    [] { return std::vector{HeaderOf(SmallExport(ExportFormat::kSafetensors))}; });

const Target kImportGraph(
    "import_graph", [](std::string_view input) { TestImport(std::string(input), "input.onnx"); },
    [] { return std::vector{SmallExport(ExportFormat::kOnnx)}; });

const Target kTrainerState(
    "trainer_state",
    [](std::string_view input) {
      static const std::string kGood = TrainerStateBytes(SmallState());
      const TrainerState state = ParseTrainerState(WithHeader(input, kGood), "input");
      Must([&] {
        const std::string bytes = TrainerStateBytes(state);
        RAICHI_CHECK(TrainerStateBytes(ParseTrainerState(bytes, "written")) == bytes);
      });
    },
    [] { return std::vector{HeaderOf(TrainerStateBytes(SmallState()))}; });

/// The card of a made-up export, as far as it can be made without a network.
Json SmallCard() {
  const RulesPtr rules = OpenRules("brandubh");
  const Game game(rules);
  MoveList moves;
  game.LegalMoves(&moves);
  Json policy = Json::object();
  for (const Move move : moves) policy[ToString(move)] = 0.25;
  Json sample{{"rules", "brandubh"}, {"moves", ""}};
  sample.update(SampleOf(game, rules->size()));
  sample["output"] = {
      {kWdlOutput, {0.5, 0.25, 0.25}}, {kMovesLeftOutput, 8}, {kPolicyOutput, policy}};
  return {{"format", kCardFormat},
          {"version", kCardVersion},
          {"file_format", "safetensors"},
          {"precision", "f32"},
          {"batch", "dynamic"},
          {"checksum", ChecksumText("")},
          {"network", {{"canvas", rules->size()}, {"encoder", kEncoderVersion}}},
          {"rules", {RulesToJson(rules->data())}},
          {"samples", {sample}}};
}

/// Everything but the network, which needs a library that is not there.
void ReadExport(const std::filesystem::path& file, const std::filesystem::path& card) {
  try {
    OpenExport(file, card);
  } catch (const Error&) {
  }
}

const Target kModelCard(
    "model_card",
    [](std::string_view input) {
      const std::filesystem::path card = FileOf(input, "x.safetensors.json");
      const std::filesystem::path file = card.parent_path() / "x.safetensors";
      std::ofstream{file};
      const Json read = ReadCard(card);
      ReadExport(file, card);
      const RulesPtr rules = OpenRules("brandubh");
      OpenedExport opened{
          .card = read, .card_file = card, .canvas = rules->size(), .rules = {rules}};
      opened.evaluator = std::make_unique<UniformEvaluator>();
      CompareSamples(opened);
    },
    [] { return std::vector{JsonText(SmallCard())}; });

}  // namespace
}  // namespace raichi::fuzz

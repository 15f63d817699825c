// clang-format off
#include "nn/network/torch_compat.h"
#include <torch/script.h>
// clang-format on
#include <gmock/gmock.h>

#include <cmath>
#include <protozero/pbf_reader.hpp>
#include <set>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/backend/model_export.h"
#include "nn/backend/network_evaluator.h"
#include "nn/input/input_names.h"
#include "nn/input/policy_index.h"
#include "nn/network/operators.h"
#include "tests/selfplay/games.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

/// A TorchScript module that a test has just written; the program itself loads none.
class ScriptNetwork : public ExportedNetwork {
 public:
  explicit ScriptNetwork(const std::filesystem::path& file)
      : module_(torch::jit::load(file.string(), at::kCPU)) {}
  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkInput input = ToInput(positions, at::kCPU, at::kFloat);
    const auto answer = module_.forward({input.planes, input.numbers}).toTuple();
    const auto floats = [&](size_t i) { return ToFloats(answer->elements().at(i).toTensor()); };
    return {floats(0), floats(1), floats(2)};
  }

 private:
  torch::jit::Module module_;
};

/// Provides a model of canvas 11 for boards of three sizes, and Raichi's own evaluations.
class ExportTest : public testing::Test {
 protected:
  ExportTest() {
    AtomicWrite(model_, ModelBytes(Scrambled(TinyNetwork(11))));
    for (const Positions* positions : {&large_, &middle_, &small_}) {
      leaves_.insert(leaves_.end(), positions->leaves().begin(), positions->leaves().end());
    }
    own_.resize(leaves_.size());
    OpenNetworkEvaluator(model_, {.device = "cpu", .precision = "f32"})->Evaluate(leaves_, own_);
  }

  std::filesystem::path Export(const ExportConfig& config) {
    const std::filesystem::path file = folder_ / "export";
    AtomicWrite(file, ExportBytes(model_, config));
    return file;
  }
  std::vector<Evaluation> Said(const ExportConfig& config, int batch = 16) {
    const std::filesystem::path file = Export(config);
    std::unique_ptr<ExportedNetwork> network = config.format == ExportFormat::kTorchScript
                                                   ? std::make_unique<ScriptNetwork>(file)
                                                   : OpenExportedNetwork(file);
    std::vector<Evaluation> said(leaves_.size());
    MakeExportedEvaluator("export", 11, batch, std::move(network))->Evaluate(leaves_, said);
    return said;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path model_ = folder_ / "model.raichi";
  const Positions large_{"copenhagen", 12, 1}, middle_{"linnaeus", 12, 2},
      small_{"brandubh", 12, 3};
  std::vector<LeafRequest> leaves_;
  std::vector<Evaluation> own_;
};

TEST_F(ExportTest, TorchScriptAndWeightsSayWhatTheModelSays) {
  for (const ExportFormat format : {ExportFormat::kTorchScript, ExportFormat::kSafetensors}) {
    EXPECT_LT(Difference(Said({.format = format}), own_), 1e-4) << ToString(format);
    EXPECT_LT(Difference(Said({.format = format}, 5), own_), 1e-4) << ToString(format);
  }
}

TEST_F(ExportTest, HalfPrecisionIsHalfTheSizeAndNearlyTheSame) {
  for (const ExportFormat format : {ExportFormat::kTorchScript, ExportFormat::kSafetensors}) {
    const auto said = Said({.format = format, .half = true});
    EXPECT_LT(Difference(said, own_), 2e-2) << ToString(format);
    EXPECT_GT(Difference(said, own_), 0) << ToString(format);
    EXPECT_LT(ExportBytes(model_, {.format = format, .half = true}).size(),
              ExportBytes(model_, {.format = format}).size())
        << ToString(format);
  }
}

using protozero::pbf_reader;

/// Returns the messages in a field of a message.
std::vector<pbf_reader> MessagesIn(pbf_reader message, int field) {
  std::vector<pbf_reader> found;
  while (message.next(static_cast<protozero::pbf_tag_type>(field))) {
    found.push_back(message.get_message());
  }
  return found;
}

/// Returns names and shapes of the inputs or outputs of an ONNX graph; `field` selects which.
std::vector<std::string> ValuesOf(const std::string& onnx, int field) {
  std::vector<std::string> values;
  for (const pbf_reader& value : MessagesIn(MessagesIn(pbf_reader(onnx), 7).at(0), field)) {
    pbf_reader name = value;
    name.next(1);
    std::string text = name.get_string();
    const pbf_reader tensor = MessagesIn(MessagesIn(value, 2).at(0), 1).at(0);
    for (pbf_reader side : MessagesIn(MessagesIn(tensor, 2).at(0), 1)) {
      side.next();
      text += " ";
      text += side.tag() == 1 ? std::to_string(side.get_int64()) : side.get_string();
    }
    values.push_back(text);
  }
  return values;
}

TEST_F(ExportTest, OnnxNamesItsInputsAndOutputsWithTheirShapes) {
  const std::string any = ExportBytes(model_, {});
  EXPECT_THAT(ValuesOf(any, 11),
              testing::ElementsAre("planes batch 24 11 11", "numbers batch 120"));
  EXPECT_THAT(ValuesOf(any, 12),
              testing::ElementsAre("policy batch 4840", "wdl batch 3", "moves_left batch"));
  const std::string eight = ExportBytes(model_, {.batch = 8});
  EXPECT_THAT(ValuesOf(eight, 11), testing::ElementsAre("planes 8 24 11 11", "numbers 8 120"));
}

TEST_F(ExportTest, RefusesABatchWhereThereIsNone) {
  EXPECT_THROW(ExportBytes(model_, {.format = ExportFormat::kTorchScript, .batch = 8}), UsageError);
  EXPECT_THROW(ExportBytes(model_, {.batch = -1}), UsageError);
}

TEST_F(ExportTest, RefusesDamagedFilesAndPrograms) {
  const std::string bytes = ExportBytes(model_, {.format = ExportFormat::kSafetensors});
  for (const std::string& refused : {bytes.substr(0, bytes.size() / 2), std::string("nothing"),
                                     ExportBytes(model_, {.format = ExportFormat::kTorchScript})}) {
    WriteBytes(folder_ / "refused", refused);
    EXPECT_THROW(OpenExportedNetwork(folder_ / "refused"), Error);
  }
}

/// Returns the same given answers for every batch.
class FixedNetwork : public ExportedNetwork {
 public:
  explicit FixedNetwork(NetworkAnswers answers) : answers_(std::move(answers)) {}
  NetworkAnswers Run(const PackedBatch&) override { return answers_; }

 private:
  NetworkAnswers answers_;
};

TEST(ExportedEvaluatorTest, ReadsOutByPolicyIndexAndSideToMove) {
  const Positions positions("linnaeus", 1, 1);
  const LeafRequest& leaf = positions.leaves()[0];
  NetworkAnswers answers{std::vector<float>(PolicySize(9)), {0.5f, 0.2f, 0.3f}, {12}};
  answers.policy[static_cast<size_t>(PolicyIndex(leaf.moves[1], 9))] = 100;
  Evaluation said;
  MakeExportedEvaluator("x", 9, 1, std::make_unique<FixedNetwork>(answers))
      ->Evaluate({&leaf, 1}, {&said, 1});
  EXPECT_FLOAT_EQ(said.Value(), 0.2f);
  EXPECT_FLOAT_EQ(said.moves_left, 12);
  EXPECT_NEAR(said.priors[0], 0, 1e-30);
  EXPECT_FLOAT_EQ(said.priors[1], 1);
}

TEST(ExportedEvaluatorTest, RefusesWrongSizesAndWhatIsNoNumber) {
  const Positions positions("linnaeus", 1, 1);
  const auto say = [&](NetworkAnswers answers) {
    Evaluation said;
    MakeExportedEvaluator("odd.onnx", 9, 1, std::make_unique<FixedNetwork>(std::move(answers)))
        ->Evaluate({positions.leaves().data(), 1}, {&said, 1});
  };
  const std::vector<float> policy(PolicySize(9));
  EXPECT_NO_THROW(say({policy, {1, 0, 0}, {1}}));
  EXPECT_THROW(say({{1, 2}, {1, 0, 0}, {1}}), Error);
  EXPECT_THROW(say({policy, {1, 0}, {1}}), Error);
  EXPECT_THROW(say({policy, {1, 0, std::nanf("")}, {1}}), Error);
}

TEST(InputNamesTest, ThereIsOneForEachInputAndNoneTwice) {
  EXPECT_EQ(PlaneNames().size(), static_cast<size_t>(kPlanes));
  EXPECT_EQ(NumberNames().size(), static_cast<size_t>(kGlobals));
  for (const auto& list : {PlaneNames(), NumberNames()}) {
    std::set<std::string> names;
    for (const InputName& name : list) EXPECT_TRUE(names.insert(name.name).second) << name.name;
  }
  EXPECT_EQ(NumberNames()[6].name, "size");
  EXPECT_EQ(NumberNames()[40].name, "throne.linnaean");
  EXPECT_EQ(NumberNames()[61].name, "goal.corners");
  EXPECT_EQ(NumberNames()[70].name, "exit_forts");
}

}  // namespace
}  // namespace raichi

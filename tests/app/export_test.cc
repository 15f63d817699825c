#include <gmock/gmock.h>

#include <protozero/pbf_reader.hpp>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/backend/network_evaluator.h"
#include "nn/export/model_export.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

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
    std::vector<Evaluation> said(leaves_.size());
    OpenExportedWeights(Export(config), batch)->Evaluate(leaves_, said);
    return said;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path model_ = folder_ / "model.raichi";
  const Positions large_{"copenhagen", 12, 1}, middle_{"linnaeus", 12, 2},
      small_{"brandubh", 12, 3};
  std::vector<LeafRequest> leaves_;
  std::vector<Evaluation> own_;
};

constexpr ExportFormat kWeights = ExportFormat::kSafetensors;

TEST_F(ExportTest, WeightsSayWhatTheModelSays) {
  EXPECT_EQ(Difference(Said({.format = kWeights}), own_), 0);
  EXPECT_EQ(Difference(Said({.format = kWeights}, 5), own_), 0);
}

TEST_F(ExportTest, HalfPrecisionIsHalfTheSizeAndNearlyTheSame) {
  const auto said = Said({.format = kWeights, .half = true});
  EXPECT_LT(Difference(said, own_), 2e-2);
  EXPECT_GT(Difference(said, own_), 0);
  for (const ExportFormat format : {ExportFormat::kOnnx, kWeights}) {
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
  EXPECT_THROW(ExportBytes(model_, {.format = kWeights, .batch = 8}), UsageError);
  EXPECT_THROW(ExportBytes(model_, {.batch = -1}), UsageError);
}

TEST_F(ExportTest, RefusesWhatIsNoExportOfWeights) {
  const std::string bytes = ExportBytes(model_, {.format = kWeights});
  for (const std::string& refused :
       {bytes.substr(0, bytes.size() / 2), std::string("nothing"), ExportBytes(model_, {})}) {
    WriteBytes(folder_ / "refused", refused);
    EXPECT_THROW(OpenExportedWeights(folder_ / "refused", 1), Error);
  }
}

}  // namespace
}  // namespace raichi

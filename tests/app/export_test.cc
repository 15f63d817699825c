#include <gmock/gmock.h>

#include <cstring>
#include <functional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/backend/network_evaluator.h"
#include "nn/export/model_export.h"
#include "nn/export/model_import.h"
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

/// Writes an initializer as other programs do: packed shape, and numbers as `write` says.
using WriteNumbers = std::function<void(std::string_view numbers, protozero::pbf_writer* tensor)>;
std::string Rewritten(pbf_reader tensor, const WriteNumbers& write) {
  std::string message;
  protozero::pbf_writer out(message);
  std::vector<int64_t> shape;
  while (tensor.next()) {
    switch (tensor.tag()) {
      case 1:
        shape.push_back(tensor.get_int64());
        break;
      case 2:
        out.add_int32(2, tensor.get_int32());
        break;
      case 8:
        out.add_string(8, tensor.get_string());
        break;
      default:
        write(tensor.get_bytes(), &out);
    }
  }
  out.add_packed_int64(1, shape.begin(), shape.end());
  return message;
}

/// Returns an ONNX model with rewritten initializers and the metadata of `onnx`.
std::string Rewritten(const std::string& onnx, const WriteNumbers& write) {
  std::string graph, model;
  protozero::pbf_writer out(graph);
  for (const pbf_reader& tensor : MessagesIn(MessagesIn(pbf_reader(onnx), 7).at(0), 5)) {
    out.add_message(5, Rewritten(tensor, write));
  }
  protozero::pbf_writer(model).add_message(7, graph);
  for (pbf_reader whole(onnx); whole.next(14);) {
    protozero::pbf_writer(model).add_message(14, whole.get_bytes());
  }
  return model;
}

TEST_F(ExportTest, GraphsOfOtherProgramsBecomeTheSameModel) {
  const std::string onnx = ExportBytes(model_, {});
  const std::string expected = ModelBytes(ImportModel(onnx, "a.onnx"));
  const auto floats = [](std::string_view bytes) {
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
  };
  const auto packed = [&](std::string_view bytes, protozero::pbf_writer* out) {
    const std::vector<float> values = floats(bytes);
    out->add_packed_float(4, values.begin(), values.end());
  };
  const auto one_by_one = [&](std::string_view bytes, protozero::pbf_writer* out) {
    for (const float value : floats(bytes)) out->add_float(4, value);
  };
  const auto elsewhere = [](std::string_view, protozero::pbf_writer* out) {
    out->add_int32(14, 1);  // in another file
  };
  EXPECT_EQ(ModelBytes(ImportModel(Rewritten(onnx, packed), "b.onnx")), expected);
  EXPECT_EQ(ModelBytes(ImportModel(Rewritten(onnx, one_by_one), "b.onnx")), expected);
  EXPECT_THAT(ErrorOf([&] { ImportModel(Rewritten(onnx, elsewhere), "b.onnx"); }),
              testing::HasSubstr(" are not in the file; expected raw_data or float_data"));
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

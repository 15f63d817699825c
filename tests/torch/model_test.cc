#include "nn/model/model.h"

#include <gmock/gmock.h>

#include "nn/backend/network_evaluator.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"
#include "nn/model/trainer_state.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;

Model TinyModel() {
  Model model;
  model.info.network = TinyNetwork();
  model.info.encoder_version = kEncoderVersion;
  model.info.steps = 42;
  model.info.rules = {"linnaeus", "saami"};
  model.info.training = {{"positions", "1000"}, {"note", "with: \"quotes\"\nand lines"}};
  model.weights = InitialWeights(model.info.network, 1);
  return model;
}

/// Returns the model's file with one metadata value changed.
std::string With(const std::string& key, const std::string& value) {
  const TemporaryFolder folder;
  WriteBytes(folder / "m", ModelBytes(TinyModel()));
  TensorFile file = ReadTensorFile(folder / "m", "raichi model", kNewestNetworkVersion);
  file.metadata[key] = value;
  return TensorFileBytes(file, "raichi model", kNewestNetworkVersion);
}

std::string ErrorOfModel(const std::string& bytes) {
  const TemporaryFolder folder;
  WriteBytes(folder / "model.raichi", bytes);
  const std::string error = ErrorOf([&] { ReadModel(folder.path()); });
  if (!error.empty()) {
    EXPECT_THAT(error, HasSubstr((folder / "model.raichi").string()));
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  return error;
}

TEST(Model, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const Model model = TinyModel();
  WriteModelFolder(folder / "000042", model);
  EXPECT_EQ(FilesIn(folder / "000042"),
            (std::vector<std::string>{"model.raichi", "network.yaml", "train.yaml"}));
  EXPECT_EQ(FilesIn(folder.path()), std::vector<std::string>{"000042"});
  for (const auto& path : {folder / "000042", folder / "000042" / "model.raichi"}) {
    const Model read = ReadModel(path);
    EXPECT_EQ(read.weights, model.weights);
    EXPECT_EQ(read.info.network, model.info.network);
    EXPECT_EQ(read.info.steps, 42);
    EXPECT_EQ(read.info.rules, model.info.rules);
    EXPECT_EQ(read.info.training, model.info.training);
  }
}

TEST(Model, AFolderWithAModelIsNeverReplaced) {
  const TemporaryFolder folder;
  Model model = TinyModel();
  std::filesystem::create_directory(folder / "000042");
  WriteModelFolder(folder / "000042", model);
  model.info.steps = 43;
  EXPECT_THAT(ErrorOf([&] { WriteModelFolder(folder / "000042", model); }),
              HasSubstr("000042: cannot put a model there"));
  EXPECT_EQ(ReadModelInfo(folder / "000042").steps, 42);
  EXPECT_EQ(FilesIn(folder.path()), std::vector<std::string>{"000042"});
  const std::string nowhere = folder / "none" / "000043";
  EXPECT_THAT(ErrorOf([&] { WriteModelFolder(nowhere, model); }),
              HasSubstr(nowhere + ": cannot put a model there: No such file or directory"));
}

TEST(Model, EveryTruncationIsAnError) {
  const std::string bytes = ModelBytes(TinyModel());
  for (const size_t size : {size_t{0}, size_t{4}, size_t{8}, size_t{100}, size_t{2000},
                            bytes.size() / 2, bytes.size() - 4, bytes.size() - 1}) {
    EXPECT_NE(ErrorOfModel(bytes.substr(0, size)), "") << size;
  }
}

TEST(Model, EveryFlippedBitIsAnError) {
  const std::string bytes = ModelBytes(TinyModel());
  Rng rng(5);
  const auto size = static_cast<uint32_t>(bytes.size());
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    const uint32_t at = i < 200 ? static_cast<uint32_t>(i) * 7 : rng.Below(size);
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << rng.Below(8)));
    EXPECT_NE(ErrorOfModel(damaged), "") << at;
  }
}

TEST(Model, AnythingAppendedIsAnError) {
  EXPECT_NE(ErrorOfModel(ModelBytes(TinyModel()) + '\0'), "");
}

TEST(Model, OfAnotherEncoderIsRefused) {
  EXPECT_THAT(ErrorOfModel(With("encoder", "999")), HasSubstr("encoder version 999"));
}

TEST(Model, OfAnotherShapeIsRefused) {
  EXPECT_THAT(ErrorOfModel(With("network.channels", "24")), HasSubstr("another shape"));
  EXPECT_THAT(ErrorOfModel(With("network.blocks", "3")), HasSubstr("lacks the weights"));
  EXPECT_THAT(ErrorOfModel(With("network.blocks", "1")), HasSubstr("architecture"));
  EXPECT_THAT(ErrorOfModel(With("network.canvas", "99")), HasSubstr("canvas"));
  EXPECT_THAT(ErrorOfModel(With("network.canvas", "many")), HasSubstr("whole number"));
}

/// A model without the parts that only later programs know.
Model PlainModel() {
  Model model = TinyModel();
  model.info.network.policy_destinations = false;
  model.weights = InitialWeights(model.info.network, 1);
  return model;
}

TEST(Model, WithPartsOfEarlierKindsIsRefused) {
  const TemporaryFolder folder;
  WriteBytes(folder / "plain", ModelBytes(PlainModel()));
  EXPECT_EQ(ReadModel(folder / "plain").info.network, PlainModel().info.network);
  TensorFile file = ReadTensorFile(folder / "plain", "raichi model", 1);
  for (const auto& [key, part] :
       {std::pair("line_channels", "line convolutions"), {"value_error", "a value head"}}) {
    TensorFile earlier = file;
    earlier.metadata[std::string("network.") + key] = "8";
    WriteBytes(folder / "earlier", TensorFileBytes(earlier, "raichi model", 3));
    EXPECT_THAT(ErrorOf([&] { ReadModel(folder / "earlier"); }),
                HasSubstr(std::string("earlier: has ") + part + " of an earlier kind"));
  }
}

TEST(Model, WhosePolicyReadsDestinationsHasVersion5) {
  const TemporaryFolder folder;
  Model model = PlainModel();
  model.info.network.policy_destinations = true;
  model.weights = InitialWeights(model.info.network, 1);
  EXPECT_EQ(model.weights.size(), PlainModel().weights.size() + 8 * 9);  // 8 rows of 8, biases
  WriteBytes(folder / "model.raichi", ModelBytes(model));
  EXPECT_EQ(ReadModel(folder / "model.raichi").info.network, model.info.network);
  EXPECT_THROW(ReadTensorFile(folder / "model.raichi", "raichi model", 3), VersionError);

  TensorFile earlier = ReadTensorFile(folder / "model.raichi", "raichi model", 5);
  WriteBytes(folder / "earlier", TensorFileBytes(earlier, "raichi model", 4));
  EXPECT_THROW(ReadModel(folder / "earlier"), VersionError);
}

TEST(Model, MissingIsAnError) {
  EXPECT_THAT(ErrorOf([] { ReadModel("/nowhere/model.raichi"); }), HasSubstr("/nowhere"));
}

TEST(Model, IsOpenedByTheEvaluatorOrNamedInItsError) {
  const TemporaryFolder folder;
  WriteBytes(folder / "model.raichi", ModelBytes(TinyModel()).substr(0, 5000));
  const std::string error = ErrorOf([&] { OpenNetworkEvaluator(folder.path(), {}); });
  EXPECT_THAT(error, HasSubstr((folder / "model.raichi").string()));
}

TEST(NetworkConfig, SizesAreParsed) {
  const NetworkConfig config = ParseNetworkSize("4x32");
  EXPECT_EQ(config.blocks, 4);
  EXPECT_EQ(config.channels, 32);
  for (const char* text :
       {"", "4", "4x", "x32", "4x32x", "4y32", "0x32", "4x33", "99x32", "4x32+8", "4x32 8"}) {
    EXPECT_NE(ErrorOf([&] { ParseNetworkSize(text); }), "") << text;
  }
}

TEST(Weights, StartTheSameForOneSeedOnly) {
  const NetworkConfig config = TinyNetwork();
  EXPECT_EQ(InitialWeights(config, 7), InitialWeights(config, 7));
  EXPECT_NE(InitialWeights(config, 7), InitialWeights(config, 8));
}

}  // namespace
}  // namespace raichi

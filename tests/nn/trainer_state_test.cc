#include "nn/model/trainer_state.h"

#include <gmock/gmock.h>

#include "base/files/files.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/no_more_files.h"

namespace raichi {
namespace {

TrainerState SmallState() {
  TrainerState state;
  state.network = TinyNetwork();
  state.optimizer = "adamw";
  state.step = 12;
  state.learning_rate = 0.1;
  state.seed = 0xffff'ffff'ffff'fff0;
  state.window = {.shards = {"b", "c"}, .past = {"0", "a"}, .dropped = "a", .positions_made = 99};
  state.weights = state.averages = InitialWeights(state.network, 1);
  state.first.assign(static_cast<size_t>(CountWeights(state.network)), 0.5f);
  state.second = state.first;
  return state;
}

class TrainerStateTest : public testing::Test {
 protected:
  TrainerStateTest() { WriteTrainerState(file_, SmallState()); }
  /// Replaces a text in the file by one of the same length without updating the checksum.
  void Replace(const std::string& old_text, const std::string& new_text) const {
    std::string bytes = BytesOf(file_);
    bytes.replace(bytes.find(old_text), old_text.size(), new_text);
    WriteBytes(file_, bytes);
  }
  /// Rewrites the file with one changed metadata value and a correct checksum.
  void Rewrite(const std::string& key, const std::string& word,
               int version = kNewestNetworkVersion) const {
    TensorFile file = ReadTensorFile(file_, "raichi trainer", kNewestNetworkVersion);
    if (word.empty()) file.metadata.erase(key);
    if (!word.empty()) file.metadata[key] = word;
    WriteTensorFile(file_, file, "raichi trainer", version);
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "000001";
};

TEST_F(TrainerStateTest, ReadsBackWhatWasWritten) {
  const TrainerState state = ReadTrainerState(file_);
  const TrainerState expected = SmallState();
  EXPECT_EQ(state.network, expected.network);
  EXPECT_EQ(state.step, 12);
  EXPECT_EQ(state.learning_rate, 0.1);
  EXPECT_EQ(state.seed, expected.seed);
  EXPECT_EQ(state.window, expected.window);
  EXPECT_EQ(state.weights, expected.weights);
  EXPECT_EQ(state.second, expected.second);
}

TEST_F(TrainerStateTest, AStateOfAnOlderProgramKnowsNoPast) {
  Rewrite("window.past", "");
  EXPECT_EQ(ReadTrainerState(file_).window.past, std::vector<std::string>());
  EXPECT_EQ(ReadTrainerState(file_).window.dropped, "a");
}

TEST_F(TrainerStateTest, DamageVersionsAndUnreadableFilesAreToldApart) {
  const std::string good = BytesOf(file_);
  std::string bytes = good;
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  WriteBytes(file_, bytes);
  EXPECT_THROW(ReadTrainerState(file_), DamagedError);
  for (const size_t size : {size_t{0}, size_t{5}, size_t{300}, good.size() - 1}) {
    WriteBytes(file_, good.substr(0, size));
    EXPECT_THROW(ReadTrainerState(file_), DamagedError) << size;
  }
  WriteBytes(file_, good);
  Replace("\"version\":\"5\"", "\"version\":\"2\"");  // without a new checksum
  EXPECT_THROW(ReadTrainerState(file_), DamagedError);
  WriteBytes(file_, good);
  Rewrite("note", "later", kNewestNetworkVersion + 1);
  EXPECT_THROW(ReadTrainerState(file_), VersionError);
  WriteBytes(file_, good);
  Rewrite("note", "earlier", 4);  // its policy had other weights of the same size
  EXPECT_THROW(ReadTrainerState(file_), VersionError);
  WriteBytes(file_, good);
  Rewrite("encoder", "999");
  EXPECT_THROW(ReadTrainerState(file_), VersionError);
  WriteBytes(file_, good);
  EXPECT_THROW(ReadModel(file_), VersionError);  // the file is of another kind
  EXPECT_THROW(ReadTrainerState(folder_ / "none"), ReadError);
  EXPECT_THROW(ReadTrainerState(folder_.path()), ReadError);
  const NoMoreFiles none;
  EXPECT_THROW(ReadTrainerState(file_), ReadError);
}

}  // namespace
}  // namespace raichi

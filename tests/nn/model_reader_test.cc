#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "nn/model/model.h"
#include "nn/model/safetensors.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

/// Returns the Python example in docs/network.md.
std::string DocumentedReader() {
  const std::string page = BytesOf(SourceDir() + "/docs/network.md");
  const size_t begin = page.find("```python\n") + std::string("```python\n").size();
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(ModelReader, ThePagesPythonReadsAModel) {
  const TemporaryFolder folder;
  WriteRandomModel(folder / "model.raichi", TinyNetwork(), 1);
  WriteBytes(folder / "read.py", DocumentedReader() + R"(
count = sum(len(values) for _, values in arrays.values()) // 4
statistics = sum(len(v) for n, (_, v) in arrays.items() if n.endswith((".mean", ".variance"))) // 4
assert words["network.channels"] == "16"
assert arrays["stem.conv"][0] == [16, 24, 3, 3]
print(count - statistics)
)");
  const std::string command = "cd " + folder.path().string() + " && " + Python() + " read.py > out";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(std::stol(BytesOf(folder / "out")), CountWeights(TinyNetwork()));
}

TEST(ModelReader, WordsMayBeAnyBytes) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "model.raichi";
  WriteRandomModel(file, TinyNetwork(), 1);
  Model model = ReadModel(file);
  model.info.rules = {"r\xff", "r\\xFF"};
  model.info.training = {{"host", "\x9b\n"}};
  WriteBytes(file, ModelBytes(model));
  EXPECT_EQ(ReadModelInfo(file).rules, model.info.rules);
  EXPECT_EQ(ReadModelInfo(file).training, model.info.training);
}

TEST(ModelReader, ATensorMayHaveNoValues) {
  for (const bool half : {false, true}) EXPECT_TRUE(ReadValues({}, half).empty());
}

TEST(ModelReader, AHeaderThatIsNestedTooDeepIsDamage) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "model.raichi";
  std::string bytes(8, '\0');
  const uint64_t length = 600'000;
  std::memcpy(bytes.data(), &length, sizeof length);
  WriteBytes(file, bytes + std::string(length / 2, '[') + std::string(length / 2, ']'));
  EXPECT_THAT([&] { ReadModel(file); }, testing::ThrowsMessage<DamagedError>(testing::HasSubstr(
                                            "its header is nested more than 100 levels deep")));
}

TEST(ModelReader, WeightsThatAreNotFiniteAreDamage) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "model.raichi";
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    WriteRandomModel(file, TinyNetwork(), 1);
    Model model = ReadModel(file);
    model.weights.back() = wrong;
    WriteBytes(file, ModelBytes(model));
    const std::string name = WeightSpecs(TinyNetwork()).back().name;
    EXPECT_THAT([&] { ReadModel(folder.path()); },
                testing::ThrowsMessage<DamagedError>(file.string() + ": weights " + name +
                                                     " contain NaN or infinity"));
  }
}

}  // namespace
}  // namespace raichi

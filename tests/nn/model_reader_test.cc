#include <gtest/gtest.h>

#include <cstdlib>

#include "nn/model/model.h"
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

}  // namespace
}  // namespace raichi

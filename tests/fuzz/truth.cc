// Truth sets.
#include "solve/truth/truth_set.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

const Target kTruth(
    "truth",
    [](std::string_view input) {
      const std::vector<TruthPosition> positions = ParseTruth(input, "input");
      Must([&] {
        const std::string text = TruthText(positions);
        RAICHI_CHECK(TruthText(ParseTruth(text, "written")) == text);
      });
    },
    [] {
      const std::string text = ProjectFile("configs/truth/tafl-9.truth");
      return std::vector{text.substr(0, text.find('\n', text.size() / 20) + 1)};
    });

}  // namespace
}  // namespace raichi::fuzz

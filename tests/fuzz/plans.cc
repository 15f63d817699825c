// What people write for a run, a study or an ablation: YAML files and changes `KEY=VALUE`.
#include "app/ablate/plan.h"
#include "app/balance/study/design.h"
#include "app/balance/study/plan.h"
#include "run/config/config.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

/// The lines of a part.
std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

const Target kRunConfig(
    "run_config",
    [](std::string_view input) {
      const std::vector<Part> parts = PartsOf(input);
      if (parts.empty()) return;
      const std::string file = FileOf(parts[0].text, "x.yaml");
      const std::vector<std::string> changes =
          parts.size() > 1 ? LinesOf(parts[1].text) : std::vector<std::string>();
      const RunConfig config = LoadRunConfig(file, changes);
      Must([&] {
        const std::string text = ToYaml(config);
        RAICHI_CHECK(ToYaml(LoadRunConfig(FileOf(text, "x.yaml"), {})) == text);
      });
    },
    [] {
      std::vector<std::string> seeds;
      for (const char* name : {"smoke", "tablut-plain", "quick"}) {
        seeds.push_back("==> config\n" +
                        ProjectFile(std::string("configs/runs/") + name + ".yaml") +
                        "==> changes\nseed=3\nrules=[brandubh]\ntrain.batch=32\n");
      }
      return seeds;
    });

const Target kStudyPlan(
    "study_plan",
    [](std::string_view input) {
      const StudyPlan plan = ParsePlan(std::string(input), "input");
      Must([&] {
        const std::string text = ToYaml(plan);
        RAICHI_CHECK(ToYaml(ParsePlan(text, "written")) == text);
      });
      DesignOf(plan);
    },
    [] {
      std::vector<std::string> seeds;
      for (const char* name : {"openings", "sandwiches"}) {
        seeds.push_back(ProjectFile(std::string("configs/studies/") + name + ".yaml"));
      }
      return seeds;
    });

const Target kAblation(
    "ablation",
    [](std::string_view input) {
      const AblatePlan plan = LoadAblatePlan(FileOf(input));
      Must([&] {
        const std::string text = JsonText({{"plan", ToJson(plan)}});
        RAICHI_CHECK(JsonText({{"plan", ToJson(LoadAblatePlan(FileOf(text)))}}) == text);
      });
    },
    [] {
      const AblatePlan plan{.command = "raichi ablate",
                            .overrides = {"seed=3"},
                            .variants = {{.name = "a", .overrides = {"train.batch=32"}}},
                            .opponents = {"random"},
                            .pairs = 4,
                            .visits = 8};
      return std::vector{JsonText({{"plan", ToJson(plan)}, {"table", Json::array()}})};
    });

}  // namespace
}  // namespace raichi::fuzz

#include <optional>
#include <string>
#include <vector>

#include "app/ablate/plan.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/sums.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Reads a part of the file.
template <typename Read>
auto ReadPlanFile(const fs::path& file, const Read& read) {
  constexpr uint64_t kMaxPlanBytes = 1 << 26;
  return ReadJson(file.string() + ": ", [&] {
    Json json = ParseJson(ReadFile(file, kMaxPlanBytes));
    TakeSum(&json);
    return read(json);
  });
}

AblatePlan PlanFromJson(const Json& json) {
  AblatePlan plan;
  plan.command = json.at("command");
  plan.overrides = json.at("changes").get<std::vector<std::string>>();
  plan.settled = json.value("settled", std::vector<std::string>());
  for (const Json& variant : json.at("variants")) {
    plan.variants.push_back({.name = variant.at("name"),
                             .overrides = variant.at("changes").get<std::vector<std::string>>()});
  }
  plan.from = json.at("from");
  plan.seeds = json.at("seeds");
  plan.looks = json.value("looks", std::vector<int>());
  plan.at_once = json.value("at_once", 0);
  plan.opponents = json.at("opponents").get<std::vector<std::string>>();
  plan.games = json.value("games", "");
  plan.pairs = json.at("pairs");
  plan.visits = json.at("visits");
  return plan;
}

}  // namespace

fs::path PlanFile(const fs::path& dir) { return dir / "ablation.json"; }

Json ToJson(const AblatePlan& plan) {
  Json variants = Json::array();
  for (const Variant& variant : plan.variants) {
    variants.push_back({{"name", variant.name}, {"changes", variant.overrides}});
  }
  return {{"command", plan.command}, {"changes", plan.overrides}, {"settled", plan.settled},
          {"variants", variants},    {"from", plan.from},         {"seeds", plan.seeds},
          {"looks", plan.looks},     {"at_once", plan.at_once},   {"opponents", plan.opponents},
          {"games", plan.games},     {"pairs", plan.pairs},       {"visits", plan.visits}};
}

AblatePlan LoadAblatePlan(const fs::path& file) {
  return ReadPlanFile(file, [](const Json& json) { return PlanFromJson(json.at("plan")); });
}

void SavePlan(const Ablation& ablation, const std::optional<std::vector<Json>>& table) {
  const fs::path file = PlanFile(ablation.dir);
  Json json = {{"plan", ToJson(ablation.plan)}, {"table", Json::array()}};
  if (table) {
    json["table"] = *table;
  } else if (Exists(file)) {
    json["table"] =
        ReadPlanFile(file, [](const Json& saved) { return saved.value("table", Json::array()); });
  }
  AtomicWrite(file, JsonText(WithSum(json), 1) + "\n");
  constexpr uint64_t kMaxConfigBytes = 1 << 20;
  AtomicWrite(ablation.dir / "config.yaml",
              WithSumLine(ReadFile(ablation.config_file, kMaxConfigBytes)));
}

}  // namespace raichi

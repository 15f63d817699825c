#include <spdlog/fmt/fmt.h>

#include <memory>
#include <string>

#include "base/error.h"
#include "console/output.h"
#include "console/version.h"
#include "nn/backend/loader.h"
#include "rules/files/rule_file.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

/// Returns the folder of the rule files, or nothing if there is none.
std::string RulesPlace() {
  try {
    return RulesFolder().string();
  } catch (const Error&) {
    return "";
  }
}

void PrintVersion(bool json) {
  const std::string torch = LibTorchVersion(), rules = RulesPlace();
  if (json) {
    return PrintJson(Json{{"version", Version()},
                          {"libtorch", torch.empty() ? Json() : Json(torch)},
                          {"machine", DescribeMachine("cpu")},
                          {"rules", rules.empty() ? Json() : Json(rules)}});
  }
  PrintLine(ProgramVersion());
  PrintLine("networks: " + (torch.empty() ? "none; built without LibTorch" : "LibTorch " + torch));
  PrintLine("machine:  " + DescribeMachine("cpu"));
  PrintLine("rules:    " +
            (rules.empty() ? "none; set RAICHI_RULES to a folder of rule files" : rules));
}

}  // namespace

void AddVersionCommand(Program& program) {
  Command command =
      program.AddCommand("version", "Print the versions of the program and of what it uses");
  auto json = std::make_shared<bool>(false);
  command.AddFlag("--json", json.get(), "Print one JSON object");
  command.Footer(
      "Example:\n"
      "  raichi version --json");
  command.Run([json] { PrintVersion(*json); });
}

}  // namespace raichi

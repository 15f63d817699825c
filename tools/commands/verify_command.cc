#include <memory>
#include <string>
#include <vector>

#include "app/export/model_card.h"
#include "app/export/verify.h"
#include "console/output.h"
#include "nn/backend/network_evaluator.h"
#include "rules/error.h"
#include "rules/files/rule_file.h"
#include "run/players.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct VerifyOptions {
  std::string file;
  std::string card;
  std::string model;
  int positions = 10000;
  std::vector<std::string> rules;
  bool json = false;
};

/// Prints a comparison; returns whether it is within the tolerance.
bool Report(const std::string& what, const ExportDifference& difference, double tolerance,
            bool json) {
  const bool good = difference.IsWithin(tolerance);
  if (json) {
    PrintJson(Json{{"compared", what},
                   {"positions", difference.positions},
                   {"value", difference.value},
                   {"policy", difference.policy},
                   {"moves_left", difference.moves_left},
                   {"tolerance", tolerance},
                   {"good", good}});
  } else {
    PrintLine(
        fmt::format("{:<22} {:>6} positions  value {:.1e}  policy {:.1e}  moves left {:.1e}  {}",
                    what, difference.positions, difference.value, difference.policy,
                    difference.moves_left, good ? "good" : "TOO FAR OFF"));
  }
  return good;
}

/// The model itself in f32; none if none is named.
std::unique_ptr<Evaluator> OpenOwn(const VerifyOptions& options) {
  if (options.model.empty()) return nullptr;
  return OpenNetworkEvaluator(FindModel(options.model), {.device = "cpu", .precision = "f32"});
}

/// The rule sets to compare with the model under, if one is named: those named, else the card's.
std::vector<RulesPtr> RulesOf(const VerifyOptions& options, const OpenedExport& opened) {
  std::vector<RulesPtr> sets;
  if (options.model.empty()) return sets;
  for (const std::string& name : options.rules) sets.push_back(OpenRules(name));
  return sets.empty() ? opened.rules : sets;
}

void RunVerify(const VerifyOptions& options) {
  const std::filesystem::path card =
      options.card.empty() ? CardOf(options.file) : std::filesystem::path(options.card);
  const OpenedExport opened = OpenExport(options.file, card);
  const std::unique_ptr<Evaluator> own = OpenOwn(options);
  const std::vector<RulesPtr> sets = RulesOf(options, opened);
  bool good = Report("samples of the card", CompareSamples(opened), opened.tolerance, options.json);
  for (const RulesPtr& rules : sets) {
    const ExportDifference difference = CompareWith(opened, own.get(), rules, options.positions);
    good &= Report(rules->data().name, difference, opened.tolerance, options.json);
  }
  if (!good) {
    throw Error(options.file + ": differs by more than " + fmt::format("{:g}", opened.tolerance));
  }
}

}  // namespace

void AddVerifyCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("verify", "Run an exported model and compare what it says");
  auto options = std::make_shared<VerifyOptions>();
  command->add_option("FILE", options->file, "An export: ONNX, TorchScript or safetensors")
      ->required();
  command->add_option("--card", options->card, "Its model card (default: FILE.json)")
      ->type_name("FILE");
  CLI::Option* model = command
                           ->add_option("--model", options->model,
                                        "Also compare with this model's own evaluation in f32, "
                                        "on random positions")
                           ->type_name("MODEL");
  command->add_option("-n,--positions", options->positions, "So many under each rule set")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str()
      ->needs(model)
      ->type_name("N");
  command
      ->add_option("--rules", options->rules, "Rule sets of these positions (default: the card's)")
      ->delimiter(',')
      ->needs(model)
      ->type_name("RULES");
  command->add_flag("--json", options->json, "One JSON object a comparison");
  command->footer(
      "ONNX files need a Python with onnxruntime: python3, or the one that RAICHI_PYTHON names. A "
      "TorchScript module is a program: verify only those that you trust.");
  command->callback([options] { RunVerify(*options); });
}

}  // namespace raichi

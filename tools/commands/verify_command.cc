#include <memory>
#include <string>
#include <vector>

#include "app/export/model_card.h"
#include "app/export/verify.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/output.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "rules/files/rule_file.h"
#include "run/players/players.h"
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

/// Prints a comparison and returns whether it is within the tolerance.
bool PrintDifference(const std::string& what, const ExportDifference& difference, double tolerance,
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

/// Opens the named model in f32. Returns null if none is named.
std::unique_ptr<Evaluator> OpenOwn(const VerifyOptions& options) {
  if (options.model.empty()) return nullptr;
  return OpenNetworkEvaluator(FindModel(options.model), {.device = "cpu", .precision = "f32"});
}

/// Returns the rule sets for the comparison with a named model: those of --rules, otherwise those
/// of the card.
std::vector<RulesPtr> RulesOf(const VerifyOptions& options, const OpenedExport& opened) {
  std::vector<RulesPtr> sets;
  if (options.model.empty()) return sets;
  for (const std::string& name : options.rules) sets.push_back(OpenRules(name));
  return sets.empty() ? opened.rules : sets;
}

/// Throws UsageError if the file is a model card where its export should be named.
void CheckNoCard(const VerifyOptions& options) {
  const std::filesystem::path file = options.file;
  if (!options.card.empty() || file.extension() != ".json") return;
  if (!Exists(file) || Exists(CardOf(file))) return;
  const std::filesystem::path named = std::filesystem::path(file).replace_extension();
  throw UsageError("verify " + file.string() + ": is a model card; name the export beside it, " +
                   named.string());
}

/// Returns an explanation if the card names another model than --model; empty otherwise.
std::string ExplainModel(const VerifyOptions& options, const Json& card) {
  if (options.model.empty()) return "";
  const auto file = ModelFile(FindModel(options.model));
  const std::string named = card.value("/training/model_checksum"_json_pointer, "");
  if (named.empty() || named == ChecksumText(ReadFile(file, kMaxModelBytes))) return "";
  return "; by its card it was not exported from " + ShowModel(file);
}

void RunVerify(const VerifyOptions& options) {
  CheckNoCard(options);
  const std::filesystem::path card =
      options.card.empty() ? CardOf(options.file) : std::filesystem::path(options.card);
  const OpenedExport opened = OpenExport(options.file, card);
  const std::unique_ptr<Evaluator> own = OpenOwn(options);
  const std::vector<RulesPtr> sets = RulesOf(options, opened);
  bool good = PrintDifference("samples of the card", CompareSamples(opened), opened.tolerance,
                              options.json);
  Progress progress;
  WorkClock clock(static_cast<double>(sets.size()) * options.positions);
  for (const RulesPtr& rules : sets) {
    const std::string& name = rules->data().name;
    const auto show = [&](int done) {
      if (!progress.IsDue()) return;
      progress.Show(fmt::format("{}: {} of {}{}", name, done,
                                Counted(options.positions, "position"), clock.TimeLeft(done)));
    };
    const ExportDifference difference =
        CompareWith(opened, own.get(), rules, options.positions, show);
    progress.Finish();
    clock.Finish(options.positions);
    good &= PrintDifference(name, difference, opened.tolerance, options.json);
  }
  if (!good) {
    throw Error(fmt::format("{}: differs by more than {:g}{}", options.file, opened.tolerance,
                            ExplainModel(options, opened.card)));
  }
}

}  // namespace

void AddVerifyCommand(Program& program) {
  Command command = program.AddCommand("verify", "Run an exported model and compare its answers");
  auto options = std::make_shared<VerifyOptions>();
  command.Add("FILE", &options->file, "An export: ONNX or safetensors").Required();
  command.Add("--card", &options->card, "Its model card (default: FILE.json)").Value("FILE");
  const Option model =
      command
          .Add("--model", &options->model,
               "Also compare with this model's own evaluation in f32, on random positions")
          .Value("MODEL");
  command.Add("--positions", &options->positions, "Random positions under each rule set")
      .Range(1, 100'000'000)
      .ShowDefault()
      .Needs(model);
  command
      .Add("--rules", &options->rules,
           "Rule sets of these positions, separated by commas (default: those of the card)")
      .Commas()
      .Needs(model)
      .Value("RULES,…");
  command.AddFlag("--json", &options->json, "Print one JSON object per comparison");
  command.Footer(
      "ONNX files need a Python with onnxruntime: python3, or the one that RAICHI_PYTHON names.\n"
      "\n"
      "Examples:\n"
      "  raichi verify x.onnx\n"
      "  raichi verify x.onnx --model runs/x --positions 1000 --rules linnaeus");
  command.Run([options] { RunVerify(*options); });
}

}  // namespace raichi

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/export/verify.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/output.h"
#include "nn/export/model_import.h"
#include "nn/model/trainer_state.h"
#include "rules/files/rule_file.h"
#include "run/players/find_model.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct ImportOptions {
  std::string file;
  std::string output;
  std::vector<std::string> rules;
  bool train = false;
  bool json = false;
};

/// Throws UsageError if the output has the name of an export, or is there already: models are never
/// replaced.
void CheckModelOutput(const fs::path& output) {
  const std::string ending = EndingOf(output);
  if (ending == ".safetensors" || ending == ".onnx") {
    throw UsageError("--output " + output.string() +
                     ": expected a new folder, or a new file NAME.raichi");
  }
  if (!Exists(output) || (IsFolder(output) && ListFolder(output).empty())) return;
  throw UsageError("--output " + output.string() +
                   ": is there already, and a model is never replaced; choose another name");
}

/// Opens the rules of --rules, which must fit the canvas.
std::vector<RulesPtr> RulesOf(const ImportOptions& options, int canvas) {
  std::vector<RulesPtr> opened;
  for (const std::string& word : options.rules) {
    opened.push_back(OpenRules(word));
    if (opened.back()->size() <= canvas) continue;
    throw UsageError("--rules " + word + ": its board is larger than the network's canvas of " +
                     std::to_string(canvas));
  }
  return opened;
}

/// Returns those of the rule sets that a file names which come with the program and fit its canvas.
/// A file of a stranger can name anything.
std::vector<RulesPtr> ShippedRulesOf(const ModelInfo& info) {
  std::vector<RulesPtr> opened;
  for (const std::string& name : RuleSetNames()) {
    if (std::ranges::find(info.rules, name) == info.rules.end()) continue;
    const RulesPtr rules = OpenRules(name);
    if (rules->size() <= info.network.canvas) opened.push_back(rules);
  }
  return opened;
}

/// Prepares a model for training, by positions of random games of these rules.
void PrepareTraining(const std::vector<RulesPtr>& rules, Model* model) {
  constexpr int kPositions = 256;
  PackedBatch positions(model->info.network.canvas);
  std::vector<RandomPositions> games;
  for (const RulesPtr& one : rules) games.emplace_back(one, 1);
  if (games.empty()) {
    throw UsageError(
        "--train: the file names no rule set that comes with raichi and fits the "
        "network; name some with --rules");
  }
  positions.Resize(kPositions);
  for (int i = 0; i < kPositions; ++i) {
    RandomPositions& next = games[static_cast<size_t>(i) % games.size()];
    for (int skipped = 0; skipped < 4; ++skipped) next.Next();
    EncodeGame(next.Next(), true, &positions, i);
  }
  MeasureNorms(&positions, model);
}

void RunImport(const ImportOptions& options) {
  const fs::path output = options.output;
  CheckModelOutput(output);
  Model model = ImportModel(ReadFile(options.file, kMaxModelBytes), options.file);
  const NetworkConfig& network = model.info.network;
  const std::vector<RulesPtr> rules =
      options.rules.empty() ? ShippedRulesOf(model.info) : RulesOf(options, network.canvas);
  if (!options.rules.empty()) {
    model.info.rules.clear();
    for (const RulesPtr& one : rules) model.info.rules.push_back(ShippedName(*one));
  }
  if (options.train) PrepareTraining(rules, &model);
  if (EndingOf(output) == ".raichi") {
    PublishNew(output, ModelBytes(model));
  } else {
    WriteModelFolder(output, model);
  }
  if (options.json) {
    return PrintJson(Json{{"model", output.string()},
                          {"canvas", network.canvas},
                          {"blocks", network.blocks},
                          {"channels", network.channels},
                          {"rules", model.info.rules}});
  }
  PrintLine(fmt::format("{}: a {}x{} network for boards of up to {}x{}; rules: {}", output.string(),
                        network.blocks, network.channels, network.canvas, network.canvas,
                        Join(model.info.rules, ", ")));
}

}  // namespace

void AddImportCommand(Program& program) {
  Command command = program.AddCommand(
      "import", "Make a model of a network that another program wrote (docs/model-format.md)");
  auto options = std::make_shared<ImportOptions>();
  command
      .Add("FILE", &options->file,
           "A network in the layout of `raichi export`: NAME.onnx, or safetensors")
      .Value("FILE")
      .Required();
  command
      .Add("-o,--output", &options->output,
           "The model: a new folder, or a new file if the name ends with .raichi")
      .Value("DIR")
      .Required();
  command
      .Add("--rules", &options->rules,
           "Rule sets that the network was trained on, separated by commas (default: those that "
           "the file names)")
      .Commas()
      .Value("RULES,…");
  command.AddFlag(
      "--train", &options->train,
      "Prepare the model for training (`run --from`). This changes the last bits of its "
      "answers");
  command.AddFlag("--json", &options->json, "Print one JSON object");
  command.Footer(
      "The file's metadata must name the architecture; a checksum is verified if there is one. Of\n"
      "an ONNX graph only weights and metadata are read, not what its operators do.\n"
      "\n"
      "Examples:\n"
      "  raichi import mine.safetensors -o mine\n"
      "  raichi import mine.safetensors -o mine.raichi --rules linnaeus,saami --train");
  command.Run([options] { RunImport(*options); });
}

}  // namespace raichi

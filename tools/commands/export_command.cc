#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/export/model_card.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/text.h"
#include "console/output.h"
#include "nn/export/model_export.h"
#include "rules/files/rule_file.h"
#include "run/config/pinned_rules.h"
#include "run/players/players.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string model;
  std::string format;  // empty: by the ending of the output
  std::string precision = "f32";
  std::string batch = "dynamic";
  std::string output;
  std::vector<std::string> rules;
  bool json = false;
};

int ParseBatch(const std::string& text) {
  if (text == "dynamic") return 0;
  if (const auto batch = ParseNumber(text, 1, 65536)) return *batch;
  throw UsageError("--batch " + text + ": expected dynamic or a number from 1 to 65536");
}

/// Opens rules that the model names: the copy of its run, if it has one, because they may have been
/// a file of its trainer.
RulesPtr OpenModelsRules(const std::string& name, const fs::path& model) {
  const fs::path run = RealPath(ModelFile(model)).parent_path().parent_path().parent_path();
  if (const RulesPtr copy = FindPinnedRules(run, name)) return copy;
  try {
    return OpenRules(name);
  } catch (const Error& error) {
    throw Error(std::string(error.what()) + "; name the rule file with --rules");
  }
}

/// Opens the rule sets of the model card: those of --rules, otherwise those that the model was
/// trained on.
std::vector<RulesPtr> OpenCardRules(const ExportOptions& options, const fs::path& model) {
  const ModelInfo info = ReadModelInfo(model);
  const bool by_model = options.rules.empty();
  const std::vector<std::string>& names = by_model ? info.rules : options.rules;
  std::vector<RulesPtr> rules;
  for (const std::string& name : names) {
    rules.push_back(by_model ? OpenModelsRules(name, model) : OpenRules(name));
    if (rules.back()->size() > info.network.canvas) {
      throw UsageError("--rules " + name + ": its board is larger than the model's canvas of " +
                       std::to_string(info.network.canvas));
    }
  }
  if (rules.empty()) {
    throw UsageError(
        "--rules: the model does not name the rule sets that it was trained on; name one");
  }
  return rules;
}

constexpr const char* kModelEnding = ".raichi";
constexpr std::array<const char*, 2> kEndings = {".onnx", ".safetensors"};  // by format

/// Returns the format of --format, otherwise the one that the ending of --output stands for,
/// otherwise ONNX. Throws UsageError if the two contradict each other.
ExportFormat FormatOf(const ExportOptions& options) {
  const std::string ending = EndingOf(options.output);
  const auto known = std::ranges::find(kEndings, ending);
  const bool is_known = known != kEndings.end();
  const auto by_ending =
      is_known ? static_cast<ExportFormat>(known - kEndings.begin()) : ExportFormat::kOnnx;
  if (options.format.empty() && !is_known && !ending.empty()) {
    throw UsageError("--output " + options.output +
                     ": expected the ending .onnx or .safetensors, or a --format");
  }
  if (options.format.empty()) return by_ending;
  const ExportFormat format = ParseExportFormat(options.format);
  if (is_known && format != by_ending) {
    throw UsageError(fmt::format("--output {}: is the name of a file in the format {}, not {}",
                                 options.output, ToString(by_ending), options.format));
  }
  return format;
}

/// Throws UsageError if the output, or the file that it is a link to, is a model.
void CheckNoModel(const fs::path& output, const fs::path& model) {
  std::error_code none;
  if (fs::equivalent(output, ModelFile(model), none)) {
    throw UsageError("--output " + output.string() + ": is the model itself");
  }
  for (const fs::path& path : {output, fs::weakly_canonical(output, none)}) {
    if (EndingOf(path) != kModelEnding) continue;
    throw UsageError("--output " + output.string() + ": " + kModelEnding +
                     " is the ending of models, which an export does not replace; choose another");
  }
}

/// Throws Error if a file could not be written now, and UsageError if it is not a regular file.
void CheckFile(const fs::path& file) {
  CheckOutput(file);
  if (IsRegularOutput(file)) return;
  throw UsageError("--output " + file.string() +
                   ": expected a regular file, since the model card lies beside it");
}

/// Writes an export and its card. If one of them cannot be written, for example because the disk is
/// full, both stay as they were.
void WriteBoth(const fs::path& file, std::string_view bytes, std::string_view card) {
  const fs::path target = RealPath(CardOf(file));
  const fs::path prepared = fs::path(target) += ".new";
  try {
    WriteOutput(prepared, card);
    WriteOutput(file, bytes);
    std::error_code error;
    fs::rename(prepared, target, error);
    if (error) throw WriteError(target.string() + ": " + error.message(), error.value());
    SyncFolderOf(target);
  } catch (...) {
    std::error_code none;
    fs::remove(prepared, none);
    throw;
  }
}

void RunExport(const ExportOptions& options) {
  CardContents contents;
  contents.model = FindModel(options.model);
  CheckNoModel(options.output, contents.model);
  const ExportFormat format = FormatOf(options);
  contents.config.format = format;
  contents.config.half = options.precision == "f16";
  contents.config.batch = ParseBatch(options.batch);
  contents.rules = OpenCardRules(options, contents.model);
  const fs::path file = options.output.empty()
                            ? fs::path("model") += kEndings[static_cast<size_t>(format)]
                            : fs::path(options.output);
  CheckNoModel(file, contents.model);
  CheckFile(file);
  CheckFile(CardOf(file));
  contents.bytes = ExportBytes(contents.model, contents.config);
  contents.file = file.filename().string();
  const std::string card = JsonText(ModelCard(contents), 1);
  WriteBoth(file, contents.bytes, card + "\n");
  if (options.json) {
    return PrintJson(Json{{"file", file.string()},
                          {"card", CardOf(file).string()},
                          {"bytes", contents.bytes.size()}});
  }
  PrintLine(fmt::format("{}: {}, {}, {:.2f} MiB; its card: {}", file.string(), ToString(format),
                        options.precision, static_cast<double>(contents.bytes.size()) / (1 << 20),
                        CardOf(file).string()));
}

}  // namespace

void AddExportCommand(Program& program) {
  Command command = program.AddCommand(
      "export", "Write a model and its model card for other programs (docs/model-format.md)");
  auto options = std::make_shared<ExportOptions>();
  command.Add("MODEL", &options->model, "A model, or a run folder for its newest model")
      .Value("MODEL")
      .Required();
  command
      .Add("--format", &options->format,
           "Format of the file (default: as the ending of FILE says, otherwise onnx)")
      .Value("FORMAT")
      .OneOf({"onnx", "safetensors"});
  command
      .Add("--precision", &options->precision,
           "With f16, weights and convolutions have half the size")
      .Value("TYPE")
      .OneOf({"f32", "f16"})
      .ShowDefault();
  command
      .Add("--batch", &options->batch,
           "Positions that an ONNX graph takes at once: N, or dynamic for any number")
      .ShowDefault()
      .Value("N");
  command
      .Add("--rules", &options->rules,
           "Rule sets of the model card, as names or files separated by commas (default: those "
           "that the model was trained on)")
      .Commas()
      .Value("RULES,…");
  command
      .Add("-o,--output", &options->output,
           "File to write (default: model.onnx or .safetensors); the card is FILE.json")
      .Value("FILE");
  command.AddFlag("--json", &options->json, "Print one JSON object");
  command.Footer(
      "Examples:\n"
      "  raichi export runs/x -o x.onnx\n"
      "  raichi export models/linnaeus --format safetensors --precision f16");
  command.Run([options] { RunExport(*options); });
}

}  // namespace raichi

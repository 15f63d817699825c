#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "console/output.h"
#include "nn/input/encoder.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "run/players/find_model.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct UpgradeOptions {
  std::vector<std::string> models;
  std::string output;  // empty: each model's own file
  bool json = false;
};

/// Repeats what the upgrade changed in the network.yaml beside the model, if there is one.
void UpdateDescription(const fs::path& file, const NetworkConfig& network) {
  const fs::path description = file.parent_path() / "network.yaml";
  const auto text = ReadFileIfThere(description, kMaxModelBytes);
  if (!text) return;
  std::istringstream in(*text);
  std::string updated;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("encoder: ")) line = fmt::format("encoder: {}", kEncoderVersion);
    if (line.starts_with("weights: ")) line = fmt::format("weights: {}", CountWeights(network));
    updated += line + "\n";
  }
  WriteOutput(description, updated);
}

/// Upgrades a model in its own file.
void UpgradeInPlace(const fs::path& file) {
  const Model model = ReadModel(file);
  WriteOutput(file, ModelBytes(model));
  if (file.filename() == "model.raichi") UpdateDescription(file, model.info.network);
}

/// Writes the model in `from` to `to`, unless that is the same file and needs no change.
void Upgrade(const fs::path& from, const fs::path& to, bool json) {
  const int before = ReadModelInfo(from).encoder_version;
  if (to != from) {
    WriteOutput(to, ModelBytes(ReadModel(from)));
  } else if (before != kEncoderVersion) {
    UpgradeInPlace(to);
  }
  if (json) {
    PrintJson({{"model", to.string()}, {"before", before}, {"encoder", kEncoderVersion}});
  } else if (before == kEncoderVersion && to != from) {
    PrintLine(fmt::format("{}: a copy, as the model is of encoder version {} already", to.string(),
                          before));
  } else if (before == kEncoderVersion) {
    PrintLine(fmt::format("{}: is of encoder version {} already", to.string(), before));
  } else {
    PrintLine(fmt::format("{}: upgraded from encoder version {} to {}", to.string(), before,
                          kEncoderVersion));
  }
}

/// Throws UsageError if a published model would be overwritten.
void CheckOwn(const fs::path& model) {
  if (!IsPublished(model)) return;
  throw UsageError("upgrade: " + model.string() +
                   " is a published model, which comes with the program: write the upgraded one "
                   "elsewhere with -o FILE");
}

void RunUpgrade(const UpgradeOptions& options) {
  if (!options.output.empty()) {
    if (options.models.size() > 1) throw UsageError("upgrade: -o needs a single model");
    CheckOwn(options.output);
    return Upgrade(ModelFile(FindModel(options.models.front())), options.output, options.json);
  }
  std::vector<fs::path> files;
  for (const std::string& model : options.models) {
    files.push_back(ModelFile(FindModel(model)));
    CheckOwn(files.back());
  }
  for (const fs::path& file : files) Upgrade(file, file, options.json);
}

}  // namespace

void AddUpgradeCommand(Program& program) {
  Command command = program.AddCommand(
      "upgrade", "Rewrite models of an older encoder version in the present one");
  auto options = std::make_shared<UpgradeOptions>();
  command.Add("MODEL", &options->models, "Models: files, folders or runs, for their newest model")
      .Required()
      .Value("MODEL");
  command
      .Add("-o,--output", &options->output,
           "File to write the upgraded model to (default: its own file)")
      .Value("FILE");
  command.AddFlag("--json", &options->json, "Print one JSON object per model");
  command.Footer(
      "The upgraded model evaluates every position as before, to the last bit. Every command "
      "reads\n"
      "models of older versions too; upgrade a file for other programs that read it.\n\n"
      "Example:\n"
      "  raichi upgrade runs/x");
  command.Run([options] { RunUpgrade(*options); });
}

}  // namespace raichi

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "console/output.h"
#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "run/find_model.h"
#include "selfplay/records/output_file.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct UpgradeOptions {
  std::vector<std::string> models;
  bool json = false;
};

void Upgrade(const std::filesystem::path& file, bool json) {
  const int before = ReadModelInfo(file).encoder_version;
  if (before != kEncoderVersion) WriteOutput(file, ModelBytes(ReadModel(file)));
  if (json) {
    PrintJson({{"model", file.string()}, {"before", before}, {"encoder", kEncoderVersion}});
  } else if (before == kEncoderVersion) {
    PrintLine(fmt::format("{}: is of encoder version {} already", file.string(), before));
  } else {
    PrintLine(fmt::format("{}: upgraded from encoder version {} to {}", file.string(), before,
                          kEncoderVersion));
  }
}

void RunUpgrade(const UpgradeOptions& options) {
  std::vector<std::filesystem::path> files;
  for (const std::string& model : options.models) files.push_back(ModelFile(FindModel(model)));
  for (const std::filesystem::path& file : files) Upgrade(file, options.json);
}

}  // namespace

void AddUpgradeCommand(Program& program) {
  Command command = program.AddCommand(
      "upgrade", "Rewrite models of an older encoder version in the present one");
  auto options = std::make_shared<UpgradeOptions>();
  command.Add("MODEL", &options->models, "Models: files, folders or runs, for their newest model")
      .Required()
      .Value("MODEL…");
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

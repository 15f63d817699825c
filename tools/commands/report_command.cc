#include <memory>
#include <string>

#include "app/report/report.h"
#include "console/output.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct ReportOptions {
  std::string run;
  std::string output;
};

void Report(const ReportOptions& options) {
  const std::string file =
      options.output.empty() ? ReportFile(options.run).string() : options.output;
  WriteReport(options.run, file);
  PrintLine(file);
}

}  // namespace

void AddReportCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("report", "Write what happened in a run as one page with pictures");
  auto options = std::make_shared<ReportOptions>();
  command->add_option("run", options->run, "Run folder, as in runs/quick")->required();
  command->add_option("-o,--output", options->output, "File to write (default: RUN/report.html)")
      ->type_name("FILE");
  command->footer(
      "Open the file in a browser; it needs no network. 'raichi run' writes it too, after the "
      "first\n"
      "iteration, after each evaluation and at the end.");
  command->callback([options] { Report(*options); });
}

}  // namespace raichi

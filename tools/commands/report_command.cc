#include <memory>
#include <string>

#include "app/report/report.h"
#include "console/output.h"
#include "selfplay/records/output_file.h"
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
  if (IsRegularOutput(file)) PrintLine(file);
}

}  // namespace

void AddReportCommand(Program& program) {
  Command command =
      program.AddCommand("report", "Write one page with charts of what happened in a run");
  auto options = std::make_shared<ReportOptions>();
  command.Add("run", &options->run, "Run folder, such as runs/quick").Required();
  command.Add("-o,--output", &options->output, "File to write (default: RUN/report.html)")
      .Value("FILE");
  command.Footer(
      "Open the file in a browser; it needs no network. 'raichi run' also writes it, after the "
      "first\niteration, after each evaluation and at the end.");
  command.Run([options] { Report(*options); });
}

}  // namespace raichi

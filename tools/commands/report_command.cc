#include <memory>
#include <string>
#include <vector>

#include "app/report/live/live_report.h"
#include "app/report/report.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "console/interrupt.h"
#include "console/output.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct ReportOptions {
  std::vector<std::string> runs;
  std::string output;
  bool serve = false;
  std::string host = "127.0.0.1";
  int port = 8080;
};

void Report(const ReportOptions& options) {
  const std::string& run = options.runs.front();
  const bool several = options.runs.size() > 1;
  if (options.serve) {
    if (several) throw UsageError("--serve follows one run; expected one run folder");
    const Interrupt interrupt;
    return ServeReport(run, options.host, options.port, interrupt.token());
  }
  std::string file = options.output;
  if (file.empty()) file = several ? "comparison.html" : ReportFile(run).string();
  if (several) {
    WriteComparison({options.runs.begin(), options.runs.end()}, file);
  } else {
    WriteReport(run, file);
  }
  if (IsRegularOutput(file)) PrintLine(file);
}

}  // namespace

void AddReportCommand(Program& program) {
  Command command = program.AddCommand(
      "report",
      "Write one page with charts of what happened in a run, or of several runs compared");
  auto options = std::make_shared<ReportOptions>();
  command.Add("run", &options->runs, "Run folder, such as runs/quick; several are compared")
      .Required();
  const Option output =
      command
          .Add("-o,--output", &options->output,
               "File to write (default: RUN/report.html, or comparison.html for several runs)")
          .Value("FILE");
  const Option serve = command.AddFlag(
      "--serve", &options->serve, "Show the page in a browser while the run goes on, until Ctrl-C");
  command.Add("--port", &options->port, "Port to serve on; 0: any free one")
      .Range(0, 65535)
      .ShowDefault()
      .Needs(serve);
  command
      .Add("--host", &options->host,
           "Address to serve on; 0.0.0.0 lets every machine that reaches this one see the run")
      .Value("ADDRESS")
      .ShowDefault()
      .Needs(serve);
  Option(serve).Excludes(output);
  command.Footer(
      "Open the file in a browser; it needs no network. 'raichi run' also writes it, after the "
      "first\niteration, after each evaluation and at the end.\n\n"
      "Examples:\n"
      "  raichi report runs/quick\n"
      "  raichi report runs/quick --serve\n"
      "  raichi report runs/a runs/b -o comparison.html");
  command.Run([options] { Report(*options); });
}

}  // namespace raichi

#include "app/balance/write_page.h"

#include <string>

#include "app/draw/colours.h"
#include "app/draw/svg.h"
#include "app/report/report.h"
#include "base/files/output_file.h"

namespace raichi {

void WriteBalancePage(const Json& data, const std::filesystem::path& file) {
  const std::string licence = fmt::format("/*\n{}*/\n", ChartLicence());
  const std::string style = BoardColoursCss().append(ReportStyle());
  WriteOutput(file, FillPage(BalancePage(), {{"@CHART_CSS@", ChartStyle()},
                                             {"@SHARED_CSS@", style},
                                             {"@CSS@", BalanceStyle()},
                                             {"@DATA@", ForScript(data)},
                                             {"@CHART_LICENCE@", licence},
                                             {"@CHART_SCRIPT@", ChartScript()},
                                             {"@SHARED_SCRIPT@", SharedScript()},
                                             {"@SCRIPT@", BalanceScript()}}));
}

}  // namespace raichi

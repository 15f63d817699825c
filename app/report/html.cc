#include "app/report/html.h"

#include "app/draw/fill_page.h"
#include "app/report/page.h"

namespace raichi {
namespace {

std::string FillTemplate(std::string_view page, std::string_view script, std::string_view connect,
                         const Json& data) {
  const std::string licence = fmt::format("/*\n{}*/\n", ChartLicence());
  return FillPage(page, {{"@CONNECT@", connect},
                         {"@CHART_CSS@", ChartStyle()},
                         {"@CSS@", ReportStyle()},
                         {"@DATA@", ForScript(data)},
                         {"@CHART_LICENCE@", licence},
                         {"@CHART_SCRIPT@", ChartScript()},
                         {"@SHARED_SCRIPT@", SharedScript()},
                         {"@RUN_SCRIPT@", RunScript()},
                         {"@SCRIPT@", script}});
}

}  // namespace

std::string ReportHtml(const Json& data) {
  return FillTemplate(ReportPage(), ReportScript(), "", data);
}

std::string LiveReportHtml(const Json& data) {
  return FillTemplate(ReportPage(), ReportScript(), " connect-src 'self';", data);
}

std::string ComparisonHtml(const Json& data) {
  return FillTemplate(ComparisonPage(), ComparisonScript(), "", data);
}

}  // namespace raichi

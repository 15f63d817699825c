#pragma once

#include <string>

#include "console/output.h"

namespace raichi {

/// The page of a run with the data of ReportReader (data.h). It loads nothing else.
std::string ReportHtml(const Json& data);
/// The same for a server, which the page asks for newer data (app/report/live/).
std::string LiveReportHtml(const Json& data);
/// The page that compares runs, with the data of CompareRuns (comparison.h).
std::string ComparisonHtml(const Json& data);

}  // namespace raichi

#pragma once

#include <string_view>

namespace raichi {

/// The files of app/report/page/ and app/report/vendor/, built into the program by
/// cmake/embed_page.cmake.
std::string_view ReportPage();        // HTML with the names that html.cc replaces, such as @DATA@
std::string_view ComparisonPage();    // likewise, for several runs
std::string_view ReportStyle();       // CSS, of other pages too
std::string_view SharedScript();      // JavaScript for any page: elements, charts, boards, replay
std::string_view RunScript();         // JavaScript of both pages here; follows SharedScript
std::string_view ReportScript();      // JavaScript of the report alone; follows RunScript
std::string_view ComparisonScript();  // likewise
std::string_view ChartStyle();        // uPlot's CSS
std::string_view ChartScript();       // uPlot's JavaScript
std::string_view ChartLicence();      // uPlot's licence, which every copy must contain

}  // namespace raichi

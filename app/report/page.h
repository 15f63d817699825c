#pragma once

#include <string_view>

namespace raichi {

/// The files of tools/report/, built into the program (tools/report/embed.cmake).
std::string_view ReportPage();    // HTML with the places @CSS@, @DATA@ and @SCRIPT@
std::string_view ReportStyle();   // CSS
std::string_view ReportScript();  // JavaScript, all files in one

}  // namespace raichi

#pragma once

#include <string_view>

namespace raichi {

/// The files of app/balance/page/, built into the program by cmake/embed_page.cmake. The page also
/// uses the style, boards and replay of app/report/page.h.
std::string_view BalancePage();    // HTML with the names that write_page.cc replaces
std::string_view BalanceStyle();   // CSS; follows ReportStyle
std::string_view BalanceScript();  // JavaScript, all files joined; follows SharedScript

}  // namespace raichi

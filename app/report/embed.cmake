# Writes OUTPUT, a C++ source with the files of the page as text: the functions of app/report/page.h.
#   cmake -DOUTPUT=report_page.cc -P embed.cmake
set(ReportPage page/report.html)
set(ReportStyle page/report.css)
set(ReportScript elements.js chart_data.js chart_options.js charts.js board.js openings.js replay.js sections.js report.js) # in this order
list(TRANSFORM ReportScript PREPEND page/)
set(ChartStyle vendor/uplot/uPlot.min.css)
set(ChartScript vendor/uplot/uPlot.iife.min.js)
set(ChartLicence vendor/uplot/LICENSE)

set(code "#include \"app/report/page.h\"\n\nnamespace raichi {\n")
foreach(function IN ITEMS ReportPage ReportStyle ReportScript ChartStyle ChartScript ChartLicence)
  string(APPEND code "\nstd::string_view ${function}() {\n  return")
  foreach(file IN LISTS ${function})
    file(READ "${CMAKE_CURRENT_LIST_DIR}/${file}" text)
    string(APPEND code "\n R\"~embed~(${text})~embed~\"")
  endforeach()
  string(APPEND code ";\n}\n")
endforeach()
file(WRITE "${OUTPUT}" "${code}\n}  // namespace raichi\n")

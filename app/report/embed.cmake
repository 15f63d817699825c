# Writes OUTPUT, a C++ source with the files of page/ as text: the functions of app/report/page.h.
#   cmake -DOUTPUT=report_page.cc -P embed.cmake
set(ReportPage report.html)
set(ReportStyle report.css)
set(ReportScript elements.js charts.js board.js openings.js replay.js sections.js report.js) # in this order

set(code "#include \"app/report/page.h\"\n\nnamespace raichi {\n")
foreach(function IN ITEMS ReportPage ReportStyle ReportScript)
  string(APPEND code "\nstd::string_view ${function}() {\n  return")
  foreach(file IN LISTS ${function})
    file(READ "${CMAKE_CURRENT_LIST_DIR}/page/${file}" text)
    string(APPEND code "\n R\"~embed~(${text})~embed~\"")
  endforeach()
  string(APPEND code ";\n}\n")
endforeach()
file(WRITE "${OUTPUT}" "${code}\n}  // namespace raichi\n")

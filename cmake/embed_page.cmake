# raichi_embed_page(NAME HEADER FUNCTION FILE... [FUNCTION FILE...]...) builds the files of a page into raichi_app: the
# functions that HEADER declares, each of which returns the text of its files, joined. Files are relative to the current
# folder and have a `/`, which functions have not. The source is written when a file has changed, by this file as a script.
function(raichi_embed_page name header)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
  set(files ${ARGN})
  list(FILTER files INCLUDE REGEX /)
  add_custom_command(OUTPUT ${output} DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake VERBATIM
                     COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${header} -DFOLDER=${CMAKE_CURRENT_SOURCE_DIR}
                             "-DPARTS=${ARGN}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake)
  add_library(raichi_${name} OBJECT ${output})
  target_include_directories(raichi_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(raichi_${name} PRIVATE raichi_options)
  target_sources(raichi_app PRIVATE $<TARGET_OBJECTS:raichi_${name}>)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()
set(code "#include \"${HEADER}\"\n\nnamespace raichi {\n")
set(end "")
foreach(part IN LISTS PARTS)
  if(part MATCHES /)
    file(READ "${FOLDER}/${part}" text)
    string(APPEND code "\n R\"~embed~(${text})~embed~\"")
  else()
    string(APPEND code "${end}\nstd::string_view ${part}() {\n  return")
    set(end ";\n}\n")
  endif()
endforeach()
file(WRITE "${OUTPUT}" "${code}${end}\n}  // namespace raichi\n")

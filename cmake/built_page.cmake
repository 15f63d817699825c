# Sets raichi_page to the folder of the page that tools/web.sh built: build/web of the source folder `source`, or the one
# that the environment variable RAICHI_PAGE names. Empty if there is none.
function(find_built_page source)
  set(page ${source}/build/web)
  if(NOT "$ENV{RAICHI_PAGE}" STREQUAL "")
    get_filename_component(page "$ENV{RAICHI_PAGE}" ABSOLUTE)
  endif()
  if(NOT EXISTS ${page}/files.json)
    set(page "")
  endif()
  set(raichi_page "${page}" PARENT_SCOPE)
endfunction()

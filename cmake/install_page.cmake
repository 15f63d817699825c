# Installs the page for browsers and the program that serves it.
include("${raichi_source}/cmake/built_page.cmake")
find_built_page("${raichi_source}")
if(NOT raichi_page)
  message(STATUS "No page for browsers is installed, because none is built (tools/web.sh --build-only builds it)")
  return()
endif()
file(REMOVE_RECURSE $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/raichi/page) # an older one may have other files
file(INSTALL "${raichi_page}/" DESTINATION ${CMAKE_INSTALL_PREFIX}/share/raichi/page)
file(INSTALL "${raichi_source}/web/serve.py" DESTINATION ${CMAKE_INSTALL_PREFIX}/bin RENAME raichi-page
     PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

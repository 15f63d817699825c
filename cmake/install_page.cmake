# Installs the page in the folder `page` and its server `server`. The environment variable RAICHI_PAGE names another page.
if(DEFINED ENV{RAICHI_PAGE})
  set(page $ENV{RAICHI_PAGE})
endif()
if(NOT EXISTS ${page}/files.json)
  message(STATUS "No page for browsers is in ${page}, so none is installed (tools/web.sh --build-only builds it)")
  return()
endif()
set(prefix $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
file(REMOVE_RECURSE ${prefix}/share/raichi/page) # an older one may have other files
file(INSTALL ${page}/ DESTINATION ${CMAKE_INSTALL_PREFIX}/share/raichi/page)
file(INSTALL ${server} DESTINATION ${CMAKE_INSTALL_PREFIX}/bin RENAME raichi-page USE_SOURCE_PERMISSIONS)

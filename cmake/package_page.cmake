# Read by cpack: the page for browsers gets a package if it is built.
include(${CPACK_RAICHI_SOURCE}/cmake/built_page.cmake)
find_built_page(${CPACK_RAICHI_SOURCE})
if(raichi_page)
  list(APPEND CPACK_COMPONENTS_ALL page)
endif()

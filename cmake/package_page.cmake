# Read by cpack: the page gets a package if it has been built. The environment variable RAICHI_PAGE names another one.
if(DEFINED ENV{RAICHI_PAGE})
  set(CPACK_RAICHI_PAGE $ENV{RAICHI_PAGE})
endif()
if(EXISTS ${CPACK_RAICHI_PAGE}/files.json)
  list(APPEND CPACK_COMPONENTS_ALL page)
endif()

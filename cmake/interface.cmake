# Sets RAICHI_INTERFACE to a generated source that a program and its libraries (libraichi_torch.so) all contain, so that the program
# can refuse the library of another build (nn/backend/loader.cc). It defines a checksum of the headers by which they use
# each other and of the settings with which they are compiled. It is compiled again only if one of these changes.
if(CMAKE_SCRIPT_MODE_FILE) # at build time: writes OUTPUT from HEADERS and SETTINGS
  set(sums "${SETTINGS}")
  foreach(header IN LISTS HEADERS)
    file(SHA256 "${header}" sum)
    string(APPEND sums " ${sum}")
  endforeach()
  string(SHA256 sum "${sums}")
  string(SUBSTRING "${sum}" 0 16 sum)
  file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "extern \"C\" {
extern const char kRaichiInterface[];
const char kRaichiInterface[] = \"raichi interface ${sum}\";
}
")
  return()
endif()

set(folders base rules mcts stats selfplay nn/input nn/data nn/model nn/export nn/ranks nn/backend nn/cpu)
list(TRANSFORM folders REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.h")
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folders})
string(JOIN " " settings ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${CMAKE_BUILD_TYPE}
       ${RAICHI_NATIVE} ${RAICHI_SANITIZE} ${Torch_VERSION})
set(RAICHI_INTERFACE ${PROJECT_BINARY_DIR}/interface.cc)
add_custom_command(OUTPUT ${RAICHI_INTERFACE} DEPENDS ${headers} ${CMAKE_CURRENT_LIST_FILE} VERBATIM
                   COMMAND ${CMAKE_COMMAND} -DOUTPUT=${RAICHI_INTERFACE} "-DHEADERS=${headers}" "-DSETTINGS=${settings}"
                           -P ${CMAKE_CURRENT_LIST_FILE})

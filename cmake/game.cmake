# The program that only plays: `raichi play` and what explains rules, without LibTorch. Of Raichi's code it has what its
# commands include, so it is built in a fraction of the time (tools/quickstart.sh --play).

# raichi_sources_of(OUT SOURCE...) sets OUT to the sources that a program of these sources needs: what a header declares is
# defined in the source of the same name, or in one of its folder that has no header. Commands need none of each other.
function(raichi_sources_of out)
  set(left ${ARGN})
  set(seen)
  set(rooms)
  while(left)
    list(POP_FRONT left file)
    if(file IN_LIST seen OR NOT EXISTS ${PROJECT_SOURCE_DIR}/${file})
      continue()
    endif()
    list(APPEND seen ${file})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${file} includes REGEX "^#include \"")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"(.*)\\.h\".*" "\\1" name "${include}")
      list(APPEND left ${name}.h ${name}.cc)
    endforeach()
    get_filename_component(room ${file} DIRECTORY)
    if(room IN_LIST rooms OR room STREQUAL tools/commands)
      continue()
    endif()
    list(APPEND rooms ${room})
    file(GLOB others RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${room}/*.cc)
    foreach(other IN LISTS others)
      string(REGEX REPLACE "\\.cc$" ".h" header ${PROJECT_SOURCE_DIR}/${other})
      if(NOT EXISTS ${header})
        list(APPEND left ${other})
      endif()
    endforeach()
  endwhile()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${seen})
  list(FILTER seen INCLUDE REGEX "\\.cc$")
  set(${out} ${seen} PARENT_SCOPE)
endfunction()

raichi_sources_of(sources tools/main.cc tools/commands/play_command.cc tools/commands/rules_command.cc
                  tools/commands/version_command.cc)
include(cmake/interface.cmake)
set(searching ${sources})
list(FILTER searching INCLUDE REGEX "^(base|rules|mcts|prove|nn/input)/")
list(REMOVE_ITEM sources ${searching})
add_library(raichi_nn INTERFACE)  # what libraichi_cpu.so is compiled with, too
target_include_directories(raichi_nn INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(raichi_nn INTERFACE RAICHI_GAME=1 RAICHI_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                           RAICHI_VERSION="${PROJECT_VERSION}" RAICHI_TORCH_VERSION="" RAICHI_HAS_MPI=0)
target_link_libraries(raichi_nn INTERFACE raichi_options yaml-cpp nlohmann_json::nlohmann_json spdlog::spdlog Eigen3::Eigen
                      raichi_zstd raichi_msgpack Threads::Threads CLI11::CLI11 ${CMAKE_DL_LIBS})
add_library(raichi_searching OBJECT ${searching})
target_link_libraries(raichi_searching PRIVATE raichi_nn)
add_executable(raichi ${sources} ${RAICHI_INTERFACE})
target_link_libraries(raichi PRIVATE raichi_nn raichi_cold raichi_searching)
foreach(source IN LISTS sources searching)  # the sources of a room are compiled as one
  get_filename_component(room ${source} DIRECTORY)
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room})
endforeach()
set_target_properties(raichi raichi_searching PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
set_target_properties(raichi PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tools)
# Sums and products that are rounded one by one, as in the whole program.
set_source_files_properties(nn/model/fold_norms.cc PROPERTIES COMPILE_OPTIONS -ffp-contract=off SKIP_UNITY_BUILD_INCLUSION ON)

include(cmake/network_modules.cmake)
raichi_uses_networks(raichi)

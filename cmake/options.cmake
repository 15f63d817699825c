# Compiler options, build types and the functions that define layers.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# These settings let ccache cache precompiled headers too, and share objects between checkouts.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-fpch-preprocess)
  endif()
endif()

add_library(raichi_options INTERFACE)
target_compile_options(raichi_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
                       -Wno-missing-field-initializers) # {.move = m} gives the other fields their defaults
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False positives on std::string (GCC bugs 105329 and 105651) and on AVX-512 intrinsics (105593).
  target_compile_options(raichi_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                         -Wno-maybe-uninitialized)
endif()

# Applies to every target: the inline code of Eigen and LibTorch must be the same in all layers.
if(RAICHI_NATIVE)
  add_compile_options(-march=native)
endif()

# Sanitized builds keep the standard library's assertions and are optimised just enough to run every test.
if(RAICHI_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
  # vptr opens a pipe to look at an object, so it reports good objects in tests that leave the process no file to open.
  add_compile_options(-fsanitize=${RAICHI_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RAICHI_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # False positives on instrumented code, and on AVX-512 intrinsics in it (GCC bug 105593).
    target_compile_options(raichi_options INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
  endif()
endif()

# Options for code that runs once per move, game or file and never in an inner loop. It is optimised only a little,
# which halves its compile time.
add_library(raichi_cold INTERFACE)
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_options(raichi_cold INTERFACE -O1)
endif()

# raichi_compile_together(TARGET) compiles up to eight sources of a target as one: headers and templates, which they share,
# are most of the work. Names in anonymous namespaces must differ among these sources. Not for inner loops, whose code
# should not depend on what else is in a folder.
option(RAICHI_UNITY "Compile several sources as one where that is faster" ON)
function(raichi_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RAICHI_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# raichi_layer(NAME FOLDERS FOLDER... LINKS DEPENDENCY... [COLD] [OBJECT]) defines the library raichi_NAME from the
# sources of the folders and all their subfolders: a static library or, with OBJECT, an object library. COLD
# applies raichi_cold and raichi_compile_together.
function(raichi_layer name)
  cmake_parse_arguments(layer "COLD;OBJECT" "" "FOLDERS;LINKS" ${ARGN})
  list(TRANSFORM layer_FOLDERS REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.cc")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${layer_FOLDERS})
  if(layer_OBJECT)
    add_library(raichi_${name} OBJECT ${sources})
  else()
    add_library(raichi_${name} STATIC ${sources})
  endif()
  target_include_directories(raichi_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/raichi>)
  target_link_libraries(raichi_${name} PUBLIC ${layer_LINKS} PRIVATE $<BUILD_INTERFACE:raichi_options>
                        $<$<BOOL:${layer_COLD}>:raichi_cold>)
  if(layer_COLD)
    raichi_compile_together(raichi_${name})
  endif()
endfunction()

# raichi_uses_networks(TARGET) lets the program TARGET load the libraries of networks (cmake/network_modules.cmake): it links
# all of Raichi's code that they may call into the program and exports it.
function(raichi_uses_networks target)
  get_property(modules GLOBAL PROPERTY RAICHI_NETWORK_MODULES)
  add_dependencies(${target} ${modules})
  if(TARGET raichi_mpi_module)
    add_dependencies(${target} raichi_mpi_module)
  endif()
  if(NOT RAICHI_GAME)
    set_target_properties(${target} PROPERTIES LINK_LIBRARY_OVERRIDE
                          "WHOLE_ARCHIVE,raichi_rules,raichi_mcts,raichi_stats,raichi_selfplay,raichi_nn")
  endif()
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.txt)
  target_link_options(${target} PRIVATE "LINKER:--dynamic-list=${PROJECT_SOURCE_DIR}/cmake/exports.txt")
endfunction()

# Finds every library that Raichi depends on, each under one target name. tools/setup.sh installs them.
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
if(RAICHI_FUZZ)
  return()
endif()

find_package(Threads REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(spdlog REQUIRED)
find_package(GTest REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
add_library(raichi_zstd ALIAS PkgConfig::ZSTD)

# msgpack-cxx is header-only; its CMake names changed between distributions.
find_path(MSGPACK_INCLUDE_DIR msgpack.hpp REQUIRED)
add_library(raichi_msgpack INTERFACE)
target_include_directories(raichi_msgpack SYSTEM INTERFACE ${MSGPACK_INCLUDE_DIR})
target_compile_definitions(raichi_msgpack INTERFACE MSGPACK_NO_BOOST)

find_package(CLI11 REQUIRED)
find_path(PROTOZERO_INCLUDE_DIR protozero/pbf_writer.hpp REQUIRED)

if(RAICHI_TORCH)
  if(NOT Torch_ROOT) # use the LibTorch that tools/setup.sh chose
    include(${PROJECT_SOURCE_DIR}/build/torch.cmake OPTIONAL)
  endif()
  find_package(Torch 1.13 MODULE REQUIRED)
  message(STATUS "LibTorch ${Torch_VERSION} in ${Torch_INCLUDE_DIR}, CUDA: ${Torch_CUDA}")
endif()

# MPI is optional. Its C interface suffices, without the C++ bindings of old versions.
set(RAICHI_HAS_MPI FALSE)
if(RAICHI_TORCH AND RAICHI_MPI STREQUAL "ON")
  set(MPI_CXX_SKIP_MPICXX TRUE)
  find_package(MPI REQUIRED COMPONENTS CXX)
  set(RAICHI_HAS_MPI TRUE)
elseif(RAICHI_TORCH AND RAICHI_MPI STREQUAL "AUTO")
  set(MPI_CXX_SKIP_MPICXX TRUE)
  find_package(MPI QUIET COMPONENTS CXX)
  set(RAICHI_HAS_MPI ${MPI_CXX_FOUND})
endif()
if(RAICHI_HAS_MPI)
  message(STATUS "MPI ${MPI_CXX_VERSION}: ${MPI_CXX_LIBRARIES}")
else()
  message(STATUS "MPI: none; raichi will not train on several ranks")
endif()

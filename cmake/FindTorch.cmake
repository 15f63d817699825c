# Finds LibTorch and defines the imported target Torch::Torch.
#
# This module replaces LibTorch's own TorchConfig.cmake: that of a CUDA build requires nvcc and the whole CUDA
# toolkit to configure, and that of a distribution adds its packagers' compiler flags. Neither is needed to compile
# against LibTorch. Three layouts are supported: the LibTorch archive and the `torch` Python package (include/,
# lib/), and a distribution's package (/usr/include, /usr/lib/TRIPLET).
#
# Searches in this order: Torch_ROOT, Torch_DIR (the folder of a TorchConfig.cmake), CMAKE_PREFIX_PATH, the system.
# Sets Torch_FOUND, Torch_VERSION, Torch_INCLUDE_DIR and Torch_CUDA, which is true if code can be compiled against
# its CUDA interface. The macro RAICHI_CUDA is then defined as 1, else as 0.
set(torch_hints ${Torch_ROOT} $ENV{Torch_ROOT})
foreach(config_dir IN ITEMS "${Torch_DIR}" "$ENV{Torch_DIR}")
  if(config_dir AND NOT config_dir MATCHES "NOTFOUND")
    # PREFIX/share/cmake/Torch, PREFIX/lib/cmake/Torch or PREFIX/lib/TRIPLET/cmake/Torch
    list(APPEND torch_hints "${config_dir}/../../.." "${config_dir}/../../../..")
  endif()
endforeach()

# Results are not cached, so that another choice (tools/setup.sh --torch) takes effect at the next configuration.
find_path(Torch_INCLUDE_DIR torch/csrc/api/include/torch/torch.h HINTS ${torch_hints} PATH_SUFFIXES include NO_CACHE)
if(Torch_INCLUDE_DIR)
  get_filename_component(torch_prefix "${Torch_INCLUDE_DIR}" DIRECTORY)
  foreach(name IN ITEMS torch torch_cpu c10 torch_cuda c10_cuda)
    find_library(Torch_${name} ${name} NO_CACHE NO_DEFAULT_PATH
                 PATHS "${torch_prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}" "${torch_prefix}/lib" "${torch_prefix}/lib64")
  endforeach()
  file(STRINGS "${Torch_INCLUDE_DIR}/torch/csrc/api/include/torch/version.h" version_lines
       REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  if(NOT version_lines) # since 2.9 the version is in a header of its own
    file(STRINGS "${Torch_INCLUDE_DIR}/torch/headeronly/version.h" version_lines
         REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  endif()
  string(REGEX MATCHALL "[0-9]+" version_numbers "${version_lines}")
  list(JOIN version_numbers "." Torch_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Torch REQUIRED_VARS Torch_INCLUDE_DIR Torch_torch Torch_torch_cpu Torch_c10 VERSION_VAR Torch_VERSION
  REASON_FAILURE_MESSAGE "run tools/setup.sh, or name a LibTorch with -DTorch_ROOT=DIR")
if(NOT Torch_FOUND OR TARGET Torch::Torch)
  return()
endif()

# Detects a LibTorch built with the old std::string ABI. Neither our code nor the system's libraries link with it.
file(STRINGS "${Torch_c10}" torch_new_abi REGEX "__cxx1112basic_string" LIMIT_COUNT 1)
if(NOT torch_new_abi)
  message(FATAL_ERROR "${torch_prefix}: this LibTorch ${Torch_VERSION} has the C++ ABI from before GCC 5; "
                      "expected one with the new ABI (torch 2.6 or later from pip, or a cxx11-abi archive)")
endif()

add_library(Torch::Torch INTERFACE IMPORTED)
# Current torch packages contain the headers of their own copy of fmt, without its library. They would precede those
# of the system's fmt, with which spdlog is built, so the system's headers are put first.
find_package(fmt REQUIRED)
get_target_property(torch_fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
if(EXISTS "${Torch_INCLUDE_DIR}/fmt" AND NOT Torch_INCLUDE_DIR STREQUAL torch_fmt_include)
  set(torch_fmt_first "${CMAKE_BINARY_DIR}/system-fmt")
  file(MAKE_DIRECTORY "${torch_fmt_first}")
  file(CREATE_LINK "${torch_fmt_include}/fmt" "${torch_fmt_first}/fmt" SYMBOLIC)
  target_include_directories(Torch::Torch INTERFACE "${torch_fmt_first}")
endif()
target_include_directories(Torch::Torch INTERFACE "${Torch_INCLUDE_DIR}" "${Torch_INCLUDE_DIR}/torch/csrc/api/include")
target_link_libraries(Torch::Torch INTERFACE ${Torch_torch} ${Torch_torch_cpu} ${Torch_c10})

# The logging libraries that c10's headers use, if the packager enabled them.
set(torch_macros "${Torch_INCLUDE_DIR}/c10/macros/cmake_macros.h")
if(EXISTS "${torch_macros}")
  foreach(pair IN ITEMS GLOG:glog GFLAGS:gflags)
    string(REPLACE ":" ";" pair "${pair}")
    list(GET pair 0 macro)
    list(GET pair 1 library)
    file(STRINGS "${torch_macros}" torch_uses REGEX "^#define C10_USE_${macro}")
    if(torch_uses)
      find_library(Torch_${library} ${library} NO_CACHE REQUIRED)
      target_link_libraries(Torch::Torch INTERFACE ${Torch_${library}})
    endif()
  endforeach()
endif()

# The kernels of a CUDA build register themselves when the library is loaded, so the linker must keep the library
# although none of its symbols is used. The CUDA headers come from the toolkit or from the Python packages beside
# torch; there, crt/ is in a package that torch does not depend on.
set(Torch_CUDA FALSE)
if(Torch_torch_cuda)
  target_link_libraries(Torch::Torch INTERFACE ${Torch_c10_cuda})
  target_link_options(Torch::Torch INTERFACE "LINKER:--push-state,--no-as-needed,${Torch_torch_cuda},--pop-state"
                      "LINKER:--allow-shlib-undefined") # the driver's symbols; a build machine may have no driver
  get_filename_component(site_packages "${torch_prefix}" DIRECTORY)
  file(GLOB cuda_python_includes "${site_packages}/nvidia/*/include")
  set(cuda_hints HINTS ${cuda_python_includes} $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda PATH_SUFFIXES include)
  find_path(Torch_CUDA_INCLUDE_DIR cuda_runtime_api.h NO_CACHE ${cuda_hints})
  find_path(Torch_CUDA_CRT_DIR crt/host_defines.h NO_CACHE ${cuda_hints})
  get_filename_component(cuda_prefix "${Torch_CUDA_INCLUDE_DIR}" DIRECTORY)
  file(GLOB torch_cudart "${cuda_prefix}/lib/libcudart.so*" "${cuda_prefix}/lib64/libcudart.so*"
       "${site_packages}/nvidia/*/lib/libcudart.so*")
  if(Torch_CUDA_INCLUDE_DIR AND Torch_CUDA_CRT_DIR AND torch_cudart)
    set(Torch_CUDA TRUE)
    target_include_directories(Torch::Torch INTERFACE "${Torch_CUDA_INCLUDE_DIR}" "${Torch_CUDA_CRT_DIR}")
    list(GET torch_cudart 0 torch_cudart)
    target_link_libraries(Torch::Torch INTERFACE ${torch_cudart})
  else()
    message(WARNING "${torch_prefix}: LibTorch ${Torch_VERSION} has CUDA, but its streams and graphs will not be used; expected "
                    "cuda_runtime_api.h, crt/host_defines.h and libcudart of a CUDA toolkit (CUDA_HOME), or of "
                    "Python packages beside torch (pip install 'cuda-toolkit[cudart,crt]')")
  endif()
endif()
target_compile_definitions(Torch::Torch INTERFACE RAICHI_CUDA=$<BOOL:${Torch_CUDA}>)

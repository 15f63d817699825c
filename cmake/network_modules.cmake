# Builds libraichi_cpu.so, which computes networks on the processor, and libraichi_torch.so, which contains all code that uses
# LibTorch, for training and GPUs. A program loads each when it first needs it (nn/backend/loader.h), so other commands start
# in milliseconds. The libraries contain no copy of Raichi's other code, which the program exports instead, nor of each
# other's. Every global therefore exists once, and exceptions can cross the boundary.

# Positions are evaluated alike whatever else their batch contains, so every loop over products must round in the same way.
# For some processors GCC would use fused instructions in some loops only.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(--param=avoid-fma-max-bits=0 RAICHI_ALWAYS_FUSES)

# Each source of nn/cpu is compiled by itself, without LibTorch's headers.
file(GLOB cpu_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nn/cpu/*.cc)
set_source_files_properties(${cpu_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)

# raichi_network_library(NAME FOLDERS FOLDER... LINKS DEPENDENCY... [OPTIONS OPTION...]) defines libraichi_NAME.so, compiled
# with the options too. Tests link its objects, raichi_NAME.
function(raichi_network_library name)
  cmake_parse_arguments(library "" "" "FOLDERS;LINKS;OPTIONS" ${ARGN})
  set(objects raichi_${name})
  raichi_layer(${name} OBJECT FOLDERS ${library_FOLDERS} LINKS raichi_nn ${library_LINKS})
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # Makes calls within the library direct.
  target_compile_options(${objects} PRIVATE -fno-semantic-interposition ${library_OPTIONS}
                         $<$<BOOL:${RAICHI_ALWAYS_FUSES}>:--param=avoid-fma-max-bits=0>)

  set(module raichi_${name}_module)
  add_library(${module} MODULE $<TARGET_OBJECTS:${objects}> ${RAICHI_INTERFACE})
  target_link_libraries(${module} PRIVATE ${library_LINKS})
  set_target_properties(${module} PROPERTIES OUTPUT_NAME raichi_${name} LINKER_LANGUAGE CXX
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/raichi INSTALL_RPATH_USE_LINK_PATH ON)
  set_property(GLOBAL APPEND PROPERTY RAICHI_NETWORK_MODULES ${module})
endfunction()

# Defines both libraries; SUFFIX is added to their names.
function(raichi_network_libraries suffix)
  raichi_network_library(cpu${suffix} FOLDERS nn/cpu OPTIONS ${ARGN})
  if(NOT RAICHI_TORCH)
    return()
  endif()
  raichi_network_library(torch${suffix} FOLDERS nn/network nn/cuda nn/inference nn/train nn/torch
                         LINKS Torch::Torch OPTIONS ${ARGN})
  set(objects raichi_torch${suffix})
  target_precompile_headers(${objects} PRIVATE nn/network/torch_compat.h)
  raichi_compile_together(${objects}) # LibTorch's headers take longer to compile than our own code
endfunction()

raichi_network_libraries("")
# A program for many processors has the libraries once more for those that multiply bf16 (AVX512-BF16); the loader takes
# those that suit the processor.
if(NOT RAICHI_NATIVE AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  raichi_network_libraries(_bf16 -march=x86-64-v4 -mavx512bf16)
endif()

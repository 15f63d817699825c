# Builds libraichi_torch.so, which contains all code that uses LibTorch. A program loads it when it first needs a network
# (nn/backend/loader.h), so commands that need none start in milliseconds. The library contains no copy of Raichi's other
# code, which the program exports instead. Every global therefore exists once, and exceptions can cross the boundary.

# Positions are evaluated alike whatever else their batch contains, so every loop over products must round in the same way.
# For some processors GCC would use fused instructions in some loops only.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(--param=avoid-fma-max-bits=0 RAICHI_ALWAYS_FUSES)

# Each source of nn/cpu is compiled by itself, without LibTorch's headers.
file(GLOB cpu_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nn/cpu/*.cc)
set_source_files_properties(${cpu_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)

# raichi_torch_library(NAME [OPTION...]) defines libraichi_NAME.so, compiled with the options too.
function(raichi_torch_library name)
  raichi_layer(${name} OBJECT FOLDERS nn/cpu nn/network nn/cuda nn/inference nn/train nn/export nn/torch LINKS raichi_nn Torch::Torch)
  set(objects raichi_${name})
  target_include_directories(${objects} SYSTEM PUBLIC ${PROTOZERO_INCLUDE_DIR})
  target_precompile_headers(${objects} PRIVATE nn/network/torch_compat.h)
  raichi_compile_together(${objects}) # LibTorch's headers take longer to compile than our own code
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # Makes calls within the library direct.
  target_compile_options(${objects} PRIVATE -fno-semantic-interposition ${ARGN}
                         $<$<BOOL:${RAICHI_ALWAYS_FUSES}>:--param=avoid-fma-max-bits=0>)

  set(module raichi_${name}_module)
  add_library(${module} MODULE $<TARGET_OBJECTS:${objects}> ${RAICHI_INTERFACE})
  target_link_libraries(${module} PRIVATE Torch::Torch)
  set_target_properties(${module} PROPERTIES OUTPUT_NAME raichi_${name} LINKER_LANGUAGE CXX
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/raichi INSTALL_RPATH_USE_LINK_PATH ON)
  set_property(GLOBAL APPEND PROPERTY RAICHI_TORCH_MODULES ${module})
endfunction()

raichi_torch_library(torch)
# A program for many processors has the library once more for those that multiply bf16 (AVX512-BF16); the loader takes
# the one that suits the processor.
if(NOT RAICHI_NATIVE AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  raichi_torch_library(torch_bf16 -march=x86-64-v4 -mavx512bf16)
endif()

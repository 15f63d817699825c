# Builds libraichi_torch.so, which contains all code that uses LibTorch. A program loads it when it first needs a network
# (nn/backend/loader.h), so commands that need none start in milliseconds. The library contains no copy of Raichi's other
# code, which the program exports instead. Every global therefore exists once, and exceptions can cross the boundary.
raichi_layer(torch OBJECT FOLDERS nn/network nn/inference nn/train nn/export nn/torch LINKS raichi_nn Torch::Torch)
target_include_directories(raichi_torch SYSTEM PUBLIC ${PROTOZERO_INCLUDE_DIR})
target_precompile_headers(raichi_torch PRIVATE nn/network/torch_compat.h)
raichi_compile_together(raichi_torch) # LibTorch's headers take longer to compile than our own code
set_target_properties(raichi_torch PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(raichi_torch PRIVATE -fno-semantic-interposition) # makes calls within the library direct

add_library(raichi_torch_module MODULE $<TARGET_OBJECTS:raichi_torch> ${RAICHI_INTERFACE})
target_link_libraries(raichi_torch_module PRIVATE Torch::Torch)
set_target_properties(raichi_torch_module PROPERTIES OUTPUT_NAME raichi_torch LINKER_LANGUAGE CXX
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/raichi)

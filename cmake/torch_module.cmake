# libraichi_torch.so: everything that knows LibTorch. A program loads it when a network is used (nn/backend/loader.h), so
# that whatever needs no network starts in milliseconds. It has no copy of Raichi's other code: the program that loads it
# exports that code, so that there is one of every global, and exceptions cross.
raichi_layer(torch OBJECT FOLDERS nn/network nn/inference nn/train nn/export nn/torch LINKS raichi_nn Torch::Torch)
target_include_directories(raichi_torch SYSTEM PUBLIC ${PROTOZERO_INCLUDE_DIR})
target_precompile_headers(raichi_torch PRIVATE nn/network/torch_compat.h)
# LibTorch's headers and templates cost more to compile than our own code, so several sources are compiled as one.
set_target_properties(raichi_torch PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
target_compile_options(raichi_torch PRIVATE -fno-semantic-interposition) # its own calls are direct

add_library(raichi_torch_module MODULE $<TARGET_OBJECTS:raichi_torch>)
target_link_libraries(raichi_torch_module PRIVATE Torch::Torch)
set_target_properties(raichi_torch_module PROPERTIES OUTPUT_NAME raichi_torch LINKER_LANGUAGE CXX
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/raichi)

# Builds libraichi_mpi.so, which contains all code that uses MPI, if MPI is there. A program loads it when it was started as
# one of several ranks (nn/backend/open_ranks.h). Like libraichi_torch.so, it contains no copy of Raichi's other code.
if(NOT RAICHI_HAS_MPI)
  return()
endif()
add_library(raichi_mpi_module MODULE ${PROJECT_SOURCE_DIR}/nn/mpi/mpi_reducer.cc ${RAICHI_INTERFACE})
target_include_directories(raichi_mpi_module PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(raichi_mpi_module PRIVATE MPI::MPI_CXX raichi_options)
set_target_properties(raichi_mpi_module PROPERTIES OUTPUT_NAME raichi_mpi
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/raichi)

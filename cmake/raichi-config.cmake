# find_package(raichi) gives the targets raichi::raichi_rules, raichi::raichi_mcts, raichi::raichi_stats, raichi::raichi_selfplay,
# raichi::raichi_solve and raichi::raichi_prove, each of which links those before it. Compile with the processor options of the installed libraries.
include(CMakeFindDependencyMacro)
find_dependency(yaml-cpp)
find_dependency(Threads)
find_dependency(Eigen3)
find_dependency(spdlog)
find_dependency(nlohmann_json)
find_dependency(PkgConfig)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
include(${CMAKE_CURRENT_LIST_DIR}/raichi-targets.cmake)

# What `cmake --install` and the package contain: the program with its data, completions and manual pages, and the libraries
# of rules, search, self-play and solving with their headers, which other projects find with find_package(raichi).
include(GNUInstallDirs)

# ---- the program; it finds the others from where it is (nn/backend/loader.cc, rules/files/program_data.cc)
install(TARGETS raichi RUNTIME DESTINATION bin COMPONENT program)
get_property(modules GLOBAL PROPERTY RAICHI_NETWORK_MODULES)
if(TARGET raichi_mpi_module)
  list(APPEND modules raichi_mpi_module)
endif()
install(TARGETS ${modules} LIBRARY DESTINATION lib/raichi COMPONENT program)
install(DIRECTORY configs models DESTINATION share/raichi COMPONENT program)
# for `raichi verify`, and the example of docs/model-format.md
install(PROGRAMS tools/run_onnx.py tools/encode.py DESTINATION share/raichi/tools COMPONENT program)
install(DIRECTORY tools/cluster DESTINATION share/raichi/tools USE_SOURCE_PERMISSIONS COMPONENT program
        FILES_MATCHING PATTERN job.sh PATTERN *.sbatch PATTERN kubernetes.yaml)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md DESTINATION share/doc/raichi COMPONENT program)
install(FILES python/README.md DESTINATION share/doc/raichi/python COMPONENT program)
install(DIRECTORY docs examples DESTINATION share/doc/raichi COMPONENT program)
foreach(folder configs models) # the documents link to them
  install(CODE "set(link \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/raichi/${folder})
file(REMOVE \${link})
file(CREATE_LINK ../../raichi/${folder} \${link} SYMBOLIC)" COMPONENT program)
endforeach()

# ---- written by the program itself
set(made ${PROJECT_BINARY_DIR}/made)
add_custom_command(
  OUTPUT ${made}/raichi.bash ${made}/raichi.fish ${made}/_raichi ${made}/man/raichi.1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
  COMMAND raichi completion bash > ${made}/raichi.bash
  COMMAND raichi completion fish > ${made}/raichi.fish
  COMMAND raichi completion zsh > ${made}/_raichi
  COMMAND raichi manual -o ${made}/man
  DEPENDS raichi VERBATIM)
add_custom_target(made ALL DEPENDS ${made}/man/raichi.1)
install(FILES ${made}/raichi.bash DESTINATION share/bash-completion/completions RENAME raichi COMPONENT program)
install(FILES ${made}/raichi.fish DESTINATION share/fish/vendor_completions.d COMPONENT program)
install(FILES ${made}/_raichi DESTINATION share/zsh/vendor-completions COMPONENT program)
install(DIRECTORY ${made}/man/ DESTINATION share/man/man1 COMPONENT program)

# ---- the page for browsers, if tools/web.sh has built it
install(CODE "set(raichi_source \"${PROJECT_SOURCE_DIR}\")" COMPONENT page)
install(SCRIPT cmake/install_page.cmake COMPONENT page)

# ---- the libraries
set(installed_layers raichi_rules raichi_mcts raichi_stats raichi_selfplay raichi_solve raichi_prove)
install(TARGETS ${installed_layers} EXPORT raichi ARCHIVE DESTINATION lib COMPONENT libraries)
install(DIRECTORY base rules mcts stats selfplay solve prove DESTINATION include/raichi COMPONENT libraries
        FILES_MATCHING PATTERN "*.h")
install(EXPORT raichi NAMESPACE raichi:: DESTINATION lib/cmake/raichi FILE raichi-targets.cmake COMPONENT libraries)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/raichi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/raichi-config.cmake ${PROJECT_BINARY_DIR}/raichi-config-version.cmake DESTINATION lib/cmake/raichi
        COMPONENT libraries)

# ---- packages: `cpack` makes a .deb of the program, one of the libraries and, if there is a page, one of the page
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the Raichi developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Self-play training and analysis for Tablut and the tafl games")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program libraries)
set(CPACK_RAICHI_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_page.cmake)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME raichi)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libedit2") # edits lines in `raichi play`
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libraichi-dev)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_DEPENDS "libyaml-cpp-dev, libspdlog-dev, libeigen3-dev, libzstd-dev, nlohmann-json3-dev")
set(CPACK_DEBIAN_PAGE_PACKAGE_NAME raichi-page)
set(CPACK_DEBIAN_PAGE_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PAGE_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PAGE_PACKAGE_DEPENDS python3)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)

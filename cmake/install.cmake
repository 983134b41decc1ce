# cmake --install build --prefix DIR, and cpack for a Debian package. The tool carries its library models, its run-time library and the
# page for the browser inside; it needs clang-19 beside it. The manual and the completion of shells are written by the tool itself.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE)  # of all targets only the tool and heddle-cc are installed, so the tests need not be built
include(GNUInstallDirs)
install(TARGETS heddle_tool heddle_cc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(heddle_share ${CMAKE_BINARY_DIR}/share)
file(MAKE_DIRECTORY ${heddle_share})
foreach(what "--dump-man|heddle.1" "completion bash|heddle" "completion zsh|_heddle" "completion fish|heddle.fish")
  string(REPLACE "|" ";" what "${what}")
  list(GET what 0 arguments)
  list(GET what 1 name)
  install(CODE "execute_process(COMMAND \"$<TARGET_FILE:heddle_tool>\" ${arguments} OUTPUT_FILE \"${heddle_share}/${name}\" COMMAND_ERROR_IS_FATAL ANY)")
endforeach()
install(FILES ${heddle_share}/heddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${heddle_share}/heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${heddle_share}/_heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${heddle_share}/heddle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/LICENSE.Apache-2.0 DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs ${CMAKE_SOURCE_DIR}/examples ${CMAKE_SOURCE_DIR}/contrib DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle maintainers <maintainers@heddle.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier for multithreaded C programs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "verifier for multithreaded C programs
 Heddle finds data races, deadlocks, failing assertions and livelocks in all
 interleavings of a C program, or proves that there are none. It replays what
 it finds on the real program and shows it in the browser.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6, libstdc++6, libgcc-s1, libllvm19, libz3-4, libppl14, libgmp10, libgmpxx4ldbl, libyaml-cpp0.7, clang-19, binutils, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cvc5, gdb, libc6-dev-i386, gcc-multilib")
include(CPack)

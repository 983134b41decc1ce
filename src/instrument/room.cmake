# LLVM as in the front end, and libheddle_rt (runtime/), embedded for both data models.
find_package(LLVM 19.1 REQUIRED CONFIG)
target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
separate_arguments(heddle_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(${target} PRIVATE ${heddle_llvm_definitions})
target_link_libraries(${target} PRIVATE LLVM)
target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include)
target_precompile_headers(${target} REUSE_FROM heddle_frontend)
configure_file(${CMAKE_SOURCE_DIR}/src/instrument/run_time_archive.cpp.in ${CMAKE_BINARY_DIR}/instrument/run_time_archive.cpp @ONLY)
set_source_files_properties(${CMAKE_BINARY_DIR}/instrument/run_time_archive.cpp PROPERTIES
  OBJECT_DEPENDS "${HEDDLE_RUN_TIME}-32.a;${HEDDLE_RUN_TIME}-64.a")
target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/instrument/run_time_archive.cpp)

# LLVM 19 (shared library) and the library models: each src/frontend/library/*.c compiled to bitcode for both data models,
# linked to one file per data model and embedded, so that the tool needs no source tree at run time.
find_package(LLVM 19.1 REQUIRED CONFIG)
find_program(HEDDLE_CLANG clang-19 REQUIRED)
find_program(HEDDLE_LLVM_LINK NAMES llvm-link-19 llvm-link HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
separate_arguments(heddle_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(${target} PRIVATE ${heddle_llvm_definitions})
target_link_libraries(${target} PRIVATE LLVM)
target_precompile_headers(${target} PRIVATE ${HEDDLE_STANDARD_HEADERS} <llvm/IR/Constants.h> <llvm/IR/DataLayout.h> <llvm/IR/DebugInfoMetadata.h>
  <llvm/IR/Function.h> <llvm/IR/GlobalVariable.h> <llvm/IR/IRBuilder.h> <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h>)

set(HEDDLE_LIBRARY_BITCODE ${CMAKE_BINARY_DIR}/frontend_library/library)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/frontend_library)
file(GLOB heddle_library_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/library/*.c)
file(GLOB heddle_library_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/library/*.h)
foreach(bits 32 64)
  set(heddle_parts)
  foreach(source ${heddle_library_sources})
    get_filename_component(stem ${source} NAME_WE)
    set(part ${CMAKE_BINARY_DIR}/frontend_library/${stem}-${bits}.bc)
    add_custom_command(OUTPUT ${part}
      COMMAND ${HEDDLE_CLANG} -m${bits} -std=gnu17 -ffreestanding -fno-builtin -fno-stack-protector -fcf-protection=none -ffp-contract=off
              -O0 -Xclang -disable-O0-optnone -g -fdebug-prefix-map=${CMAKE_SOURCE_DIR}/= -Wall -Wextra -Wno-unused-parameter -Werror
              -c -emit-llvm ${source} -o ${part}
      DEPENDS ${source} ${heddle_library_headers} VERBATIM)
    list(APPEND heddle_parts ${part})
  endforeach()
  add_custom_command(OUTPUT ${HEDDLE_LIBRARY_BITCODE}-${bits}.bc
    COMMAND ${HEDDLE_LLVM_LINK} ${heddle_parts} -o ${HEDDLE_LIBRARY_BITCODE}-${bits}.bc
    DEPENDS ${heddle_parts} VERBATIM)
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/src/frontend/library_bitcode.cpp.in ${CMAKE_BINARY_DIR}/frontend_library/library_bitcode.cpp @ONLY)
set_source_files_properties(${CMAKE_BINARY_DIR}/frontend_library/library_bitcode.cpp PROPERTIES
  OBJECT_DEPENDS "${HEDDLE_LIBRARY_BITCODE}-32.bc;${HEDDLE_LIBRARY_BITCODE}-64.bc")
target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/frontend_library/library_bitcode.cpp)

# MiniSat comes without a CMake package. The static library, where there is one, saves the shipped binary a dependency.
find_path(MINISAT_INCLUDE minisat/core/Solver.h REQUIRED)
find_library(MINISAT_LIBRARY NAMES libminisat.a minisat REQUIRED)
file(GLOB minisat_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/smt/minisat/*.cpp)
target_sources(heddle_smt PRIVATE ${minisat_sources})
target_include_directories(heddle_smt SYSTEM PRIVATE ${MINISAT_INCLUDE})
target_link_libraries(heddle_smt PRIVATE ${MINISAT_LIBRARY})

find_path(Z3_INCLUDE_DIR z3.h REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
file(GLOB z3_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/smt/z3/*.cpp)
target_sources(heddle_smt PRIVATE ${z3_sources})
target_include_directories(heddle_smt SYSTEM PRIVATE ${Z3_INCLUDE_DIR})
target_link_libraries(heddle_smt PRIVATE ${Z3_LIBRARY})

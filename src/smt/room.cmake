# MiniSat comes without a CMake package. The static library, where there is one, saves the shipped binary a dependency.
find_path(MINISAT_INCLUDE minisat/core/Solver.h REQUIRED)
find_library(MINISAT_LIBRARY NAMES libminisat.a minisat REQUIRED)
file(GLOB minisat_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/smt/minisat/*.cpp)
target_sources(heddle_smt PRIVATE ${minisat_sources})
target_include_directories(heddle_smt SYSTEM PRIVATE ${MINISAT_INCLUDE})
target_link_libraries(heddle_smt PRIVATE ${MINISAT_LIBRARY})

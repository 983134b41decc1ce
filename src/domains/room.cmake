# The Parma Polyhedra Library comes without a CMake package.
find_path(PPL_INCLUDE ppl.hh REQUIRED)
find_library(PPL_LIBRARY ppl REQUIRED)
find_library(GMPXX_LIBRARY gmpxx REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
target_include_directories(heddle_domains SYSTEM PRIVATE ${PPL_INCLUDE})
target_link_libraries(heddle_domains PRIVATE ${PPL_LIBRARY} ${GMPXX_LIBRARY} ${GMP_LIBRARY})

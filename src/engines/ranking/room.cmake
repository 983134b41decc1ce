find_path(Z3_INCLUDE_DIR z3++.h REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
target_include_directories(heddle_engines_ranking SYSTEM PUBLIC ${Z3_INCLUDE_DIR})
target_link_libraries(heddle_engines_ranking PUBLIC ${Z3_LIBRARY})

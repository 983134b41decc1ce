target_include_directories(heddle_replay PUBLIC ${CMAKE_SOURCE_DIR}/include)

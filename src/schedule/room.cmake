target_include_directories(heddle_schedule PUBLIC ${CMAKE_SOURCE_DIR}/include)

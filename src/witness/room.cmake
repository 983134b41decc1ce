find_package(yaml-cpp REQUIRED)
target_link_libraries(heddle_witness PRIVATE yaml-cpp)

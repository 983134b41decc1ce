find_package(CLI11 REQUIRED)
find_package(yaml-cpp REQUIRED)
target_link_libraries(heddle_options PRIVATE CLI11::CLI11 yaml-cpp)
target_compile_definitions(heddle_options PRIVATE HEDDLE_VERSION="${PROJECT_VERSION}")

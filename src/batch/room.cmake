find_package(nlohmann_json REQUIRED)
target_link_libraries(heddle_batch PRIVATE nlohmann_json::nlohmann_json)
target_compile_definitions(heddle_batch PRIVATE HEDDLE_VERSION="${PROJECT_VERSION}")

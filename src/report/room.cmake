find_package(nlohmann_json REQUIRED)
target_link_libraries(heddle_report PRIVATE nlohmann_json::nlohmann_json)
target_compile_definitions(heddle_report PRIVATE HEDDLE_VERSION="${PROJECT_VERSION}")
# g++ 12 sees overlapping copies in "text" + std::string that are not there.
target_compile_options(heddle_report PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

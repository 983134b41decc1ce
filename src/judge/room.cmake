# The folders of the room: one for each way to judge.
file(GLOB heddle_judge_folders CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/judge/*/*.cpp)
target_sources(heddle_judge PRIVATE ${heddle_judge_folders})
find_package(nlohmann_json REQUIRED)
target_link_libraries(heddle_judge PRIVATE nlohmann_json::nlohmann_json)

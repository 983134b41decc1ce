find_package(nlohmann_json REQUIRED)
target_link_libraries(heddle_report PRIVATE nlohmann_json::nlohmann_json)
target_compile_definitions(heddle_report PRIVATE HEDDLE_VERSION="${PROJECT_VERSION}")
# g++ 12 sees overlapping copies in "text" + std::string that are not there.
target_compile_options(heddle_report PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

# The page of `heddle report -o bug.html`: joined and embedded, so that the tool needs no other file.
set(heddle_page_scripts elements.js data.js phrases.js history.js arrows.js rows.js virtual_list.js lanes.js source.js state.js ring.js violations.js controls.js main.js)
set(heddle_schedule_scripts elements.js formula.js sections.js tree_layout.js graph_view.js virtual_list.js source.js schedule_main.js)
set(heddle_batch_scripts elements.js batch_scale.js batch_quantile.js batch_scatter.js batch_table.js batch_main.js)
set(heddle_page ${CMAKE_BINARY_DIR}/report_page/html_page.cpp)
file(GLOB heddle_page_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/report/html/*)
string(REPLACE ";" " " heddle_page_list "${heddle_page_scripts}")
string(REPLACE ";" " " heddle_schedule_list "${heddle_schedule_scripts}")
string(REPLACE ";" " " heddle_batch_list "${heddle_batch_scripts}")
add_custom_command(OUTPUT ${heddle_page}
  COMMAND ${CMAKE_COMMAND} -DOUT=${heddle_page} -DFOLDER=${CMAKE_SOURCE_DIR}/src/report/html "-DSCRIPTS=${heddle_page_list}"
          "-DSCHEDULE_SCRIPTS=${heddle_schedule_list}" "-DBATCH_SCRIPTS=${heddle_batch_list}" -P ${CMAKE_SOURCE_DIR}/src/report/embed.cmake
  DEPENDS ${heddle_page_parts} ${CMAKE_SOURCE_DIR}/src/report/embed.cmake VERBATIM)
target_sources(${target} PRIVATE ${heddle_page})

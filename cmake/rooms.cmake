# Parsing the headers of libraries takes longer than compiling what is ours. So all rooms share a precompiled header of the standard library, and
# a room that uses a large library precompiles that, too (its room.cmake). Only headers of libraries are precompiled: ours change, and the
# compiler cache has to give the same header to every clone.
set(HEDDLE_STANDARD_HEADERS <algorithm> <array> <atomic> <chrono> <cstdint> <cstring> <deque> <functional> <map> <memory> <optional> <set> <span>
    <sstream> <stdexcept> <string> <tuple> <unordered_map> <unordered_set> <utility> <vector>)
file(WRITE ${CMAKE_BINARY_DIR}/standard_headers.cpp "// holds the precompiled header of the standard library\n")
add_library(heddle_standard_headers OBJECT ${CMAKE_BINARY_DIR}/standard_headers.cpp)
target_precompile_headers(heddle_standard_headers PRIVATE ${HEDDLE_STANDARD_HEADERS})

# heddle_room(name uses...): the static library heddle_<name> from src/<name>/*.cpp and, if the room has them, its folders bits, flow and facts. A room
# without sources yet is header only.
function(heddle_room room)
  string(REPLACE "/" "_" target "heddle_${room}")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.cpp ${CMAKE_SOURCE_DIR}/src/${room}/bits/*.cpp
       ${CMAKE_SOURCE_DIR}/src/${room}/flow/*.cpp ${CMAKE_SOURCE_DIR}/src/${room}/facts/*.cpp)
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  foreach(used ${ARGN})
    string(REPLACE "/" "_" used_target "heddle_${used}")
    target_link_libraries(${target} ${scope} ${used_target})
  endforeach()
  if(EXISTS ${CMAKE_SOURCE_DIR}/src/${room}/room.cmake)
    include(${CMAKE_SOURCE_DIR}/src/${room}/room.cmake)
  endif()
  get_target_property(own_headers ${target} PRECOMPILE_HEADERS)
  get_target_property(reused_headers ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  if(sources AND NOT own_headers AND NOT reused_headers)
    target_precompile_headers(${target} REUSE_FROM heddle_standard_headers)
  endif()
endfunction()

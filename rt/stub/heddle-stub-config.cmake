# find_package(heddle-stub): the targets heddle-stub::heddle-stub (shared) and heddle-stub::static.
get_filename_component(_heddle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(Threads)
if(NOT TARGET heddle-stub::heddle-stub)
  add_library(heddle-stub::heddle-stub SHARED IMPORTED)
  set_target_properties(heddle-stub::heddle-stub PROPERTIES
    IMPORTED_LOCATION "${_heddle_prefix}/lib/libheddle-stub.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_heddle_prefix}/include")
  add_library(heddle-stub::static STATIC IMPORTED)
  set_target_properties(heddle-stub::static PROPERTIES
    IMPORTED_LOCATION "${_heddle_prefix}/lib/libheddle-stub.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_heddle_prefix}/include"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()
unset(_heddle_prefix)

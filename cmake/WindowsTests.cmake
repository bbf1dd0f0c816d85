# The tests' program on Windows. tests/windows lists exclusions: areas are not compiled, single tests are left out and
# named.
#
#   crosslane_windows_left_out(LIST)    removes excluded areas from a list of test_AREA.c, and writes the names of single tests
#   crosslane_windows_tests(TARGET)     POSIX functions that MinGW lacks, for TARGET

function(crosslane_windows_left_out list)
    set(table "${PROJECT_SOURCE_DIR}/tests/windows")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}")
    file(STRINGS "${table}" rows REGEX "^[a-z0-9_/]+ +- ")
    set(kept "${${list}}")
    set(names "")
    foreach(row IN LISTS rows)
        string(REGEX MATCH "^([a-z0-9_]+)(/([a-z0-9_]+))? +- +(.*)$" found "${row}")
        set(area "${CMAKE_MATCH_1}")
        set(test "${CMAKE_MATCH_3}")
        set(sources "${${list}}")
        list(FILTER sources INCLUDE REGEX "/test_${area}\\.c$")
        if(NOT sources)
            message(FATAL_ERROR "tests/windows names ${area}, but there is no tests/*/test_${area}.c")
        elseif(test STREQUAL "")
            list(REMOVE_ITEM kept ${sources})
        else()
            string(APPEND names "LEFT_OUT(\"${area}\", \"${test}\", \"${CMAKE_MATCH_4}\")\n")
        endif()
    endforeach()
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/tests/left_out.def" CONTENT "${names}" @ONLY)
    set(${list} "${kept}" PARENT_SCOPE)
endfunction()

function(crosslane_windows_tests target)
    set(posix "${PROJECT_SOURCE_DIR}/tests/support/windows")
    target_include_directories(${target} PRIVATE "${posix}")
    target_compile_options(${target} PRIVATE -include "${posix}/posix.h" -Wno-conversion # mode_t is short there
                           -Wno-return-type # that Check does not return from a failure is not declared there
                           -O0) # they are compiled once and run once
    target_compile_definitions(${target} PRIVATE _FILE_OFFSET_BITS=64)
    set_target_properties(${target} PROPERTIES C_EXTENSIONS ON) # strdup and its kin
    target_link_options(${target} PRIVATE -Wl,--wrap=_tcase_add_test)
endfunction()

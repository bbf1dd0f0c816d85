# The git commit for --version:
#
#   crosslane_commit_header(TARGET DIR)
#
# It writes DIR/crosslane_commit.h (#define XL_COMMIT "0123456789ab-dirty", or "unknown" outside a git checkout) before
# TARGET is compiled and puts DIR on its include path. Every build asks git, and touches the header only if the answer
# changed.

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    cmake_policy(VERSION 3.21)
    set(commit "")
    # An archive unpacked inside another repository must not take that repository's commit.
    if(GIT AND EXISTS "${SOURCE}/.git")
        execute_process(
            COMMAND "${GIT}" -c safe.directory=* describe --always --dirty --abbrev=12 --exclude=*
            WORKING_DIRECTORY "${SOURCE}"
            OUTPUT_VARIABLE commit
            OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
    if(NOT commit)
        set(commit "unknown")
    endif()
    file(CONFIGURE OUTPUT "${OUT}" CONTENT "#define XL_COMMIT \"${commit}\"\n")
    return()
endif()

set(crosslane_version_script "${CMAKE_CURRENT_LIST_FILE}")

function(crosslane_commit_header target dir)
    find_program(CROSSLANE_GIT git)
    mark_as_advanced(CROSSLANE_GIT)
    set(git "")
    if(CROSSLANE_GIT)
        set(git "${CROSSLANE_GIT}")
    endif()
    add_custom_target(
        ${target}_commit
        COMMAND "${CMAKE_COMMAND}" "-DGIT=${git}" "-DSOURCE=${PROJECT_SOURCE_DIR}"
                "-DOUT=${dir}/crosslane_commit.h" -P "${crosslane_version_script}"
        BYPRODUCTS "${dir}/crosslane_commit.h"
        VERBATIM)
    add_dependencies(${target} ${target}_commit)
    target_include_directories(${target} PRIVATE "${dir}")
endfunction()

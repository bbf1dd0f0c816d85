# Flattens kernels/sg/sg.h and its includes into one file, crosslane_sg.h.
#
#   crosslane_amalgamate_header(TARGET OUT KEPT MADE)
#
# adds a target TARGET, part of ALL, that makes the file OUT (an absolute path in the build tree) from the layer's headers
# and the folder MADE of generated headers. The target update_sg_header copies OUT to KEPT, the file in the repository; a
# test compares both. As a script (cmake -DROOT=... -DMADE=... -DOUT=... -DVERSION=... -DLICENSE=... -P
# AmalgamateHeader.cmake) it writes the file. Only the first file's opening comment stays, because drivers read the text
# at every build.

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    cmake_policy(VERSION 3.21)

    # Lists would split at semicolons and merge brackets, so texts stay strings throughout.
    function(flatten name out)
        if(EXISTS "${ROOT}/${name}")
            file(READ "${ROOT}/${name}" text)
        else()
            file(READ "${MADE}/${name}" text)
        endif()
        string(FIND "${text}" "#include \"" at)
        set(result "")
        while(NOT at EQUAL -1)
            string(SUBSTRING "${text}" 0 ${at} before)
            string(SUBSTRING "${text}" ${at} -1 text)
            string(REGEX MATCH "^#include \"([a-z0-9_/.]+)\"\n" line "${text}")
            if(line STREQUAL "")
                message(FATAL_ERROR "${name}: an include that is not understood")
            endif()
            set(included "${CMAKE_MATCH_1}")
            string(LENGTH "${line}" length)
            string(SUBSTRING "${text}" ${length} -1 text)
            flatten("${included}" inner)
            string(APPEND result "${before}${inner}")
            string(FIND "${text}" "#include \"" at)
        endwhile()
        set(${out} "${result}${text}" PARENT_SCOPE)
    endfunction()

    # No string or character of the layer contains the start of a comment.
    function(strip text out)
        string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}")
        string(REGEX REPLACE "[ \t]+\n" "\n" text "${text}")
        string(REGEX REPLACE "\n\n+" "\n" text "${text}")
        set(${out} "${text}" PARENT_SCOPE)
    endfunction()

    file(READ "${LICENSE}" license)
    string(REGEX REPLACE "\n$" "" license "${license}")
    string(REPLACE "\n" "\n * " license "${license}")
    string(REGEX REPLACE " +\n" "\n" license "${license}")
    flatten("sg/sg.h" text)
    string(FIND "${text}" "*/\n" end)
    math(EXPR end "${end} + 3")
    string(SUBSTRING "${text}" 0 ${end} essay)
    string(SUBSTRING "${text}" ${end} -1 text)
    strip("\n${text}" text)
    file(WRITE "${OUT}" "/* crosslane_sg.h ${VERSION}, made from kernels/sg by cmake/AmalgamateHeader.cmake.\n *\n * ${license}\n */\n"
        "${essay}#define SG_VERSION \"${VERSION}\"${text}")
    return()
endif()

set(crosslane_amalgamate_script "${CMAKE_CURRENT_LIST_FILE}")

function(crosslane_amalgamate_header target out kept made)
    set(root "${PROJECT_SOURCE_DIR}/kernels")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${root}/sg/*.h" "${made}/sg/*.h")
    add_custom_command(
        OUTPUT "${out}"
        COMMAND "${CMAKE_COMMAND}" "-DROOT=${root}" "-DMADE=${made}" "-DOUT=${out}" "-DVERSION=${PROJECT_VERSION}"
                "-DLICENSE=${PROJECT_SOURCE_DIR}/LICENSE" -P "${crosslane_amalgamate_script}"
        DEPENDS ${headers} "${PROJECT_SOURCE_DIR}/LICENSE" "${crosslane_amalgamate_script}"
        COMMENT "Making the portable device header"
        VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${out}")
    add_custom_target(update_sg_header COMMAND "${CMAKE_COMMAND}" -E copy "${out}" "${kept}" DEPENDS "${out}" VERBATIM)
    if(UNIX AND BUILD_TESTING)
        add_test(NAME sg_header COMMAND sh -c "cmp \"$0\" \"$1\" && echo '1 passed, 0 failed' ||\
 { echo 'bring it up to date: cmake --build DIR --target update_sg_header'; exit 1; }" "${out}" "${kept}")
        set_tests_properties(sg_header PROPERTIES LABELS quick)
    endif()
endfunction()

# crosslane_check_headers: every header under the DIRs must compile separately, with the project's warnings as errors,
# including those in a folder of DIR (a room). NAME becomes a target outside "all" with one object per header, and a
# test of the same name that builds it. The include path is the DIRs, kernels/, the folders in INCLUDE and those of
# targets in LINK. Headers in EXCLUDE are left out:
#
#   crosslane_check_headers(NAME headers_alone LINK crosslane_static DIRS host/include host/src host/tool)

function(crosslane_check_headers)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "LINK;DIRS;INCLUDE;EXCLUDE")
    set(sources "")
    set(dirs "")
    foreach(dir IN LISTS arg_DIRS)
        get_filename_component(full "${dir}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
        list(APPEND dirs "${full}")
        file(GLOB headers CONFIGURE_DEPENDS "${full}/*.h" "${full}/*/*.h")
        foreach(header IN LISTS headers)
            get_filename_component(name "${header}" NAME)
            if(name IN_LIST arg_EXCLUDE)
                continue()
            endif()
            file(RELATIVE_PATH relative "${PROJECT_SOURCE_DIR}" "${header}")
            string(MAKE_C_IDENTIFIER "${relative}" stem)
            set(source "${PROJECT_BINARY_DIR}/${arg_NAME}/${stem}.c")
            # Includes it twice, to check that it is read once; the typedef, because C has no empty translation unit.
            file(CONFIGURE OUTPUT "${source}" CONTENT
                "#include \"${header}\"\n#include \"${header}\"\ntypedef int ${stem};\n" @ONLY)
            list(APPEND sources "${source}")
        endforeach()
    endforeach()
    if(NOT sources)
        message(FATAL_ERROR "crosslane_check_headers: no header in ${arg_DIRS}")
    endif()
    add_library(${arg_NAME} OBJECT EXCLUDE_FROM_ALL ${sources})
    target_include_directories(${arg_NAME} PRIVATE ${dirs} "${PROJECT_SOURCE_DIR}/kernels" ${arg_INCLUDE})
    target_link_libraries(${arg_NAME} PRIVATE ${arg_LINK})
    crosslane_warnings(${arg_NAME})
    if(NOT MSVC)
        target_compile_options(${arg_NAME} PRIVATE -Werror)
    endif()
    add_test(NAME ${arg_NAME} COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}" --target ${arg_NAME})
    set_tests_properties(${arg_NAME} PROPERTIES LABELS quick)
endfunction()

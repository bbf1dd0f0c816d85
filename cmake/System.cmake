# Differences between operating systems:
#
#   crosslane_system_sources(LIST)    keeps in a list of sources those of the target system: NAME_windows.c (NAME_macos.c) or
#                                     windows/NAME_windows.c replaces NAME.c on Windows (macOS), and is left out elsewhere
#   crosslane_export(TARGET HEADER)   exports HEADER's declarations from a shared library, if the compiler needs help: Windows
#                                     takes a list of names

macro(crosslane_system_sources list)
    foreach(system windows macos)
        if((WIN32 AND system STREQUAL windows) OR (APPLE AND system STREQUAL macos))
            foreach(source IN LISTS ${list})
                string(REGEX REPLACE "(/${system})?(/[^/]*)_${system}\\.c$" "\\2.c" replaced "${source}")
                if(NOT replaced STREQUAL source)
                    list(REMOVE_ITEM ${list} "${replaced}")
                endif()
            endforeach()
        else()
            list(FILTER ${list} EXCLUDE REGEX "_${system}\\.c$")
        endif()
    endforeach()
endmacro()

function(crosslane_export target header)
    if(NOT WIN32)
        return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
    file(STRINGS "${header}" lines REGEX "^[a-z].*xl_[a-z0-9_]+\\(")
    list(FILTER lines EXCLUDE REGEX "^static ")
    list(TRANSFORM lines REPLACE "^.*(xl_[a-z0-9_]+)\\(.*$" "    \\1")
    list(REMOVE_DUPLICATES lines)
    list(JOIN lines "\n" names)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/${target}.def" CONTENT "EXPORTS\n${names}\n")
    target_sources(${target} PRIVATE "${PROJECT_BINARY_DIR}/${target}.def")
endfunction()

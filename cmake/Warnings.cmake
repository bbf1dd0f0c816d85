# crosslane_warnings(TARGET...): the project's warnings, as errors with CROSSLANE_WERROR, which .ci/run sets.

option(CROSSLANE_WERROR "Treat compiler warnings as errors" OFF)

function(crosslane_warnings)
    foreach(target IN LISTS ARGN)
        if(MSVC)
            target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${CROSSLANE_WERROR}>:/WX>)
        else()
            target_compile_options(
                ${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef
                                  # A C++ rule that newer clang releases also check in C; an enumerator is exact as a
                                  # double
                                  $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-enum-float-conversion>
                                  $<$<BOOL:${CROSSLANE_WERROR}>:-Werror>)
            # MinGW's isnan and isinf convert floats, and its compiler expects Microsoft's printf formats.
            if(WIN32)
                target_compile_options(${target} PRIVATE -Wno-float-conversion -Wno-format)
            endif()
        endif()
    endforeach()
endfunction()

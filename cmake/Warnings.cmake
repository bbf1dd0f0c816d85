# crosslane_warnings(TARGET...): the project's warnings, as errors when CROSSLANE_WERROR is on. It is off by
# default, so that a compiler newer than ours cannot keep a user from building; .ci/run turns it on.

option(CROSSLANE_WERROR "Treat compiler warnings as errors" OFF)

function(crosslane_warnings)
    foreach(target IN LISTS ARGN)
        if(MSVC)
            target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${CROSSLANE_WERROR}>:/WX>)
        else()
            target_compile_options(
                ${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef
                                  # A rule of C++ that newer releases of clang check in C too; an enumerator is exact as a double
                                  $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-enum-float-conversion>
                                  $<$<BOOL:${CROSSLANE_WERROR}>:-Werror>)
            # MinGW's isnan and isinf convert what is a float already, and its compiler takes printf's formats for Microsoft's, though the
            # functions that are called are those of C. On other systems both are looked at.
            if(WIN32)
                target_compile_options(${target} PRIVATE -Wno-float-conversion -Wno-format)
            endif()
        endif()
    endforeach()
endfunction()

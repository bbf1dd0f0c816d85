# CROSSLANE_SANITIZE: sanitizers of gcc and clang, "address,undefined", "thread" or empty. Include it before the first
# target, because a sanitizer needs every object and every link.

set(CROSSLANE_SANITIZE "" CACHE STRING "Sanitizers for the whole build: address,undefined or thread")
set_property(CACHE CROSSLANE_SANITIZE PROPERTY STRINGS "" "address,undefined" "thread")

if(CROSSLANE_SANITIZE)
    if(MSVC)
        message(FATAL_ERROR "CROSSLANE_SANITIZE=${CROSSLANE_SANITIZE} needs gcc or clang")
    endif()
    add_compile_options(-fsanitize=${CROSSLANE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
    add_link_options(-fsanitize=${CROSSLANE_SANITIZE})
endif()

# The harnesses of tests/hostile/fuzz with clang's libFuzzer.
option(CROSSLANE_FUZZ "Build for fuzzing: the target \"fuzzers\"" OFF)
if(CROSSLANE_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

#!/bin/sh
# usage: tests/install/run.sh BUILD_DIR [MPICC MPIRUN] (the MPI of the build). Installs a built tree and uses it like a
# stranger: through find_package (shared and static library) and, after moving the folder, through pkg-config. Prints "N
# passed, M failed"; exit status 1 on a failure.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 2
build=$1
mpicc=${2:-mpicc}
launcher=${3:-}
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
libraries=${LD_LIBRARY_PATH-}
passed=0
failed=0

step() { # NAME COMMAND...
    name=$1
    shift
    if "$@" > "$place/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "install: $name failed:"
        sed 's/^/    /' "$place/log"
    fi
}

is_complete() {
    for file in bin/crosslane include/crosslane.h include/crosslane_sg.h include/crosslane_normal24.h share/man/man1/crosslane.1 \
        share/bash-completion/completions/crosslane share/zsh/site-functions/_crosslane \
        share/fish/vendor_completions.d/crosslane.fish; do
        [ -s "$place/first/$file" ] || {
            echo "not installed: $file"
            return 1
        }
    done
}

# Every path that a consumer reads must be relative to its file.
names_no_build_path() {
    ! grep -rlF -e "$(dirname "$here")" -e "$build" "$place/first/include" "$place/first/lib"*/cmake \
        "$place/first/lib"*/pkgconfig
}

moved_by_pkg_config() {
    mv "$place/first" "$place/moved" || return
    config=$(find "$place/moved" -name crosslane.pc) || return
    PKG_CONFIG_PATH=$(dirname "$config")
    export PKG_CONFIG_PATH
    lib=$(dirname "$PKG_CONFIG_PATH")
    # shellcheck disable=SC2046 # flags are words
    cc -o "$place/by_pkg_config" -DSG_INCLUDE_DIR="\"$place/moved/include\"" "$here/main.c" \
        $(pkg-config --cflags --libs crosslane) || return
    LD_LIBRARY_PATH=$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$place/by_pkg_config"
}

use_moved() {
    PKG_CONFIG_PATH=$(dirname "$(find "$place/moved" -name crosslane.pc)") || return
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
}

is_described() {
    use_moved || return
    [ -n "$(sed -n 's/^Description: *//p' "$PKG_CONFIG_PATH/crosslane.pc")" ] || {
        echo "crosslane.pc has no description"
        return 1
    }
}

# With exactly the libraries of --static.
static_by_pkg_config() {
    use_moved || return
    mkdir "$place/archive" && cp "$(dirname "$PKG_CONFIG_PATH")/libcrosslane.a" "$place/archive" || return
    flags=$(pkg-config --static --libs crosslane) || return
    # shellcheck disable=SC2046,SC2086 # flags are words
    cc -o "$place/by_archive" -DSG_INCLUDE_DIR="\"$place/moved/include\"" "$here/main.c" \
        $(pkg-config --cflags crosslane) "-L$place/archive" $(printf '%s' "$flags" | sed 's/-L[^ ]*moved[^ ]*//') || return
    ! ldd "$place/by_archive" | grep libcrosslane && "$place/by_archive"
}

# The program in docs/library.md, word for word.
runs_the_page() {
    use_moved || return
    awk '/^```/ { inside = ($0 == "```c") && !inside; next } inside' "$here/../../docs/library.md" > "$place/page.c"
    # shellcheck disable=SC2046 # flags are words
    cc -std=c99 -Wall -Wextra -Wpedantic -Werror -Wno-deprecated-declarations -o "$place/page" "$place/page.c" \
        $(pkg-config --cflags --libs crosslane) && "$place/page"
}

# The page's commands, in a home whose ~/.local has the library, without other help.
runs_the_pages_lines() (
    HOME=$place/home
    LD_LIBRARY_PATH=$libraries # as it was: drivers may need it
    export HOME LD_LIBRARY_PATH
    unset PKG_CONFIG_PATH
    cmake --install "$build" --prefix "$HOME/.local" || exit
    [ -d "$HOME/.local/lib" ] || ln -s "$(basename "$HOME"/.local/lib*)" "$HOME/.local/lib"
    mkdir "$place/typed" && cp "$place/page.c" "$place/typed/program.c" && cd "$place/typed" || exit
    awk '/^```/ { inside = ($0 == "```sh") && !inside; next } inside' "$here/../../docs/library.md" > lines
    [ -s lines ] && sh -e ./lines && ldd a.out | grep -F "$HOME/.local"
)

compiles_as_cxx() {
    use_moved || return
    # shellcheck disable=SC2046 # flags are words
    c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Wno-deprecated-declarations -o "$place/cxx" "$here/main.cc" \
        $(pkg-config --cflags --libs crosslane) && "$place/cxx"
}

three_ranks() {
    over=
    "$launcher" --version 2>&1 | grep -q 'Open MPI\|OpenRTE' && over=--oversubscribe
    # shellcheck disable=SC2086 # no word, or one
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "$launcher" $over -n 3 "$place/ranks/ranks"
}

step "cmake --install" cmake --install "$build" --prefix "$place/first"
step "the list of files" is_complete
step "the installed command" "$place/first/bin/crosslane" --version
step "paths" names_no_build_path
step "find_package" cmake -S "$here" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/first"
step "building the consumer" cmake --build "$place/build"
step "the consumer, shared library" "$place/build/consumer"
step "the consumer, static library" "$place/build/consumer_static"
if [ -f "$place/first/include/crosslane_mpi.h" ]; then
    step "find_package, component mpi" cmake -S "$here/mpi" -B "$place/ranks" -DCMAKE_PREFIX_PATH="$place/first" \
        -DEXAMPLE="$(dirname "$(dirname "$here")")/docs/examples/ranks.c" -DMPI_C_COMPILER="$mpicc"
    step "building the example of several ranks" cmake --build "$place/ranks"
    step "one rank" "$place/ranks/ranks"
    [ -z "$launcher" ] || step "three ranks" three_ranks
else
    echo "install: skipped: built without MPI"
fi
step "pkg-config after a move" moved_by_pkg_config
step "the installed command after a move" "$place/moved/bin/crosslane" --version
step "crosslane.pc's description" is_described
step "pkg-config --static" static_by_pkg_config
step "the program of docs/library.md" runs_the_page
step "the lines of docs/library.md" runs_the_pages_lines
if command -v c++ > /dev/null; then
    step "the example in C++17" compiles_as_cxx
else
    echo "install: skipped: no C++ compiler"
fi

echo "install: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

# Sourced by scripts that compile with zig, ziglang from PyPI. $work is the work folder. Needed headers are copied, because
# this system's C library must not be used.
# shellcheck shell=bash disable=SC2154 # work

include=$work/include
headers=(jansson.h jansson_config.h png.h pngconf.h pnglibconf.h zlib.h zconf.h)
export ZIG_GLOBAL_CACHE_DIR=$work/zig ZIG_LOCAL_CACHE_DIR=$work/zig

# get_tools PACKAGE...: installs these and ziglang; $tools has them, $zig is the program.
get_tools() {
    tools=$work/tools
    if [ "$(cat "$tools/holds" 2> /dev/null)" != "$*" ]; then
        rm -rf "$tools"
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet "$@"
        echo "$*" > "$tools/holds"
    fi
    # shellcheck disable=SC2034 # read by who sources this
    zig=$("$tools/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')
}

find_header() { # NAME: where the system's compiler finds it
    echo "#include <$1>" | cc -E -M - | tr ' ' '\n' | grep "/$1\$"
}

copy_headers() { # those of OpenCL, jansson, libpng and zlib, to $include
    rm -rf "$include"
    mkdir -p "$include/CL"
    cp "$(dirname "$(find_header CL/cl.h)")"/*.h "$include/CL"
    for header in "${headers[@]}"; do cp -L "$(find_header "$header")" "$include"; done
}

# names_only LIBRARY FILE OPTION...: makes FILE, a shared library with this system's names and nothing else.
names_only() {
    nm -D --defined-only "$(cc -print-file-name="lib$1.so")" | sed -n 's/.* T \([A-Za-z_][A-Za-z_0-9]*\)\(@.*\)*$/void \1(void) {}/p' | sort -u > "$2.c"
    [ -s "$2.c" ] || { echo "no names of lib$1.so here: install the developer's package of $1" >&2 && exit 1; }
    "${compile[@]}" -shared -Wno-builtin-requires-header "${@:3}" -o "$2" "$2.c"
}

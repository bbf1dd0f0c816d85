#!/bin/bash
# usage: windows.sh --libraries WORK_DIR
#
# Makes WORK_DIR/libraries on Debian: what a build for Windows is linked to (docs/windows.md). jansson and libpng are compiled from Debian's
# sources. Needs gcc-mingw-w64-x86-64-posix, libz-mingw-w64-dev, cmake, make, dpkg-dev, and OpenCL's headers and loader
# (ocl-icd-opencl-dev), whose names the import library of OpenCL.dll has.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -ne 2 ] || [ "$1" != --libraries ]; then sed -n '2p' "$0" | cut -c 3- >&2 && exit 2; fi
mkdir -p "$2"
work=$(cd "$2" && pwd)
libraries=$work/libraries
toolchain=$here/windows/mingw.cmake
mingw=x86_64-w64-mingw32
for tool in $mingw-gcc-posix cmake dpkg-source; do
    command -v "$tool" > /dev/null && continue
    echo "windows.sh: no $tool: apt-get install gcc-mingw-w64-x86-64-posix libz-mingw-w64-dev cmake dpkg-dev" >&2
    exit 1
done

# Debian's sources, without a change to the system's own list of them.
debian_source() { # NAME: into the current folder
    local suite options
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    mkdir -p "$work/apt/lists"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" > "$work/apt/sources.list"
    options=(-q -o "Dir::Etc::SourceList=$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/apt/lists"
        -o APT::Sandbox::User=root)
    [ -e "$work/apt/updated" ] || apt-get "${options[@]}" update
    touch "$work/apt/updated"
    apt-get "${options[@]}" source "$1"
}

cross() { # NAME FOLDER OPTION...
    cmake -S "$2" -B "$work/$1" -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCROSSLANE_WINDOWS_LIBRARIES="$libraries" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$libraries" "${@:3}"
    cmake --build "$work/$1" --target install --parallel "$(nproc)"
    mkdir -p "$libraries/licences"
    cp "$2/debian/copyright" "$libraries/licences/$1.txt"
}

make_libraries() {
    [ ! -e "$libraries/made" ] || return 0
    rm -rf "$libraries" "$work/source"
    mkdir -p "$work/source" "$libraries/include" "$libraries/lib"
    (cd "$work/source" && debian_source jansson && debian_source libpng1.6) > "$work/source.log" 2>&1 || { cat "$work/source.log" && exit 1; }
    cross jansson "$work"/source/jansson-*/ -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF
    cross libpng "$work"/source/libpng1.6-*/ -DPNG_SHARED=OFF -DPNG_TESTS=OFF
    cp "/usr/share/doc/libz-mingw-w64/copyright" "$libraries/licences/zlib.txt"
    cp -rL "$(dirname "$(echo '#include <CL/cl.h>' | cc -E -M - | tr ' ' '\n' | grep '/CL/cl\.h$')")" "$libraries/include"
    {
        echo 'LIBRARY OpenCL.dll'
        echo EXPORTS
        nm -D --defined-only "$(cc -print-file-name=libOpenCL.so)" | sed -n 's/.* T \(cl[A-Za-z]*\).*/    \1/p' | sort -u
    } > "$work/OpenCL.def"
    $mingw-dlltool -d "$work/OpenCL.def" -l "$libraries/lib/libOpenCL.a"
    touch "$libraries/made"
}

make_libraries

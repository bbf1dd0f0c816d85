#!/bin/bash
# usage: windows.sh OUT_DIR [WORK_DIR]
#
# Makes OUT_DIR/crosslane-VERSION-windows-x86_64.zip on Debian, in WORK_DIR (build/windows). Compiles jansson and libpng
# from Debian's sources; the zip has their licences. docs/windows.md lists the packages that it needs.
#
#   windows.sh --libraries WORK_DIR     only the linked libraries, in WORK_DIR/libraries
#   windows.sh --tests WORK_DIR         also the tests' program, WORK_DIR/crosslane/crosslane_tests.exe, with Check
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '2p' "$0" | cut -c 3- >&2 && exit 2; }
mkdir -p "${2:-$source/build/windows}"
work=$(cd "${2:-$source/build/windows}" && pwd)
libraries=$work/libraries
toolchain=$here/windows/mingw.cmake
mingw=x86_64-w64-mingw32
for tool in $mingw-gcc-posix cmake dpkg-source mandoc; do
    command -v "$tool" > /dev/null && continue
    echo "windows.sh: no $tool: apt-get install gcc-mingw-w64-x86-64-posix libz-mingw-w64-dev cmake dpkg-dev mandoc" >&2
    exit 1
done

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
    [ "$(cat "$libraries/made" 2> /dev/null)" != "$(cksum < "$here/windows.sh")" ] || return 0 # by this script as it is
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
    # Searches for OpenCL.dll at the first call, so that the program can report its absence.
    $mingw-dlltool -d "$work/OpenCL.def" -y "$libraries/lib/libOpenCL.a"
    printf '%s\n' "open $libraries/lib/libOpenCL.a" "addlib $($mingw-gcc-posix -print-file-name=libdelayimp.a)" save | $mingw-ar -M
    cksum < "$here/windows.sh" > "$libraries/made"
}

make_check() {
    [ ! -e "$libraries/lib/libcheck.a" ] || return 0
    (cd "$work/source" && debian_source check) > "$work/source.log" 2>&1 || { cat "$work/source.log" && exit 1; }
    cross check "$work"/source/check-*/ -DCHECK_ENABLE_TESTS=OFF -DCHECK_ENABLE_SUBUNIT=OFF -DINSTALL_CHECKMK=OFF
    rm "$libraries"/lib/libcheck.dll.a # which would be taken first
}

compile() { # OPTION... -- TARGET...
    local options=()
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    # Removes a folder of another checkout.
    grep -qsx "CMAKE_HOME_DIRECTORY:INTERNAL=$source" "$work/crosslane/CMakeCache.txt" || rm -rf "$work/crosslane"
    cmake -S "$source" -B "$work/crosslane" -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCROSSLANE_WINDOWS_LIBRARIES="$libraries" \
        -DCMAKE_BUILD_TYPE=Release -DCROSSLANE_WERROR=ON -DCROSSLANE_MPI=OFF "${options[@]}"
    cmake --build "$work/crosslane" --parallel "$(nproc)" --target "${@:2}"
}

make_libraries
case $1 in
--libraries) exit 0 ;;
--tests)
    make_check
    compile -DBUILD_TESTING=ON -- crosslane crosslane_tests
    exit 0
    ;;
esac

mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$(sed -n 's/^#define XL_VERSION "\([0-9.]*\)"/\1/p' "$source/host/include/crosslane.h")
folder=$work/crosslane-$version
compile -DBUILD_TESTING=OFF -- crosslane crosslane_shared
rm -rf "$folder"
mkdir -p "$folder/include" "$folder/lib" "$folder/licences" "$folder/examples"
cp "$work/crosslane/crosslane.exe" "$work/crosslane/libcrosslane.dll" "$folder"
cp "$work/crosslane/libcrosslane.dll.a" "$folder/lib"
cp "$source"/host/include/crosslane{,_normal24}.h "$source/include/crosslane_sg.h" "$folder/include"
cp "$source"/docs/examples/sub_group.* "$folder/examples"
sed 's/$/\r/' "$here/windows/run.cmd" > "$folder/run.cmd"
cp "$libraries"/licences/*.txt "$folder/licences"
cp "$source/LICENSE" "$folder/licences/crosslane.txt"
awk -v "version=$version" -f "$source/cmake/markdown_to_man.awk" "$source/docs/man/crosslane.md" | mandoc -T html > "$folder/manual.html"
sed 's/$/\r/' "$here/windows/README.txt" > "$folder/README.txt"
$mingw-strip "$folder/crosslane.exe" "$folder/libcrosslane.dll"
(cd "$work" && cmake -E tar cf "$out/crosslane-$version-windows-x86_64.zip" --format=zip "crosslane-$version")
ls "$out"/crosslane-*-windows-x86_64.zip

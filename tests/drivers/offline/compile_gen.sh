#!/bin/sh
# Compiles BASE.cl under BASE.options for OFFLINE_DEVICE, "tgllp": `compile_gen.sh BASE` (tests/drivers/offline/opencl.h).
# OFFLINE_OCLOC names the compiler.
set -eu
base=$1
# Binaries in the newer format say of each kernel the lanes that it was compiled for, and its memory.
"$OFFLINE_OCLOC" compile -file "$base.cl" -device "$OFFLINE_DEVICE" -options "$(cat "$base.options")" \
    -internal_options -cl-intel-allow-zebin -output_no_suffix -output "$base.bin"
readelf -p .ze_info "$base.bin" | awk '
    { sub(/^ *\[ *[0-9a-f]+\] */, "             "); gsub(/\\n/, "") }
    /kernels_misc_info:/ { entry(); exit }
    /^ *- name:/ { entry(); name = $3 }
    /^ *grf_count:/ { registers = $2 }
    /^ *simd_size:/ { lanes = $2 }
    /^ *required_sub_group_size:/ { wanted = $2 }
    /^ *- type: *scratch/ { in_scratch = 1 }
    in_scratch && /^ *size:/ { scratch += $2; in_scratch = 0 }
    function entry() {
        if (name != "") printf "%s simd=%d grf=%d scratch=%d\n", name, lanes, registers, scratch
        if (wanted && wanted != lanes) { print name ": " wanted " lanes wanted, " lanes " compiled"; exit 1 }
        name = ""; scratch = 0; wanted = 0; in_scratch = 0
    }' > "$base.rows"
rm "$base.bin" "$base.bin.spv" 2>/dev/null || true
[ -s "$base.rows" ] || { echo "no kernel in the binary"; exit 1; }

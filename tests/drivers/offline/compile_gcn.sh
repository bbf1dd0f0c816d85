#!/bin/sh
# Compiles BASE.cl under BASE.options for OFFLINE_CPU, "gfx90a": `compile_gcn.sh BASE` (tests/drivers/offline/opencl.h).
# OFFLINE_CLANG names the compiler, OFFLINE_BITCODE the folder of the device libraries.
set -eu
base=$1
# The driver takes -Wf, off what follows it; the rest goes to its compiler as it is.
options=$(sed 's/-Wf,//g' "$base.options")
# shellcheck disable=SC2086 # options are words
"$OFFLINE_CLANG" -x cl -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu="$OFFLINE_CPU" \
    --rocm-device-lib-path="$OFFLINE_BITCODE" -O3 -Werror=implicit-function-declaration $options \
    -S "$base.cl" -o "$base.s"
# A kernel's numbers stand in the assembly's notes, its name first or last but always inside its own entry. Its
# instructions are counted: tabs and a lower-case letter begin one, a dot a directive.
awk '
    /^[A-Za-z_][A-Za-z0-9_]*:/ { body = $1; sub(/:.*/, "", body) }
    /^\.Lfunc_end/ { body = "" }
    body != "" && /^\t[a-z]/ { instructions[body]++ }
    /^amdhsa.kernels:/ { inside = 1; next }
    inside && /^amdhsa\./ { entry(); inside = 0 }
    inside && /^  - / { entry() }
    inside && /^ +\.name:/ && $0 ~ /^    \.name/ { name = $2 }
    inside && $1 ~ /^\.(vgpr|sgpr|agpr)_count:$/ { split($1, part, /[._]/); number[part[2]] = $2 }
    inside && /\.(vgpr|sgpr)_spill_count:/ { spill += $2 }
    inside && /\.private_segment_fixed_size:/ { scratch = $2 }
    function entry() {
        if (name != "")
            printf "%s vgpr=%d sgpr=%d spill=%d scratch=%d instructions=%d\n", \
                name, number["vgpr"], number["sgpr"], spill, scratch, instructions[name]
        name = ""; spill = 0; scratch = 0
    }
    END { if (inside) entry() }' "$base.s" > "$base.rows"
rm "$base.s"
[ -s "$base.rows" ] || { echo "no kernel in the assembly"; exit 1; }

# Cells for absent devices (docs/testing.md): their compilers, and their built-ins on another device.
# shellcheck shell=bash disable=SC2154 # jobs, support, cache, trial: cells.sh, matrix.sh

# compile_for FAMILY: a quarter of the settings other than the defaults. Each target's result is added to this run's
# results.
compile_for() {
    OFFLINE_PART=$(drawn part)/4 tests/drivers/offline/run.sh build/release/tests/drivers/offline/build_all "$1" "build/ci/offline-$1" "$jobs"
    cp "build/ci/offline-$1/compiled.json" "$support/offline-$1.json"
}

need_packages() {
    export DEBIAN_FRONTEND=noninteractive
    retry 3 apt-get -q update || cannot_run "apt-get does not work here"
    apt-cache show "$@" > /dev/null || cannot_run "no packages $* here"
    retry 3 apt-get -q install -y --no-install-recommends "$@"
}

offline_gcn() {
    if ! command -v clang-15 || [ ! -d /usr/lib/x86_64-linux-gnu/amdgcn/bitcode ]; then
        need_packages clang-15 rocm-device-libs
    fi
    compile_for gcn
}

# Debian 12's device libraries are too old for this target, so Debian 13's root compiles it.
gfx1100() {
    need_debian13
    in_debian13 '. .ci/cells.sh; . .ci/matrix.sh; . .ci/offline.sh
        need_packages clang-19 rocm-device-libs-17 python3
        OFFLINE_PART='"$(drawn part)/4"' OFFLINE_ONLY=gfx1100 \
            tests/drivers/offline/run.sh build/release/tests/drivers/offline/build_all gcn build/ci/gfx1100 1
        tests/inspect/whole.py build/release/crosslane gfx1100'
    cp "$trial/srv/crosslane/build/ci/gfx1100/compiled.json" "$support/offline-gfx1100.json"
}

# with_ocloc COMMAND...: provides ocloc, unpacked in the cache, because its package registers a driver that every other
# cell would list.
with_ocloc() {
    local ocloc=$cache/ocloc
    if [ ! -x "$ocloc/usr/bin/ocloc" ]; then
        need_packages libigc1 libigdfcl1 libigdgmm12
        rm -rf "$ocloc"
        mkdir -p "$ocloc"
        # apt's own user may not write here.
        (cd "$ocloc" && retry 3 apt-get -q -o APT::Sandbox::User=root download intel-opencl-icd && dpkg -x ./*.deb .)
    fi
    LD_LIBRARY_PATH=$ocloc/usr/lib/x86_64-linux-gnu PATH=$ocloc/usr/bin:$PATH "$@"
}

offline_gen() {
    OFFLINE_TURN=$(drawn target)/2 with_ocloc compile_for gen
}

# with_sass COMMAND...: provides NVIDIA's assembler and disassembler from Python packages.
with_sass() {
    [ -e /usr/lib/clc/nvptx64--nvidiacl.bc ] || need_packages libclc-15
    if [ ! -x "$cache/sass/bin/python3" ]; then
        rm -rf "$cache/sass"
        python3 -m venv "$cache/sass"
        retry 3 "$cache/sass/bin/pip" -q install nvidia-cuda-nvcc nvidia-cuda-nvdisasm
    fi
    PATH=$cache/sass/bin:$PATH "$@"
}

# with_compilers COMMAND...: provides everything that `crosslane inspect` can use on Debian 12, with Debian's python3.
with_compilers() {
    local assembler
    if ! command -v clang-15 || [ ! -d /usr/lib/x86_64-linux-gnu/amdgcn/bitcode ]; then
        need_packages clang-15 rocm-device-libs
    fi
    assembler=$(with_sass python3 -c 'import nvidia, glob; print(glob.glob(nvidia.__path__[0] + "/*/bin")[0])')
    PATH=$assembler:$PATH with_ocloc "$@"
}

inspect() {
    if ! command -v clang-15 || ! command -v llvm-objdump-15 || ! command -v iga64 || ! command -v ld.lld || [ ! -d /usr/lib/x86_64-linux-gnu/amdgcn/bitcode ]; then
        need_packages clang-15 rocm-device-libs llvm-15 lld libigc-tools
    fi
    with_ocloc tests/inspect/planted.sh build/release/crosslane gfx1030 gfx90a tgllp adl-s
    tests/inspect/independent.py build/release/crosslane gfx1030 20 lerp histogram/match_local spheres/sorted scan/kogge_stone
    tests/inspect/independent.py build/release/crosslane gfx90a 9 spheres
    with_sass tests/inspect/planted.sh build/release/crosslane sm_90 x86-64
    with_compilers tests/inspect/independent.py build/release/crosslane sm_90 10 lerp/affine histogram/match_local scan/kogge_stone spheres
    with_ocloc tests/inspect/independent.py build/release/crosslane tgllp 10 lerp/affine histogram/match_local scan/kogge_stone
    with_compilers tests/inspect/driver_binary.py build/release/crosslane build/release/tests/drivers/fake libpocl.so.2 gfx1030 tgllp sm_80
}

# A target without compilers here must not pass: --targets has to report "whole".
inspect_whole() {
    local targets=("gfx906 tgllp" "gfx90a sm_90" "gfx1030 sm_75" "dg2 sm_80" "x86-64 sm_120" rkl adl-s adl-p adl-n dg1)
    # shellcheck disable=SC2086 # two words
    with_compilers tests/inspect/whole.py build/release/crosslane ${targets[$(drawn inspected)]}
}

inspect_lines() {
    if ! command -v clang-15 || [ ! -d /usr/lib/x86_64-linux-gnu/amdgcn/bitcode ]; then
        need_packages clang-15 rocm-device-libs
    fi
    with_ocloc with_sass tests/inspect/lines.py build/release/crosslane gfx1030 tgllp sm_90 x86-64
}

# Needs the device of with_intel: native sub-groups of 32 and 64 lanes.
standin() {
    with_intel tests/drivers/standin/run.sh build/release build/ci/standin
    cp build/ci/standin/*.json "$support/"
}

# Programs that a driver returned, recorded on a real device, through the toolkit's assembler.
ptx() {
    command -v ptxas || [ -x /usr/local/cuda/bin/ptxas ] || cannot_run "no ptxas"
    tests/drivers/offline/ptxas.sh bench/results/nvidia-h200/ptx
}

# Cells for systems other than the running one. Sourced with .ci/cells.sh.
# shellcheck shell=bash disable=SC2154 # cache, bare_root, in_root, student: matrix.sh, pip.sh

# Checks Debian's packages with lintian and in a bare Debian 12 (tests/install/debian_packages.sh).
debian_packages() {
    local made=$PWD/build/ci/packages root=$cache/debian12-packages
    if ! command -v dh || ! command -v lintian; then need_packages debhelper lintian dpkg-dev; fi
    bare_root "$student" bookworm --include=python3-venv
    rm -rf "$made" "$root"
    cmake/packaging/debian.sh "$made" build/ci/packages-work
    lintian --allow-root --fail-on error,warning "$made"/*.deb
    echo "1 passed, 0 failed"
    cp -a "$student" "$root"
    mkdir -p "$root/srv/packages"
    cp "$made"/*.deb tests/install/main.c tests/install/debian_packages.sh "$root/srv/packages"
    in_root "$root" 'cd /srv/packages; bash debian_packages.sh'
    rm -rf "$root"
}

# need_wine: the Windows compiler, and Wine.
need_wine() {
    if ! command -v x86_64-w64-mingw32-gcc-posix || [ ! -x /usr/lib/wine/wine64 ] || ! command -v mandoc; then
        need_packages gcc-mingw-w64-x86-64-posix libz-mingw-w64-dev wine wine64 mandoc dpkg-dev
    fi
}

# counted COMMAND...: ends everything that COMMAND starts, and lets bash's `time` count Wine's orphans.
counted() {
    unshare --pid --fork --kill-child --mount-proc true || cannot_run "this machine gives no processes of one's own"
    unshare --pid --fork --kill-child --mount-proc "$@"
}

# Wine's OpenCL.dll calls this machine's loader.
windows() {
    local made=$PWD/build/ci/windows
    need_wine
    rm -rf "$made"
    cmake/packaging/windows.sh "$made" "$cache/windows"
    counted tests/install/windows.sh "$made"/*.zip "$made/tried" build/release "$(drawn turn)"
}

# The tests' program for Windows, as tests/windows describes.
windows_tests() {
    need_wine
    cmake/packaging/windows.sh --tests "$cache/windows"
    counted tests/install/windows_tests.sh "$cache/windows/crosslane" "$(pairs_seed)" 80
}

# The macOS build is only compiled and linked.
macos() {
    cmake/packaging/macos.sh "$cache/macos"
    echo "2 passed, 0 failed"
}

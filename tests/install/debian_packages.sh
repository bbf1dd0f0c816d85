#!/bin/bash
# Run by the cell debian-packages (.ci/systems.sh) as root of a bare Debian, in a folder with the packages and main.c.
# Installs, uses and removes them. No file may remain.
set -uo pipefail
passed=0
step() { # WHAT COMMAND...
    "${@:2}" || { echo "debian_packages: $1" && echo "$passed passed, 1 failed" && exit 1; }
    passed=$((passed + 1))
}
get() {
    apt-get -q -y -o DPkg::Options::=--force-unsafe-io "$@" > apt.log 2>&1 || { tail -n 20 apt.log && return 1; }
}
# All files except state of the tools: apt, dpkg, logs, a user's own cache.
snapshot() {
    find / -xdev \( -path /srv -o -path /tmp -o -path /root -o -path /proc -o -path /sys -o -path /dev -o -path '/var/cache/*' -o \
        -path /var/lib/apt -o -path /var/lib/dpkg -o -path '/var/log/*' \) -prune -o -print | sort > "$1"
}
left() { # what was not there before
    snapshot after.list
    comm -13 before.list after.list
    dpkg-query -W -f '${Package}: is known\n' '*crosslane*' 2> /dev/null
}
is_left() { # WHAT: that alone
    [ "$(left | tee left.list)" = "$1" ] || { cat left.list && return 1; }
}
says() { # WORDS COMMAND...
    "${@:2}" > said.txt 2>&1 || { cat said.txt && return 1; }
    grep -q -- "$1" said.txt || { cat said.txt && return 1; }
}

step "apt-get update" get update
step "a compiler" get install --no-install-recommends gcc libc6-dev pkg-config
apt-get -s -o APT::Install-Recommends=true install ./*.deb | awk '/^Inst/ && !/crosslane/ { print $2 }' > needed.list
step "a driver is recommended" grep -qx pocl-opencl-icd needed.list
# shellcheck disable=SC2046 # words
step "what they need" get install --no-install-recommends $(cat needed.list)
snapshot before.list
step "install" get install --no-install-recommends ./*.deb
version=$(dpkg-query -W -f '${Version}' crosslane)
step "one version, of the command" says "crosslane $version" crosslane --version
step "one version, of the library" says "$version" pkg-config --modversion crosslane
step "devices" says "PoCL\|pocl\|pthread" crosslane devices
step "run" says "the best strategy" crosslane run histogram/local --width 4 --samples 3 --min-time 0 --quiet --out-dir results
step "the results" test -s results/results.json
step "the manual page" test -s /usr/share/man/man1/crosslane.1.gz
step "the documents" test -s /usr/share/doc/crosslane/docs/library.md
includes=$(pkg-config --variable=includedir crosslane)
# shellcheck disable=SC2046 # words
step "a program compiles" cc -Wall -Werror -DSG_INCLUDE_DIR="\"$includes\"" main.c -o program $(pkg-config --cflags --libs crosslane)
step "a program runs" says "passed, 0 failed" ./program

step "purge" get purge crosslane libcrosslane0 libcrosslane-dev crosslane-doc
touch /usr/lib/planted
step "what is left is seen" is_left /usr/lib/planted
rm /usr/lib/planted
step "nothing is left" is_left ""
echo "$passed passed, 0 failed"

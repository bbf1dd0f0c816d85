#!/bin/bash
# usage: debian.sh OUT_DIR [WORK_DIR]
#
# Makes OUT_DIR/*.deb (docs/installing.md, "Debian packages") of the last commit, or without git of the present tree, in
# WORK_DIR (build/debian). Needs debhelper and the packages in debian/control. DEBFULLNAME and DEBEMAIL, if both are
# set, are the maintainer.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '2p' "$0" | cut -c 3- >&2 && exit 2; }
mkdir -p "$1" "${2:-$source/build/debian}"
out=$(cd "$1" && pwd) work=$(cd "${2:-$source/build/debian}" && pwd)
for tool in dpkg-buildpackage dh; do
    command -v $tool > /dev/null || { echo "debian.sh: no $tool: apt-get install dpkg-dev debhelper" >&2 && exit 1; }
done

version=$(sed -n 's/^#define XL_VERSION "\([0-9.]*\)"/\1/p' "$source/host/include/crosslane.h")
tree=$work/crosslane-$version
rm -rf "$tree" "$work"/*.deb "$work"/*.dsc "$work"/*.changes
mkdir -p "$tree"
if [ -e "$source/.git" ]; then
    git -C "$source" archive HEAD | tar x -C "$tree"
    dated=$(git -C "$source" log -1 --format=%cD)
else
    tar c -C "$source" --exclude=./build --exclude=./.venv . | tar x -C "$tree"
    dated=$(date -R -r "$source/host/include/crosslane.h")
fi
mv "$tree/cmake/packaging/debian" "$tree/debian"
if [ -n "${DEBFULLNAME:-}" ] && [ -n "${DEBEMAIL:-}" ]; then
    sed -i "s/^Maintainer: .*/Maintainer: $DEBFULLNAME <$DEBEMAIL>/" "$tree/debian/control"
fi
maintainer=$(sed -n 's/^Maintainer: //p' "$tree/debian/control")
printf 'crosslane (%s) unstable; urgency=medium\n\n  * Version %s.\n\n -- %s  %s\n' "$version" "$version" "$maintainer" "$dated" \
    > "$tree/debian/changelog"
(cd "$tree" && DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage --build=binary --no-sign --jobs="$(nproc)")
cp "$work"/*.deb "$out"
ls "$out"/*.deb

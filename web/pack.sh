#!/bin/sh
# Packs the page around a program: web/pack.sh FOLDER OUT [ADDRESS]
#
# FOLDER has gridwalk.js and gridwalk_bg.wasm, as wasm-bindgen writes them. OUT becomes the page: index.html, and a folder
# with all else of one version, whose name is a hash of the version, so that a browser never mixes two. ADDRESS is where
# the page will be published, such as https://example.org/gridwalk; pictures of a link need it.
set -eu
program=$1
out=$2
address=${3:-.}
here=$(cd "$(dirname "$0")" && pwd)

scripts="page.js sentences.js files.js input.js place.js page.css"
fixed="icon.svg icon-48.png icon-180.png icon-192.png icon-512.png card.png gridwalk.webmanifest"

bytes=$(wc -c <"$program/gridwalk_bg.wasm" | tr -d ' ')
version=$({ cat "$program/gridwalk.js" "$program/gridwalk_bg.wasm"
    for file in $scripts $fixed index.html offline.js; do cat "$here/$file"; done
    echo "$address"; } | sha256sum | cut -c 1-12)

rm -rf "$out"
mkdir -p "$out/$version"
cp "$program/gridwalk.js" "$program/gridwalk_bg.wasm" "$out/$version/"
for file in $scripts; do
    sed "s/^const BYTES = 0$/const BYTES = $bytes/" "$here/$file" >"$out/$version/$file"
done
for file in $fixed; do
    cp "$here/$file" "$out/"
done
sed "s|VERSION|$version|; s|ADDRESS|$address|" "$here/index.html" >"$out/index.html"

list="'./'"
for file in $fixed; do
    # The picture of a link is for those who do not have the page.
    [ "$file" = card.png ] || list="$list, '$file'"
done
for file in $scripts gridwalk.js gridwalk_bg.wasm; do
    list="$list, '$version/$file'"
done
sed "s|'VERSION'|'$version'|; s|\['FILES'\]|[$list]|" "$here/offline.js" >"$out/offline.js"

if command -v brotli >/dev/null; then
    for file in "$out"/index.html "$out/$version"/*; do
        brotli --best --force --keep "$file"
    done
else
    echo "web/pack.sh: without brotli there are no packed files beside the others" >&2
fi

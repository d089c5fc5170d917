#!/bin/sh
# Makes the page in web/dist: static files with relative paths, for any server.
#
# It takes the Rust of the PATH, or that of CARGO, with the target wasm32-unknown-unknown; wasm-bindgen of the PATH, or
# that of WASM_BINDGEN, in the version of Cargo.lock; and brotli, if it is there.
set -eu
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
bindgen=${WASM_BINDGEN:-wasm-bindgen}
target=wasm32-unknown-unknown
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)

fail() {
    echo "web/build.sh: $1" >&2
    exit 1
}

command -v "$cargo" >/dev/null || fail "$cargo is missing: install Rust from https://rustup.rs"
library=$("${RUSTC:-rustc}" --print target-libdir --target "$target" 2>/dev/null) && [ -d "$library" ] ||
    fail "the Rust library for $target is missing: rustup target add $target"
command -v "$bindgen" >/dev/null || fail \
    "$bindgen is missing: cargo install wasm-bindgen-cli --version $version --no-default-features --bin wasm-bindgen"
has=$("$bindgen" --version | cut -d ' ' -f 2)
[ "$has" = "$version" ] || fail \
    "wasm-bindgen is $has, Cargo.lock has $version: cargo install wasm-bindgen-cli --version $version --no-default-features --bin wasm-bindgen"

"$cargo" build --locked --target "$target" --profile web --no-default-features --features app --bin gridwalk
built=${CARGO_TARGET_DIR:-target}/$target/web/gridwalk.wasm

rm -rf web/dist
mkdir -p web/dist
"$bindgen" --target web --no-typescript --remove-name-section --out-dir web/dist --out-name gridwalk "$built"
cp web/index.html web/page.js web/icon.svg web/dist/
printf '{ "bytes": %s }\n' "$(wc -c <web/dist/gridwalk_bg.wasm | tr -d ' ')" >web/dist/gridwalk.json
if command -v brotli >/dev/null; then
    for file in gridwalk_bg.wasm gridwalk.js page.js index.html; do
        brotli --best --force --keep "web/dist/$file"
    done
else
    echo "web/build.sh: without brotli there are no packed files beside the others" >&2
fi
du -k web/dist/* | sort -rn

#!/bin/sh
# Makes the page in web/dist: static files with relative paths, for any server.
#
# It takes the Rust of the PATH, or that of CARGO, with the target wasm32-unknown-unknown; wasm-bindgen of the PATH, or
# that of WASM_BINDGEN, in the version of Cargo.lock; and brotli, if it is there. GRIDWALK_ADDRESS is where the page will
# be published, for the picture that is shown beside a link to it.
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

program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
"$bindgen" --target web --no-typescript --remove-name-section --out-dir "$program" --out-name gridwalk "$built"
web/pack.sh "$program" web/dist "${GRIDWALK_ADDRESS:-}"
du -ak web/dist | sort -rn

#!/bin/sh
# Runs the tests of the libraries as programs of WebAssembly, with 32 bits and one thread: the same answers, counts and
# hashes as everywhere.
#
# It needs Node.js 20 or later, and a Rust with the target wasm32-wasip1: that of the PATH, or of CARGO and RUSTC.
set -eu
cd "$(dirname "$0")/../.."

target=wasm32-wasip1

fail() {
    echo "tests/wasi/run.sh: $1" >&2
    exit 1
}

command -v node >/dev/null || fail "Node.js is missing: install nodejs"
library=$("${RUSTC:-rustc}" --print target-libdir --target "$target" 2>/dev/null) && [ -d "$library" ] ||
    fail "the Rust library for $target is missing: rustup target add $target"

# What needs threads, or ends in a panic that is caught, does not go there: such tests say so and are left out.
built=$("${CARGO:-cargo}" test --locked --release --target "$target" --no-run --message-format short \
    -p gridwalk_pathfinding -p gridwalk_level -p gridwalk_crowd -p gridwalk_explain --lib --test kernel --test level \
    --test crowd --test explain 2>&1) ||
    fail "the tests are not built:
$built"
failed=0
for program in $(printf '%s\n' "$built" | sed -n 's/^ *Executable.*(\(.*\.wasm\))$/\1/p'); do
    # With marking in steps the collector of Node.js 20 stops where memory grows.
    node --no-incremental-marking --no-warnings tests/wasi/run.mjs "$program" || failed=1
done
exit $failed

#!/bin/sh
# Drives the page in web/dist with a real browser: tests/web/run.sh [WORDS OF A TEST'S NAME]
#
# It needs Node.js 18 or later with npm, and a Chromium: that of CHROMIUM, else the one on the PATH. Pictures are left in
# the folder of PICTURES, else in target/web-tests.
set -eu
cd "$(dirname "$0")"

fail() {
    echo "tests/web/run.sh: $1" >&2
    exit 1
}

command -v node >/dev/null || fail "Node.js is missing: install nodejs and npm"
if [ -z "${CHROMIUM:-}" ]; then
    for name in chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then
            CHROMIUM=$(command -v "$name")
            break
        fi
    done
fi
[ -x "${CHROMIUM:-}" ] || fail "no Chromium: install chromium, or name one in CHROMIUM"
[ -f ../../web/dist/gridwalk_bg.wasm ] || fail "there is no page: web/build.sh makes it"
[ -d node_modules/puppeteer-core ] || npm ci --silent --no-audit --no-fund || fail "npm could not install puppeteer-core"
CHROMIUM=$CHROMIUM PICTURES=${PICTURES:-$PWD/../../target/web-tests} exec node run.mjs "$@"

#!/bin/sh
# Drives the page with a real browser: tests/web/run.sh [WORDS OF A TEST'S NAME]
# Prints figures of the page in web/dist instead: tests/web/run.sh --measure [MINUTES]
#
# First the page around a program that draws nothing, then the page in web/dist, if web/build.sh has made one; without it
# the exit code is 3. It needs Node.js 18 or later with npm, and a Chromium: that of CHROMIUM, else the one on the PATH.
# Pictures are left in the folder of PICTURES, else in target/web-tests.
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
[ -d node_modules/puppeteer-core ] || npm ci --silent --no-audit --no-fund || fail "npm could not install puppeteer-core"
PICTURES=${PICTURES:-$PWD/../../target/web-tests}
export CHROMIUM PICTURES
if [ "${1:-}" = --measure ]; then
    shift
    exec node measure.mjs "$@"
fi
node shell.mjs "$@"
if [ ! -f ../../web/dist/index.html ]; then
    echo "tests/web/run.sh: the program was not tried: there is no page in web/dist, web/build.sh makes it" >&2
    exit 3
fi
exec node run.mjs "$@"

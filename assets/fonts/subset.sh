#!/usr/bin/env bash
# Makes noto_sans_cjk_sc.otf, the face of the window's Chinese: of Noto Sans CJK SC those characters that our own texts have.
# Run it when a test says that a character is missing. Debian has the whole font as fonts-noto-cjk.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "subset.sh: $1" >&2
    exit 1
}

command -v pyftsubset >/dev/null || fail "pyftsubset is missing: pip install fonttools"
command -v fc-list >/dev/null || fail "fc-list is missing: Debian has it in fontconfig"
# The file and, in a collection of several faces, the number of this one.
face=$(fc-list --format '%{file}\t%{index}\n' 'Noto Sans CJK SC:lang=zh-cn:style=Regular' | sort | head -n 1)
[ -n "$face" ] || fail "Noto Sans CJK SC is not installed: Debian has it as fonts-noto-cjk"

# All but ASCII: what the first face of egui has as well is taken from there.
texts=(assets/texts/zh assets/lessons crates/gridwalk_explain/texts/zh crates/gridwalk_explain/src)
characters=$(grep -rhoP '[^\x00-\x7F]' "${texts[@]}" | LC_ALL=C sort -u | tr -d '\n')

# Without hints, and without what only other layouts of text use.
pyftsubset "${face%%$'\t'*}" --font-number="${face##*$'\t'}" --text="$characters" --layout-features='' --no-hinting \
    --name-IDs=0,1,2,3,4,5,6,13,14 --output-file=assets/fonts/noto_sans_cjk_sc.otf
echo "${#characters} characters, $(wc -c <assets/fonts/noto_sans_cjk_sc.otf) bytes"

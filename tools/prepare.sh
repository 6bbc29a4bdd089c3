#!/bin/sh
# Makes a checkout ready to run (prepare.sh run), to be tested (prepare.sh test), to be measured beside its peers
# (prepare.sh bench), to have its tests judged (prepare.sh audit) or to build the site (prepare.sh site): system packages,
# then the Python environment .venv. Quick when nothing is missing.
set -eu
cd "$(dirname "$0")/.."

OPENGL="libegl1 libgl1 libgl1-mesa-dri libglx-mesa0"
SCREEN="xvfb xdotool x11-xkb-utils"

say() { echo "polhode: $*" >&2; }

# What may take long is named before it begins. A terminal sees how far uv has come; anywhere else its bars would be
# escape codes.
quiet=--quiet
[ ! -t 2 ] || quiet=""

# System packages, on Debian and its kin.

install_packages() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || return 0
    missing=""
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        say "packages are missing; type: sudo apt-get install$missing"
        return 0
    fi
    say "installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    # $missing is a list of words.
    # shellcheck disable=SC2086
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends $missing >/dev/null; } ||
        say "could not install; type: apt-get update && apt-get install$missing"
}

# The Python environment: .venv/.ready is younger than pyproject.toml when it is complete, .venv/.making lies there
# while it is not.

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$python" >/dev/null && new_enough "$python"; then
            echo "$python"
            return
        fi
    done
    say "needs Python 3.11 or newer, found $(python3 --version 2>&1 || true): install a newer one," \
        "or uv, which fetches one by itself"
    return 1
}

usable() {
    [ ! -e .venv/.making ] && new_enough .venv/bin/python || return 1
    [ -n "$uv" ] || .venv/bin/python -m pip --version >/dev/null 2>&1
}

make_environment() {
    rm -rf .venv
    mkdir .venv
    touch .venv/.making
    if [ -n "$uv" ]; then
        uv venv --quiet --allow-existing --python '>=3.11' .venv
        return
    fi
    python=$(find_python)
    "$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
    "$python" -m venv .venv || {
        say "$python cannot make an environment (on Debian: apt-get install python3-venv)"
        return 1
    }
}

# At once, as warnings of compilation are errors where a test imports a package first; by all processors, which the
# installers do not use, and without what is never imported: tests of the packages, and mypy, which is machine code.
compile_packages() {
    packages=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    .venv/bin/python -W ignore -m compileall -qq -j 0 -x '/(tests?|mypyc?)/' "$packages" || true
}

# uv installs several times as fast as pip, so pip fetches it where the system has none. It reads none of pip's settings:
# it is told the constraints, and is not used where pip has an index of its own.
pip_setting() { .venv/bin/python -m pip config list | sed -n -E "s/^[^=]*[.]($1)='(.*)'\$/\2/p" | tail -n 1; }

install_by_uv() {
    [ -z "$(pip_setting 'index-url|no-index')" ] || return 1
    [ -x .venv/bin/uv ] || .venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check uv || return 1
    UV_CONSTRAINT="${UV_CONSTRAINT:-$(pip_setting constraint)}" \
        .venv/bin/uv pip install ${quiet:+"$quiet"} --python .venv/bin/python "$@"
}

install_by_pip() {
    # Groups of dependencies are younger than the pip that comes with Python 3.11 to 3.13.
    .venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --upgrade "pip>=25.1"
    .venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check "$@"
}

install() {
    if [ -n "$uv" ]; then
        uv pip install ${quiet:+"$quiet"} --python .venv/bin/python "$@"
    else
        install_by_uv "$@" || install_by_pip "$@"
    fi
}

fill_environment() {
    touch .venv/.making
    say "2 of 3: fetching and unpacking the packages (half a minute; longer where the network is slow)"
    install --editable '.[video,print]' --group dev
    say "3 of 3: compiling them, so that the program starts fast (a quarter of a minute)"
    compile_packages
    touch .venv/.ready
    rm .venv/.making
    say "ready, in $(($(date +%s) - begun)) s"
}

# What only some commands need, as the groups of pyproject.toml: .venv/.NAME is younger than that when it is there.

add_peers() {
    say "installing the peers to measure against (once)"
    install --group bench || say "not all could be installed; the bench says who is missing"
    touch .venv/.peers
}

add_audit() {
    say "installing what measures coverage and makes mutants (once)"
    install --group audit
    touch .venv/.audit
}

add_site() {
    say "installing what the site is built with (once)"
    install --group site
    touch .venv/.site
}

young() { [ -n "$(find ".venv/$1" -newer pyproject.toml 2>/dev/null)" ]; }

uv=$(command -v uv || true)
# shellcheck disable=SC2086
case "${1:-}" in
run | site) install_packages $OPENGL ;;
test | bench | audit) install_packages $OPENGL $SCREEN ;;
*)
    say "prepare.sh $*: must be run, test, bench, audit or site"
    exit 2
    ;;
esac
if ! young .ready || [ -e .venv/.making ] || ! new_enough .venv/bin/python; then
    begun=$(date +%s)
    say "making the Python environment .venv, once: this takes a minute or two"
    say "1 of 3: an empty environment (some seconds)"
    usable || make_environment
    fill_environment
fi
if [ "$1" = bench ] && ! young .peers; then
    add_peers
fi
if [ "$1" = audit ] && ! young .audit; then
    add_audit
fi
if [ "$1" = site ] && ! young .site; then
    add_site
fi

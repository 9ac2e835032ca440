# Sourced by Demo/run and Tests/run: finds what a build or a test run needs and installs what is missing.
# Silent when nothing is missing. Speaks on stderr only, so that the caller's stdout stays its own.

say() { printf '%s\n' "$*" >&2; }

# A non-login shell may lack the folder that the machine's profile adds for the toolchain.
find_swift() {
    command -v swift >/dev/null && return
    local login_path
    login_path=$(bash -lc 'printf %s "$PATH"' </dev/null 2>/dev/null) || login_path=
    export PATH="$PATH${login_path:+:$login_path}"
    command -v swift >/dev/null && return
    say "Swift 6 was not found. Install a Swift 6 toolchain (on macOS: Xcode 16 or later) and put it on PATH."
    exit 3
}

# The compiler decides whether a header is there: it is the one that will look for it.
has_header() {
    local compiler
    compiler="$(dirname "$(command -v swift)")/clang"
    [ -x "$compiler" ] || compiler=cc
    printf '#include <%s>\n' "$1" | "$compiler" -E -x c - >/dev/null 2>&1
}

has_venv() { python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

missing_for_build() {
    has_header ncurses.h || printf 'libncurses-dev '
    has_header zlib.h || printf 'zlib1g-dev '
}

missing_for_tests() {
    missing_for_build
    has_venv || printf 'python3 python3-venv '
    local tool
    for tool in tmux strace; do
        command -v "$tool" >/dev/null || printf '%s ' "$tool"
    done
}

apt_steps() {
    export DEBIAN_FRONTEND=noninteractive
    "$@" apt-get update -q >&2 </dev/null
    # shellcheck disable=SC2086 # a list of package names, split on purpose
    "$@" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages >&2 </dev/null
}

install_packages() {
    local packages=${1% }
    [ -n "$packages" ] || return 0
    if ! command -v apt-get >/dev/null; then
        say "Missing, by their Debian names: $packages. Install them with this system's package manager."
        exit 3
    elif [ "$(id -u)" = 0 ]; then
        say "Installing $packages"
        apt_steps
    elif sudo -n true 2>/dev/null; then
        say "Installing $packages"
        apt_steps sudo -n
    else
        say "Missing: $packages. Run this once, then start again:"
        say "  sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends $packages'"
        exit 3
    fi
}

# On macOS ncurses and zlib come with the developer tools; only the test tools are apart.
setup_build() {
    if [ "$(uname)" = Darwin ]; then
        xcrun --show-sdk-path >/dev/null 2>&1 || { say "Run: xcode-select --install"; exit 3; }
        find_swift
        return
    fi
    find_swift
    install_packages "$(missing_for_build)"
}

setup_tests() {
    if [ "$(uname)" = Darwin ]; then
        setup_build
        command -v tmux >/dev/null && has_venv || { say "Run: brew install tmux python3"; exit 3; }
        return
    fi
    find_swift
    install_packages "$(missing_for_tests)"
}

# Makes the venv at $1 from the pinned list $2; a venv made from the same list is left as it is.
setup_venv() {
    local venv=$1 pinned=$2
    cmp -s "$pinned" "$venv/made-from.txt" && return
    say "Making the Python environment for the terminal tests"
    rm -rf "$venv"
    python3 -m venv "$venv" >&2
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$pinned" >&2 </dev/null
    cp "$pinned" "$venv/made-from.txt"
}

# Reports on checks, one a line; sourced by scripts that have $work, a folder of theirs. At the end they exit with $failed.
# shellcheck shell=bash
failed=0

# check NAME COMMAND...: runs a command; prints the end of what it said if it fails.
check() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "passed   $name"
    else
        echo "FAILED   $name"
        tail -60 "$work/log"
        failed=1
    fi
}

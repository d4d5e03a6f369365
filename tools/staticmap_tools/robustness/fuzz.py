# SPDX-License-Identifier: MIT
"""Fuzzes the decoders that bytes of strangers reach: fuzz.py [TARGET…] [--seconds 600] [--memory 2048]
[--timeout 10] [--more] [--program FILE]

The time is shared out over the targets. What is found lies in build/fuzz/finds/TARGET; what was reached is kept in
build/fuzz/corpus/TARGET, and build/fuzz/totals.json counts the executions of each target since its last find. Ends with 1 if
anything was found.

With --more, only the targets count their branches, and inputs are taken several times as fast. New ones are made from those that
runs without it have found.
"""
import argparse
import json
import os
import re
import subprocess
import sys

from ..checkout import ROOT

INPUTS = os.path.join(ROOT, "Fuzz")
WORK = os.path.join(ROOT, "build/fuzz")
#: Name and longest input of a target in Fuzz/Targets.
TARGET = re.compile(r'FuzzTarget\("([a-z-]+)"(?:, maxLength: (\d+))?')
DEFAULT_LENGTH = 4096
#: Of the command line.
arguments = argparse.Namespace()
# Freed memory is not given back to the system, which would take a good part of the time.
ALLOCATOR = {f"MALLOC_{name}_": str(64 << 20) for name in ("TRIM_THRESHOLD", "TOP_PAD", "MMAP_THRESHOLD")}


def built_program():
    """Builds the fuzzer; the modules of this package count what they execute, or only the targets; those of others do not."""
    counting, build = ("targets", "build-more") if arguments.more else ("all", "build")
    environment = {**os.environ, "STATICMAP_FUZZ": counting}
    command = ["swift", "build", "-c", "release", "--product", "Fuzzer", "--scratch-path", os.path.join(WORK, build)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=sys.stderr)
    shown = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), "Fuzzer")


def targets():
    """{name: longest input in bytes} of the targets, as Fuzz/Targets says, in the order of the files."""
    found: dict[str, int] = {}
    for file in sorted((ROOT / "Fuzz/Targets").rglob("*.swift")):
        for name, length in TARGET.findall(file.read_text(encoding="utf-8")):
            found[name] = int(length or DEFAULT_LENGTH)
    return found


def folder(*parts):
    path = os.path.join(WORK, *parts)
    os.makedirs(path, exist_ok=True)
    return path


def fuzz(target, length, seconds):
    """Executions, executions per second, covered edges, inputs that were kept, and the finds of one target."""
    finds = folder("finds", target)
    corpus = folder("corpus", target)
    # What fell of this target is kept as scenes, which are longer than inputs.
    kinds = ["corpus"] if target == "made-scene" else ["corpus", "regressions"]
    seeds = [os.path.join(INPUTS, kind, target) for kind in kinds]
    dictionary = os.path.join(INPUTS, "dictionaries", target + ".dict")
    command = [
        arguments.program, corpus, *(seed for seed in seeds if os.path.isdir(seed)),
        f"-max_total_time={seconds}", f"-max_len={length}", f"-timeout={arguments.timeout}", f"-rss_limit_mb={arguments.memory}",
        f"-malloc_limit_mb={arguments.memory // 4}", "-print_final_stats=1", "-use_value_profile=0", "-reload=0",
        # Where little is counted, nothing is rare.
        *(["-entropic=0", "-len_control=0"] if arguments.more else []),
        f"-artifact_prefix={finds}/", *([f"-dict={dictionary}"] if os.path.isfile(dictionary) else []),
    ]
    before = set(os.listdir(finds))
    # Swift would print the stack of a trap for minutes; the input says it all.
    environment = {**os.environ, **ALLOCATOR, "STATICMAP_FUZZ_TARGET": target, "SWIFT_BACKTRACE": "enable=no"}
    run = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, errors="replace")
    with open(os.path.join(folder("logs"), target + ".log"), "w") as log:
        log.write(run.stderr)
    progress = re.findall(r"#(\d+)\t.* cov: (\d+) .*exec/s: (\d+)", run.stderr)
    statistics = dict(re.findall(r"stat::(\w+): +(\d+)", run.stderr))
    executions = int(statistics.get("number_of_executed_units", progress[-1][0] if progress else 0))
    found = sorted(name for name in set(os.listdir(finds)) - before if not name.startswith("slow-unit"))
    if run.returncode != 0 and not found:
        sys.exit(f"{target}: the fuzzer ended with {run.returncode}:\n{run.stderr[-2000:]}")
    return {
        "executions": executions, "rate": int(statistics.get("average_exec_per_sec", progress[-1][2] if progress else 0)),
        "coverage": int(progress[-1][1]) if progress else 0, "inputs": len(os.listdir(corpus)),
        "finds": found,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all of them unless named")
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together")
    parser.add_argument("--memory", type=int, default=2048, help="MiB; a single allocation may take a quarter of it")
    parser.add_argument("--timeout", type=int, default=10, help="seconds by the clock after which an input is a find")
    parser.add_argument("--more", action="store_true", help="more inputs, with less of a guide")
    parser.add_argument("--program", help="a fuzzer that is built already")
    parser.parse_args(namespace=arguments)
    arguments.program = os.path.abspath(arguments.program) if arguments.program else built_program()
    known = targets()
    if unknown := [name for name in arguments.targets if name not in known]:
        sys.exit(f"there is no target called {unknown[0]}")
    chosen = arguments.targets or list(known)
    totals_file = os.path.join(folder(), "totals.json")
    totals = json.load(open(totals_file)) if os.path.exists(totals_file) else {}

    print(f"{'target':<18} {'executions':>12} {'per second':>11} {'coverage':>9} {'inputs':>7} {'finds':>6} {'since the last find':>20}")
    everything = since = finds = 0
    for target in chosen:
        result = fuzz(target, known[target], max(1, arguments.seconds // len(chosen)))
        total = totals.setdefault(target, {"executions": 0, "since": 0, "finds": 0})
        total["executions"] += result["executions"]
        total["since"] = 0 if result["finds"] else total["since"] + result["executions"]
        total["finds"] += len(result["finds"])
        total["coverage"] = result["coverage"]
        with open(totals_file, "w") as file:
            json.dump(totals, file, indent=1)
        print(f"{target:<18} {result['executions']:>12,} {result['rate']:>11,} {result['coverage']:>9,} {result['inputs']:>7,} "
              f"{len(result['finds']):>6} {total['since']:>20,}", flush=True)
        for name in result["finds"]:
            print(f"    {os.path.relpath(os.path.join(WORK, 'finds', target, name), ROOT)}")
        everything += result["executions"]
        since += total["since"]
        finds += len(result["finds"])
    print(f"{'all':<18} {everything:>12,} {'':>11} {'':>9} {'':>7} {finds:>6} {since:>20,}")
    sys.exit(1 if finds else 0)


if __name__ == "__main__":
    main()

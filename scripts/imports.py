#!/usr/bin/env python3
"""Checks that each target names in Package.swift every module that it imports.

A build over an older one finds the module all the same; a build from nothing does not.
"""
import json
import pathlib
import re
import subprocess
import sys

toolchain = {"Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl", "Testing", "XCTest", "Synchronization", "Dispatch"}
statement = re.compile(
    r"^(?:@\w+ )?(?:public |package |internal )?import (?:struct |class |enum |func |protocol )?(\w+)", re.MULTILINE)

package = json.loads(subprocess.run(["swift", "package", "dump-package"], check=True, capture_output=True).stdout)
missing = []
for target in package["targets"]:
    folder = {"test": "Tests"}.get(target["type"], "Sources")
    sources = pathlib.Path(target.get("path") or f"{folder}/{target['name']}")
    named = {(dependency.get("byName") or dependency.get("product") or dependency.get("target"))[0]
             for dependency in target["dependencies"]}
    for file in sorted(sources.rglob("*.swift")):
        for module in statement.findall(file.read_text()):
            if module not in named | toolchain:
                missing.append(f"{file}: imports {module}, which Package.swift does not name for {target['name']}")
print("\n".join(missing), end="\n" if missing else "")
sys.exit(bool(missing))

# SPDX-License-Identifier: MIT
"""Checks README, ARCHITECTURE and docs/ against the program: python3 -m staticmap_tools.docs.check BINARY

- Every shell block runs, page by page, in a folder that looks like a checkout; `# exits 65` names another exit code.
  A block below `<!-- output -->` is what the block before it prints; `…` stands for anything. What cannot be run is listed
  in not-run.txt.
- Every JSON block is a scene, or a part of one, that `staticmap check --strict` accepts. Below `<!-- file: NAME -->` it is
  also written to that file for the commands that follow; below `<!-- not a scene -->` it only has to be JSON.
- Every Swift block is in a test, between `// show: PAGE` and `// end`, so that it is compiled and run; `<!-- not compiled -->`
  marks those that cannot be.
- Every link leads somewhere; every name in backticks that looks like a file, an option or a type exists.
- Man pages and completions are made without a complaint.
- The articles of StaticMap.docc have compiled code too, their links lead to public types, and each public type is a topic.
- ARCHITECTURE.md has the modules of Package.swift; docs/troubleshooting.md has every code of a diagnostic.
"""
import concurrent.futures
import sys

from . import commands, docc, installed, names, troubleshooting
from .pages import pages


def main():
    binary = sys.argv[1]
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        runs = [threads.submit(commands.problems, page, binary) for page in pages()]
        problems = names.problems(binary) + troubleshooting.problems() + docc.problems()
        problems += installed.problems(binary)
        for run in runs:
            problems += run.result()
    problems += commands.unused()
    for problem in problems:
        print(problem)
    print(f"documentation: {len(pages())} pages, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

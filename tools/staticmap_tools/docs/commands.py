# SPDX-License-Identifier: MIT
"""Runs the shell blocks of a page and checks its JSON."""
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import textwrap

from ..checkout import ROOT
from .pages import blocks

NOT_RUN = pathlib.Path(__file__).with_name("not-run.txt")
SECONDS = 60
EXITS = re.compile(r"\s+# exits (\d+).*$")
OVERLAYS = {"polyline", "polygon", "circle", "fog", "tiles", "geojson", "gpx"}

not_run = {line for line in NOT_RUN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")}
met: set = set()


def unused():
    """Entries of not-run.txt that no page has."""
    return [f"{NOT_RUN.relative_to(ROOT)}: no page has: {line}" for line in sorted(not_run - met)]


def problems(page, binary):
    """What is wrong with the blocks of a page, run from first to last."""
    found = []
    with tempfile.TemporaryDirectory(prefix="staticmap-docs-") as name:
        folder = pathlib.Path(name)
        checkout(folder, binary)
        groups: list = []
        output = ""
        for block in blocks(page)[0]:
            if "output" in block.directives:
                if not matches(block.text, output):
                    found.append(f"{block.where}: printed instead:\n{output}")
            elif block.language == "json":
                found += json_problems(block, folder, environment(folder))
            elif block.language == "yaml":
                write_file(block, folder)
            elif block.language == "sh":
                output, failure = run(block, folder, groups)
                if failure:
                    found.append(f"{block.where}: {failure}\n{output}")
            elif block.language == "swift" and "not compiled" not in block.directives:
                if code(block.text) not in compiled():
                    found.append(f"{block.where}: no test has this code between `// show: {page.name}` and `// end`")
            elif block.language == "":
                found.append(f"{block.where}: the block has no language")
        end(groups)
    return found


def checkout(folder, binary):
    """A folder with what a checkout has, and the program on its path."""
    for name in ["styles", "basemap", "scripts", "tools", "Sources", "Tests"]:
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns(".build"))
    shutil.copy(ROOT / "Tests/Fixtures/tiles.mbtiles", folder / "city.mbtiles")
    (folder / "bin").mkdir()
    (folder / "bin/staticmap").symlink_to(pathlib.Path(binary).resolve())


def environment(folder):
    return {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder), "STATICMAP_HOME": str(ROOT), "LC_ALL": "C.UTF-8"}


def script(block):
    """The block for bash: without what is not run, and with the exit codes that it expects."""
    lines = ["set -euo pipefail"]
    for line in block.text.splitlines():
        bare = re.sub(r"\s+#.*$", "", line).strip()
        if bare in not_run:
            met.add(bare)
            continue
        code = EXITS.search(line)
        if code:
            line = f"{{ {EXITS.sub('', line)}; }} && false || test $? = {code.group(1)}"
        lines.append(line)
    return "\n".join(lines)


def run(block, folder, groups):
    """What a block printed, and why it failed. Its processes are added to the groups to be ended."""
    with open(folder / ".output", "w+", encoding="utf-8", errors="replace") as log:
        process = subprocess.Popen(
            ["bash", "-c", script(block)], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, process_group=0)
        groups.append(process.pid)
        try:
            code = process.wait(SECONDS)
            failure = f"exit code {code}" if code else ""
        except subprocess.TimeoutExpired:
            process.kill()
            failure = f"still running after {SECONDS} seconds"
        log.seek(0)
        return log.read(), failure


def end(groups):
    """Ends what a page left running, such as a server."""
    for group in groups:
        try:
            os.killpg(group, signal.SIGTERM)
        except ProcessLookupError:
            pass


def code(text):
    """Swift code without imports, without its indent."""
    lines = [line for line in text.splitlines() if not line.startswith("import ")]
    return textwrap.dedent("\n".join(lines)).strip()


@functools.cache
def compiled():
    """What tests have between `// show: ...` and `// end`, as one text."""
    shown = []
    for file in sorted((ROOT / "Tests").rglob("*.swift")):
        for part in re.findall(r"^ *// show: .*?\n(.*?)^ *// end$", file.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            shown.append(code(part))
    return shown


def matches(pattern, text):
    parts = [re.escape(part.strip()) for part in re.split("…", pattern.strip())]
    return re.fullmatch(r"\s*" + r".*?".join(r"\s*" + part + r"\s*" for part in parts), text, re.DOTALL) is not None


def scene(block):
    """The scene that a block is, or is a part of."""
    text = block.text.strip()
    if text.startswith('"'):
        text = f"{{{text}}}"
    value = json.loads(text)
    if "not a scene" in block.directives or value.get("version") == 8 or "features" in value:
        return None
    if value.get("type") in OVERLAYS:
        value = {"overlays": [value]}
    elif "coordinate" in value:
        value = {"annotations": [value]}
    # A page has a size of its own.
    size = {} if "page" in value else {"size": [400, 300]}
    return {"version": 1, **size, **value}


def write_file(block, folder):
    """Writes the block to the file that a directive above it names."""
    for directive in block.directives:
        if directive.startswith("file: "):
            (folder / directive.removeprefix("file: ")).write_text(block.text, encoding="utf-8")


def json_problems(block, folder, environment):
    try:
        value = scene(block)
    except (json.JSONDecodeError, AttributeError) as error:
        return [f"{block.where}: not JSON: {error}"]
    write_file(block, folder)
    if value is None:
        return []
    file = folder / f"{block.page.stem}-{block.line}.json"
    file.write_text(json.dumps(value, indent=2, ensure_ascii=False), encoding="utf-8")
    checked = subprocess.run(
        ["staticmap", "check", "--strict", file.name], cwd=folder, env=environment, capture_output=True, text=True)
    return [f"{block.where}: {checked.stdout}{checked.stderr}"] if checked.returncode else []

# SPDX-License-Identifier: MIT
"""What `make install` makes from the program: man pages and completions."""
import pathlib
import shutil
import subprocess
import tempfile

from . import command_help, man


def problems(binary):
    with tempfile.TemporaryDirectory(prefix="staticmap-man-") as name:
        folder = pathlib.Path(name)
        return manuals(binary, folder) + completions(binary, folder)


def manuals(binary, folder):
    """A page for the program and one for each command, in which groff finds nothing wrong, where there is groff."""
    man.write(binary, folder)
    names = ["staticmap", *(f"staticmap-{c['commandName'].replace(' ', '-')}" for c in command_help.commands(command_help.load(binary)))]
    found = [f"make install: no man page {name}.1" for name in names if not (folder / f"{name}.1").exists()]
    if shutil.which("groff"):
        for page in sorted(folder.glob("*.1")):
            told = subprocess.run(
                ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", page], capture_output=True, text=True).stderr
            found += [f"make install: {page.name}: {line}" for line in told.splitlines()]
    return found


def completions(binary, folder):
    """Scripts for the shells; each shell that is there reads its own."""
    found = []
    for shell in ["bash", "zsh", "fish"]:
        script = subprocess.run([binary, "--generate-completion-script", shell], capture_output=True, text=True).stdout
        if "render" not in script:
            found.append(f"make install: the completions for {shell} do not know render")
        (folder / shell).write_text(script, encoding="utf-8")
        if shutil.which(shell):
            told = subprocess.run([shell, "-n", folder / shell], capture_output=True, text=True).stderr
            found += [f"make install: completions for {shell}: {line}" for line in told.splitlines()]
    return found

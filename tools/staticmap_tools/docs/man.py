# SPDX-License-Identifier: MIT
"""Writes the man pages staticmap.1 and staticmap-COMMAND.1, from what the program says of itself.

    python3 -m staticmap_tools.docs.man BINARY FOLDER
"""
import pathlib
import re
import subprocess
import sys

from . import command_help

FILES = """\
.SH ENVIRONMENT
.TP
.B STATICMAP_HOME
The folder with styles, base maps and the scene schema, if it is not the installation's own. The option \\fB\\-\\-home\\fR \
overrides it.
.SH FILES
.TP
.I share/staticmap/styles
Installed styles, each a folder with \\fIstyle.json\\fR.
.TP
.I share/staticmap/basemap
Archives of the default base map; every \\fI.pmtiles\\fR and \\fI.mbtiles\\fR file here is part of it.
.TP
.I share/staticmap/scene.schema.json
The JSON schema of scenes.
.SH EXIT STATUS
.TP
0
Success.
.TP
1
Some maps of a batch failed; images or scenes differ; scenes conflict.
.TP
64
Wrong usage.
.TP
65
Wrong data in a scene, a style or an archive; or a warning with \\fB\\-\\-strict\\fR.
.TP
66
An input file does not exist or cannot be read.
.TP
69
The output format cannot hold this map.
.TP
73
The output cannot be written.
"""

EXAMPLES = """\
.SH EXAMPLES
.nf
staticmap render scene.json \\-o map.png \\-o map.pdf
staticmap render \\-\\-center 24.944,60.1715 \\-\\-zoom 15 \\-\\-size 600x400@2x \\-o helsinki.png
staticmap render \\-\\-marker 'color:purple|label:A|24.94,60.17' \\-o map.png
staticmap check scene.json
.fi
"""


def escaped(text):
    """Text for roff: backslashes, hyphens, and no line that looks like a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def header(title, version):
    return f'.TH {title.upper()} 1 "" "staticmap {version}" "staticmap manual"\n'


def entry(argument):
    """One option with what it does."""
    spelling = escaped(command_help.spelling(argument))
    return f".TP\n\\fB{spelling}\\fR\n{escaped(command_help.help_text(argument))}\n"


def command_page(command, version):
    name = f"staticmap-{command['commandName'].replace(' ', '-')}"
    arguments = command_help.arguments(command)
    positional = [a for a in arguments if a["kind"] == "positional"]
    words = "".join(
        f" [\\fI{escaped(a['valueName'])}\\fR]" if a["isOptional"] else f" \\fI{escaped(a['valueName'])}\\fR"
        for a in positional)
    page = header(name, version)
    page += f".SH NAME\n{escaped(name)} \\- {escaped(sentence(command['abstract']))}\n"
    page += f".SH SYNOPSIS\n\\fBstaticmap {command['commandName']}\\fR [\\fIoptions\\fR]{words}\n"
    description = command.get("discussion") or command["abstract"]
    page += f".SH DESCRIPTION\n{escaped(description)}\n"
    sections: dict = {}
    for argument in arguments:
        default = "Arguments" if argument["kind"] == "positional" else "Options"
        sections.setdefault(argument.get("sectionTitle") or default, []).append(argument)
    for title, members in sorted(sections.items(), key=lambda item: item[0] != "Arguments"):
        page += f".SH {escaped(title.upper())}\n" + "".join(map(entry, members))
    return name, page + ".SH SEE ALSO\n.BR staticmap (1)\n"


def main_page(root, version):
    page = header("staticmap", version)
    page += f".SH NAME\nstaticmap \\- {escaped(sentence(root['abstract']))}\n"
    page += ".SH SYNOPSIS\n\\fBstaticmap\\fR [\\fIcommand\\fR] [\\fIoptions\\fR]\n"
    page += ".SH DESCRIPTION\nWithout a command, \\fBstaticmap\\fR renders a map.\n.SH COMMANDS\n"
    for command in command_help.commands(root):
        page += f".TP\n.BR staticmap\\-{command['commandName'].replace(' ', '-')} (1)\n{escaped(command['abstract'])}\n"
    see = ", ".join(f"\\fBstaticmap\\-{c['commandName'].replace(' ', '-')}\\fR(1)" for c in command_help.commands(root))
    return "staticmap", page + EXAMPLES + FILES + f".SH SEE ALSO\n{see}\n"


def sentence(text):
    """The first sentence without its full stop, in lower case, as `whatis` shows it."""
    text = text.split(". ")[0].rstrip(".")
    return text[:1].lower() + text[1:]


def write(binary, folder):
    """Writes the pages of a program and its commands into a folder."""
    root = command_help.load(binary)
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in [main_page(root, version), *(command_page(c, version) for c in command_help.commands(root))]:
        (folder / f"{name}.1").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1], pathlib.Path(sys.argv[2]))

# SPDX-License-Identifier: MIT
"""What the program says of its own commands and options."""
import json
import subprocess

HIDDEN = {"help", "version"}


def load(binary):
    """The program's command, from its own dump."""
    dump = subprocess.run([binary, "--experimental-dump-help"], capture_output=True, check=True).stdout
    return json.loads(dump)["command"]


def commands(root):
    """The subcommands, without `help`; in place of a group those in it, such as `tiles merge`."""
    found = []
    for command in root.get("subcommands", []):
        if command["commandName"] == "help" or not command.get("shouldDisplay", True):
            continue
        inner = commands(command)
        name = command["commandName"]
        found += [{**c, "commandName": f"{name} {c['commandName']}"} for c in inner] or [command]
    return found


def arguments(command):
    """What a command takes, without what every command has."""
    return [a for a in command.get("arguments", []) if a.get("shouldDisplay", True) and long_name(a) not in HIDDEN]


def long_name(argument):
    for name in argument.get("names", []):
        if name["kind"] == "long":
            return name["name"]
    return argument.get("valueName", "")


def spelling(argument):
    """As it is typed: "-o, --output <output>", "--latlng", "<scene>"."""
    value = f"<{argument.get('valueName', '')}>"
    if argument["kind"] == "positional":
        return value
    names = ", ".join(("-" if n["kind"] == "short" else "--") + n["name"] for n in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} {value}"


def shared(root):
    """Options that at least three commands have with the same words."""
    seen: dict = {}
    for command in commands(root):
        for argument in arguments(command):
            if argument["kind"] != "positional":
                seen.setdefault((spelling(argument), argument.get("abstract", "")), []).append(argument)
    return {key: found[0] for key, found in seen.items() if len(found) >= 3}


def help_text(argument):
    """The option's own sentence, with values and default where the sentence does not say them."""
    text = argument.get("abstract", "").strip()
    if argument.get("defaultValue") and "default" not in text:
        text += f" Default: {argument['defaultValue']}."
    values = argument.get("allValues") or argument.get("allValueStrings")
    if values and not all(value in text for value in values):
        text += f" Values: {', '.join(values)}."
    return text

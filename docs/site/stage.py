#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Collects the pages of the site: docs/site/stage.py FOLDER, which gets mkdocs.yml and pages/.

The pages are README, docs/, the gallery, the Chinese pages, the articles on the Swift library, and all Markdown files that one of them
links. Links are written anew for their places on the site. What they lead to besides is copied; a folder has no page, so a link to
it becomes plain text, unless SITE_REPOSITORY says at which address the sources are. SITE_URL is the address of the site.
The navigation is the table under "Documentation" of README. Reference pages of the Swift library are copied from FOLDER/reference,
where scripts/site.sh puts them.
"""
import json
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCC = ROOT / "Sources/StaticMap/StaticMap.docc"
REPOSITORY = os.environ.get("SITE_REPOSITORY", "").rstrip("/")
LINK = re.compile(r"(?P<code>(?P<ticks>`+).*?(?P=ticks))|(?P<bang>!?)\[(?P<text>[^\[\]]*)\]\((?P<target>[^)\s]+)\)"
                  r'|(?P<attribute>src|href)="(?P<value>[^"]+)"|<doc:(?P<article>\w+)>')
FENCE = re.compile(r"^ *```")
FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
# Chinese has no space where a line of the source ends.
CHINESE, MARKS = "\\u4e00-\\u9fff", "\\u3000-\\u303f\\uff00-\\uffef"
BROKEN = re.compile(rf"(?<=[{MARKS}])\n(?:  )?(?=[^\s|#>*<-])|(?<=[{CHINESE}])\n(?:  )?(?=[{CHINESE}{MARKS}])")
WITHOUT_SIDEBAR = ["README.md", "examples/README.md"]
# Pages of the project rather than of the program, in the order of the navigation.
PROJECT = ["CHANGELOG.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "RELEASING.md", "SECURITY.md", "ARCHITECTURE.md", "basemap/README.md"]
NO_REFERENCE = """# Swift reference

This copy of the site was made without the reference of the Swift library. `make docs site` writes both; it needs the Swift toolchain.
The articles beside this page, and [Swift library](docs/library.md), are complete.
"""
REFERENCE = """# Swift reference

<a href="reference/documentation/staticmap/">Types and functions of the library</a>, as DocC writes them. They need JavaScript and a server.
"""


def place(file):
    """Where a page of the repository is on the site."""
    path = file.relative_to(ROOT)
    if path.parent == pathlib.PurePath():
        name = path.stem.lower().replace("_", "-")
        return pathlib.PurePath({"readme": "index.md", "readme.zh-cn": "zh-CN/index.md"}.get(name, f"{name}.md"))
    if file.parent == DOCC:
        return pathlib.PurePath("swift", path.name)
    if path.name == "README.md":
        # Material makes an index the page of its section, which only the gallery is.
        return path.with_name("index.md") if path.parent.name == "examples" else path.parent.with_suffix(".md")
    return path


def title(file):
    heading = re.search(r"^# (.*)", file.read_text(encoding="utf-8"), re.MULTILINE)
    return heading.group(1).replace("`", "").strip() if heading else file.stem


def is_chinese(file):
    return "zh-CN" in str(file.relative_to(ROOT))


class Site:
    def __init__(self, folder):
        self.pages = folder / "pages"
        self.done = set()
        self.waiting = []

    def add(self, *files):
        for file in files:
            if file not in self.done:
                self.done.add(file)
                self.waiting.append(file)

    def write(self):
        while self.waiting:
            file = self.waiting.pop()
            text = "\n".join(self.lines(file)) + "\n"
            if is_chinese(file):
                # The browser chooses Chinese glyphs; the heading stays outside, where it is found as the title.
                head, _, body = text.partition("\n")
                body = "".join(part if FENCED.match(part) else BROKEN.sub("", part) for part in FENCED.split(body))
                text = f'{head}\n\n<div lang="zh-Hans" markdown="1">\n{body}\n</div>\n'
            if str(file.relative_to(ROOT)) in WITHOUT_SIDEBAR:
                text = f"---\nhide: [navigation]\n---\n{text}"
            target = self.pages / place(file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    def lines(self, file):
        fenced = False
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if FENCE.match(line):
                fenced = not fenced
            elif not fenced:
                line = self.linked(line, file, number).replace("<img ", '<img loading="lazy" ')
            yield line

    def linked(self, line, file, number):
        return LINK.sub(lambda found: self.replaced(found, file, number, line.startswith("|")), line)

    def replaced(self, found, file, number, table):
        if found["code"]:
            # Code in tables escapes its bars for the host's Markdown, and need not here.
            return found["code"].replace("\\|", "|") if table else found["code"]
        if found["article"]:
            article = DOCC / f"{found['article']}.md"
            return f"[{title(article)}]({self.link(article, file)})"
        target = found["target"] or found["value"]
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        path, _, anchor = target.partition("#")
        thing = pathlib.Path(os.path.normpath(file.parent / path))
        if not thing.exists() or not thing.is_relative_to(ROOT):
            sys.exit(f"{file.relative_to(ROOT)}:{number}: the link leads nowhere: {target}")
        if thing.is_dir() and not (thing / "README.md").exists():
            address = f"{REPOSITORY}/tree/main/{thing.relative_to(ROOT)}"
            return f"[{found['text']}]({address})" if REPOSITORY else found["text"]
        thing = thing / "README.md" if thing.is_dir() else thing
        address = self.link(thing, file) + (f"#{anchor}" if anchor else "")
        if found["attribute"]:
            return f'{found["attribute"]}="{address}"'
        return f"{found['bang']}[{found['text']}]({address})"

    def link(self, thing, file):
        """The address of a page or a file, seen from a page; both are on the site afterwards."""
        if thing.suffix == ".md":
            self.add(thing)
            target = place(thing)
        else:
            target = thing.relative_to(ROOT)
            # Servers show files without a known ending as downloads.
            target = target if target.suffix else target.with_name(f"{target.name}.txt")
            copy = self.pages / target
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(thing, copy)
        return os.path.relpath(target, place(file).parent)


def documentation(site):
    """Pages in the order of README's table, with its words; then the others of docs/."""
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## Documentation\n")[2].partition("\n## ")[0]
    entries = {}
    for text, target in re.findall(r"\[([^\]]+)\]\((docs/[^)#]+\.md)\)", table):
        entries[ROOT / target] = text
    for file in sorted((ROOT / "docs").glob("*.md")):
        if not is_chinese(file):
            entries.setdefault(file, title(file))
    installation = ROOT / "docs/installation.md"
    entries = {installation: entries[installation], **entries}
    site.add(*entries)
    return [{text: str(place(file))} for file, text in entries.items()]


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(folder / "pages", ignore_errors=True)
    site = Site(folder)
    home, gallery, chinese = ROOT / "README.md", ROOT / "examples/README.md", ROOT / "README.zh-CN.md"
    translated = sorted(set((ROOT / "docs").rglob("*zh-CN*.md")) | set((ROOT / "docs").glob("zh-CN/**/*.md")))
    articles = [DOCC / f"{name}.md" for name in re.findall(r"^- <doc:(\w+)>", (DOCC / "StaticMap.md").read_text(encoding="utf-8"), re.MULTILINE)]
    project = [ROOT / name for name in PROJECT if (ROOT / name).exists()]
    site.add(home, gallery, chinese, *translated, *articles, *project)
    manual = documentation(site)
    site.write()

    (site.pages / "swift-reference.md").write_text(
        REFERENCE if (folder / "reference").exists() else NO_REFERENCE, encoding="utf-8")
    if (folder / "reference").exists():
        shutil.copytree(folder / "reference", site.pages / "reference")
    shutil.copyfile(ROOT / "docs/site/site.css", site.pages / "site.css")

    def entry(file):
        return {title(file): str(place(file))}

    known = {home, gallery, chinese, *translated, *articles, *project}
    others = sorted(file for file in site.done if file not in known and file.parent != ROOT / "docs")
    styles = [file for file in others if file.is_relative_to(ROOT / "styles")]
    others = [file for file in others if file not in styles]
    settings = {
        "INHERIT": os.path.relpath(ROOT / "docs/site/mkdocs.yml", folder),
        "docs_dir": "pages",
        "site_dir": "html",
        "nav": [
            {"Home": "index.md"},
            {"Documentation": [*manual, {"Installed styles": [entry(file) for file in styles]}]},
            {"Gallery": [str(place(gallery))]},
            {"Swift": [*map(entry, articles), {"Swift reference": "swift-reference.md"}]},
            {"Project": [entry(file) for file in project + others]},
            {"简体中文": [str(place(chinese)), *map(entry, translated)]},
        ],
    }
    if os.environ.get("SITE_URL"):
        settings["site_url"] = os.environ["SITE_URL"]
    if REPOSITORY:
        settings["repo_url"] = REPOSITORY
    # JSON is YAML.
    (folder / "mkdocs.yml").write_text(json.dumps(settings, ensure_ascii=False, indent=1), encoding="utf-8")
    print(f"site: {len(site.done) + 1} pages")


main()

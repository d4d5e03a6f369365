#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a notebook and makes a page of it: notebook.py NOTEBOOK.ipynb PAGE.md [--check]

What the notebook shows goes to images/PAGE-N.webp beside the page. With --check nothing is written: fails when the page does not say
what the notebook says now, or a picture has another size. Needs nbconvert, ipykernel and Pillow.
"""
import base64
import io
import pathlib
import sys

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor
from PIL import Image


def page(notebook, name):
    """The text of the page, and its pictures by name."""
    lines, pictures = [], {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines += [cell.source, ""]
            continue
        lines += ["```python", cell.source, "```", ""]
        for output in cell.outputs:
            data = output.get("data", {})
            if "image/png" in data:
                picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")
                # As wide as the notebook shows it, whatever its pixels are.
                width = output.get("metadata", {}).get("image/png", {}).get("width", picture.width)
                file = f"images/{name}-{len(pictures) + 1}.webp"
                pictures[file] = picture
                lines += [f'<img src="{file}" width="{width}" alt="The output of the cell">', ""]
            elif text := output.get("text") or data.get("text/plain"):
                lines += ["```text", text.rstrip(), "```", ""]
    return "\n".join(lines), pictures


def main():
    source, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    notebook = nbformat.read(source, as_version=4)
    ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(source.parent)}})
    text, pictures = page(notebook, target.stem)
    # Links of the notebook begin in its own folder.
    text = text.replace("](../../docs/", "](")
    if sys.argv[3:] != ["--check"]:
        target.write_text(text, encoding="utf-8")
        for file, picture in pictures.items():
            picture.save(target.parent / file, quality=85, method=6)
        return
    problems = [] if target.read_text(encoding="utf-8") == text else ["it does not say what the notebook says"]
    for file, picture in pictures.items():
        path = target.parent / file
        if not path.exists() or Image.open(path).size != picture.size:
            problems.append(f"{file} is not what the notebook shows")
    if problems:
        sys.exit(f"{target}: {'; '.join(problems)}: write it again with scripts/docs/notebook.py {source} {target}")


if __name__ == "__main__":
    main()

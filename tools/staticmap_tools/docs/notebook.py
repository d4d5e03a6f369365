# SPDX-License-Identifier: MIT
"""Runs a notebook and makes a page of it: python3 -m staticmap_tools.docs.notebook NOTEBOOK.ipynb PAGE.md [--check]

What the notebook shows goes to images/PAGE-N.webp beside the page. With --check nothing is written: fails when the page does not say
what the notebook says now, or an image has another size. Needs nbconvert, ipykernel and Pillow.
"""
import base64
import io
import pathlib
import sys

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor
from PIL import Image


def page(notebook, name):
    """The text of the page, and its images by name."""
    lines: list = []
    images: dict = {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines += [cell.source, ""]
            continue
        lines += ["```python", cell.source, "```", ""]
        for output in cell.outputs:
            data = output.get("data", {})
            if "image/png" in data:
                image = Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")
                # As wide as the notebook shows it, whatever its pixels are.
                width = output.get("metadata", {}).get("image/png", {}).get("width", image.width)
                file = f"images/{name}-{len(images) + 1}.webp"
                images[file] = image
                lines += [f'<img src="{file}" width="{width}" alt="The output of the cell">', ""]
            elif text := output.get("text") or data.get("text/plain"):
                lines += ["```text", text.rstrip(), "```", ""]
    return "\n".join(lines), images


def main():
    source, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    notebook = nbformat.read(source, as_version=4)
    ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(source.parent)}})
    text, images = page(notebook, target.stem)
    # Links of the notebook begin in its own folder.
    text = text.replace("](../../docs/", "](")
    if sys.argv[3:] != ["--check"]:
        target.write_text(text, encoding="utf-8")
        for file, image in images.items():
            image.save(target.parent / file, quality=85, method=6)
        return
    problems = [] if target.read_text(encoding="utf-8") == text else ["it does not say what the notebook says"]
    for file, image in images.items():
        path = target.parent / file
        if not path.exists() or Image.open(path).size != image.size:
            problems.append(f"{file} is not what the notebook shows")
    if problems:
        sys.exit(f"{target}: {'; '.join(problems)}: write it again with python3 -m staticmap_tools.docs.notebook {source} {target}")


if __name__ == "__main__":
    main()

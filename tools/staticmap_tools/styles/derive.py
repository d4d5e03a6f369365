# SPDX-License-Identifier: MIT
"""Makes the other styles from styles/streets/style.json and their recipes.

    make styles                                                      # writes styles/*/style.json
    PYTHONPATH=tools python3 -m staticmap_tools.styles.derive --check # says which of them differ from what is made, and fails
"""

import copy
import fnmatch
import json
import sys
import typing

from ..checkout import ROOT
from . import dark, light, outdoors, print as on_paper, relief, transit
from .recipe import Recipe
from .style_json import written

#: Folder and recipe; one that is made from another comes after it.
RECIPES = {
    "dark": dark.RECIPE,
    "light": light.RECIPE,
    "outdoors": outdoors.RECIPE,
    "print": on_paper.RECIPE,
    "relief": relief.RECIPE,
    "transit": transit.RECIPE,
}
STYLES = ROOT / "styles"


def derived(base: dict[str, typing.Any], recipe: Recipe) -> dict[str, typing.Any]:
    """A style, changed as the recipe says. Names that match no layer are a mistake in the recipe."""
    style = copy.deepcopy(base) | {"name": recipe.name}
    style["metadata"] = style["metadata"] | {"description": recipe.description}
    style["sources"] = style["sources"] | recipe.sources
    style |= recipe.members
    layers = style["layers"]
    for pattern in recipe.without.split():
        kept = [layer for layer in layers if not fnmatch.fnmatchcase(layer["id"], pattern)]
        if len(kept) == len(layers):
            raise SystemExit(f"{recipe.name}: no layer to take out is called {pattern}")
        layers = kept
    for before, layer in recipe.added:
        layers.insert([layer["id"] for layer in layers].index(before), copy.deepcopy(layer))
    for change in recipe.changes:
        matching = [layer for layer in layers if change.matches(layer)]
        if not matching:
            raise SystemExit(f"{recipe.name}: no layer to change is called {change.names}")
        for layer in matching:
            change.apply(layer)
    return style | {"layers": layers}


def main() -> int:
    styles = {"streets": json.loads((STYLES / "streets" / "style.json").read_text())}
    differing = []
    for folder, recipe in RECIPES.items():
        path = STYLES / folder / "style.json"
        styles[folder] = derived(styles[recipe.base], recipe)
        made = written(styles[folder]) + "\n"
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text() != made:
                differing.append(path)
        else:
            path.write_text(made)
    for path in differing:
        print(f"{path}: differs from what `make styles` writes", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

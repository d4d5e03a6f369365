# SPDX-License-Identifier: MIT
"""Styles, their icons and how they are measured."""

import json

import pytest

from staticmap_tools.cartography import color, contact_sheets, measure, swatches, views
from staticmap_tools.checkout import ROOT
from staticmap_tools.sprites import draw, icons
from staticmap_tools.sprites.themes import THEMES
from staticmap_tools.styles import derive, style_json
from staticmap_tools.styles.recipe import Recipe, layout, one_of, only, paint, pattern, zoomed, zooms

BASE = {
    "name": "Base", "metadata": {"description": "old", "kept": 1}, "sources": {"map": {}},
    "layers": [
        {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}},
        {"id": "road", "type": "line", "filter": ["==", "a", 1], "paint": {"line-color": ["match", ["get", "x"], "y", "#aaaaaa", "#bbbbbb"]}},
        {"id": "road-name", "type": "symbol", "layout": {}, "paint": {"text-color": "#000000"}},
    ],
}


def derived(**members):
    """The layers of BASE by id, after a recipe of one's own."""
    recipe = Recipe(**({"name": "New", "description": "new", "without": "", "changes": [], "added": []} | members))
    style = derive.derived(BASE, recipe)
    return style, {layer["id"]: layer for layer in style["layers"]}


def test_a_recipe_names_and_describes_the_style():
    style, _ = derived()
    assert (style["name"], style["metadata"]) == ("New", {"description": "new", "kept": 1})
    assert BASE["name"] == "Base"


def test_layers_are_taken_out_and_put_in():
    style, _ = derived(without="*-name", added=[("road", {"id": "river", "type": "line"})])
    assert [layer["id"] for layer in style["layers"]] == ["ground", "river", "road"]


def test_a_name_that_matches_no_layer_is_an_error():
    with pytest.raises(SystemExit, match="no layer to change is called canal"):
        derived(changes=[paint("canal", line_color="#123456")])
    with pytest.raises(SystemExit, match="no layer to take out is called canal"):
        derived(without="canal")


def test_paint_changes_what_the_type_has():
    _, layers = derived(changes=[paint("*", line_color="#123456", text_color="#654321")])
    assert layers["road"]["paint"] == {"line-color": "#123456"} and layers["road-name"]["paint"] == {"text-color": "#654321"}
    assert layers["ground"]["paint"] == {"background-color": "#ffffff"}


def test_colors_are_exchanged_inside_an_expression():
    _, layers = derived(changes=[paint("road", line_color={"#aaaaaa": "#111111", "#bbbbbb": "#222222"})])
    assert layers["road"]["paint"]["line-color"] == ["match", ["get", "x"], "y", "#111111", "#222222"]
    with pytest.raises(KeyError):
        derived(changes=[paint("road", line_color={"#aaaaaa": "#111111"})])


def test_conditions_add_up():
    _, layers = derived(changes=[only("road", one_of("class", "a", "b")), only("road", ["has", "c"]), only("ground", ["has", "d"])])
    assert layers["road"]["filter"] == ["all", ["==", "a", 1], ["match", ["get", "class"], ["a", "b"], True, False], ["has", "c"]]
    assert layers["ground"]["filter"] == ["has", "d"]


def test_zooms_layouts_and_patterns():
    _, layers = derived(changes=[zooms("road", minzoom=0), layout("road-name", text_size=9), pattern("ground", "dots")])
    assert layers["road"]["minzoom"] == 0 and "maxzoom" not in layers["road"]
    assert layers["road-name"]["layout"] == {"text-size": 9} and layers["ground"]["paint"] == {"fill-pattern": "dots"}
    assert zoomed(1, 2, base=1.4)[1] == ["exponential", 1.4] and zoomed(1, 2)[1] == ["linear"]


def test_the_styles_are_those_of_the_recipes():
    styles = {"streets": json.loads((ROOT / "styles/streets/style.json").read_text())}
    for folder, recipe in derive.RECIPES.items():
        styles[folder] = derive.derived(styles[recipe.base], recipe)
        assert style_json.written(styles[folder]) + "\n" == (ROOT / "styles" / folder / "style.json").read_text(), folder


@pytest.mark.parametrize("value", [{"a": []}, ["match", ["get", "x" * 99], "a" * 40, 1, 2], ["interpolate", ["linear"], ["zoom"], *range(60)], {"layers": [{"id": "a"}]}])
def test_style_json_reads_back(value):
    assert json.loads(style_json.written(value)) == value


def test_long_choices_have_a_case_on_each_line():
    text = style_json.written(["match", ["get", "class"], "a" * 60, "#111111", "b" * 60, "#222222", "#333333"])
    assert text.splitlines() == ['["match", ["get", "class"],', f'  "{"a" * 60}", "#111111",', f'  "{"b" * 60}", "#222222",', '  "#333333"', "]"]


def test_contrast_is_that_of_wcag():
    black, white = color.linear((0, 0, 0)), color.linear((255, 255, 255))
    assert color.contrast(black, white) == pytest.approx(21) and color.contrast(white, white) == 1


def test_who_sees_no_red_tells_less_of_red_and_green():
    red, green = color.linear((220, 60, 40)), color.linear((90, 130, 40))
    blind = [color.seen(c, "protanopia") for c in (red, green)]
    assert color.distance(*blind) < color.distance(red, green) / 2
    assert color.seen(red, None) == red


def test_what_is_below_the_least_contrast_is_told():
    assert measure.lacking({"name": 4.4, "road minor": 1.31, "water": 2}, "streets") == ["streets: name 4.40, at least 4.5"]


def test_names_are_read_from_an_svg():
    svg = '<g aria-label="Bath &amp; Wells"></g><g id="attribution"><g aria-label="© OSM"></g></g>'
    assert measure.names(svg) == ["Bath & Wells"]


def test_swatches_lie_apart_and_within_the_image():
    boxes = [box for _, _, box in swatches.AREAS.values()]
    assert all(x + w <= swatches.SIZE[0] and y + h <= swatches.SIZE[1] for x, y, w, h in boxes)
    assert all(a[0] + a[2] <= b[0] for a, b in zip(boxes, boxes[1:], strict=False))


def test_cities_of_a_view_are_in_points_from_its_middle(monkeypatch):
    monkeypatch.setattr(views, "_all_cities", lambda: [("Here", 2_000_000, 10.0, 50.0), ("East", 900_000, 12.0, 50.0), ("Far", 5_000_000, 90.0, 0.0)])
    found = views.cities((10.0, 50.0), 5, (800, 600), 100_000)
    assert [name for name, *_ in found] == ["Here", "East"]
    assert found[1][2] == pytest.approx(2 / 360 * 512 * 32) and found[1][3] == pytest.approx(0)


def test_a_contact_sheet_has_a_cell_for_each_zoom():
    size, corners = contact_sheets.layout(5, 3, 400, 300)
    assert size == (3 * 404, 2 * 318)
    assert corners == [(0, 0), (404, 0), (808, 0), (0, 318), (404, 318)]


@pytest.mark.parametrize("name", THEMES)
def test_drawings_of_a_sprite_do_not_touch(name):
    drawings = draw.sprite(THEMES[name])
    corners, height = draw.places(drawings)
    boxes = [(x, y, x + drawings[key][0], y + drawings[key][1]) for key, (x, y) in corners.items()]
    assert all(draw.GAP <= x and right <= draw.WIDTH - draw.GAP and draw.GAP <= y and bottom <= height - draw.GAP for x, y, right, bottom in boxes)
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] + draw.GAP <= b[0] or b[2] + draw.GAP <= a[0] or a[3] + draw.GAP <= b[1] or b[3] + draw.GAP <= a[1]


def test_a_theme_leaves_out_groups():
    shops = [name for name, (group, _) in icons.BADGES.items() if group == "shop"]
    assert shops and not set(shops) & draw.sprite(THEMES["light"]).keys() and set(shops) <= draw.sprite(THEMES["streets"]).keys()


def test_sprites_hold_the_drawings_of_the_themes():
    for name, theme in THEMES.items():
        assert json.loads((ROOT / "styles" / name / "sprite.json").read_text()).keys() == draw.sprite(theme).keys(), name

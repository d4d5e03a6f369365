# SPDX-License-Identifier: MIT
"""A little of Unicode CLDR, as the makers of labels read it."""

import pytest

from staticmap_tools.basemap import cldr

NAMES = {
    "en": "<territory type='FI'>Finland</territory><territory type='HK'>Hong Kong SAR China</territory>"
    "<territory type='HK' alt='short'>Hong Kong</territory><territory type='CD'>Congo - Kinshasa</territory>",
    "fi": "<territory type='FI'>Suomi</territory>",
    "de": "<territory type='FI'>Finnland</territory>",
}
CITIES = {"en": {"Europe/Helsinki": "Helsinki", "Asia/Tokyo": "Tokyo", "Europe/Moscow": "Moscow"},
          "de": {"Europe/Moscow": "Moskau"}, "ja": {"Asia/Tokyo": "東京"}, "ru": {"Europe/Moscow": "Москва"}}
LIKELY = {"und_FI": "fi_Latn_FI", "und_JP": "ja_Jpan_JP", "und_RU": "ru_Cyrl_RU", "und_FR": "fr_Latn_FR", "und_US": "en_Latn_US"}


def _forget():
    for function in (cldr._names, cldr.zone_cities, cldr._likely, cldr.main_language):
        if hasattr(function, "cache_clear"):
            function.cache_clear()


@pytest.fixture
def names(tmp_path, monkeypatch):
    """The folder of CLDR with the names above."""
    for folder in ("main", "subdivisions", "supplemental"):
        (tmp_path / folder).mkdir()
    for language in NAMES.keys() | CITIES.keys():
        zones = "".join(f"<zone type='{zone}'><exemplarCity>{city}</exemplarCity></zone>" for zone, city in CITIES.get(language, {}).items())
        (tmp_path / "main" / f"{language}.xml").write_text(
            f"<ldml><localeDisplayNames><territories>{NAMES.get(language, '')}</territories></localeDisplayNames>"
            f"<dates><timeZoneNames>{zones}</timeZoneNames></dates></ldml>", encoding="utf-8")
    (tmp_path / "subdivisions" / "en.xml").write_text(
        "<ldml><localeDisplayNames><subdivisions><subdivision type='ustx'>Texas</subdivision><subdivision type='usca'>California</subdivision>"
        "<subdivision type='rusa'>Sakha</subdivision></subdivisions></localeDisplayNames></ldml>", encoding="utf-8")
    (tmp_path / "supplemental" / "likelySubtags.xml").write_text(
        "<s>" + "".join(f"<likelySubtag from='{a}' to='{b}'/>" for a, b in LIKELY.items()) + "</s>", encoding="utf-8")
    monkeypatch.setattr(cldr, "FOLDER", str(tmp_path))
    _forget()
    yield tmp_path
    _forget()

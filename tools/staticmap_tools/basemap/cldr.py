# SPDX-License-Identifier: MIT
"""Names of territories, states and cities from Unicode CLDR (Unicode licence; Debian's unicode-cldr-core)."""
import re
import xml.etree.ElementTree as ET
from functools import cache

from opencc import OpenCC

FOLDER = ""  # .../unicode/cldr/common, set by world.py
LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "ru", "ar", "hi", "ja", "ko", "zh"]
# The short form reads better on a map here ("Hong Kong" for "Hong Kong SAR China").
_SHORT = {"HK", "MO", "PS", "MM"}
# What CLDR calls by the capitals ("Congo - Kinshasa"), or what a country does not call itself.
_OWN = {("CD", "en"): "DR Congo", ("CG", "en"): "Congo", ("CG", "fr"): "Congo", ("CD", "fr"): "République démocratique du Congo", ("KP", "ko_KP"): "조선",
        ("TR", "en"): "Türkiye", ("FM", "en"): "Micronesia"}


@cache
def _names(language, path, key, folder="main"):
    """{code: name} of the elements `path/key` of a language's file, with that file's short forms apart."""
    try:
        root = ET.parse(f"{FOLDER}/{folder}/{language}.xml").getroot()
    except FileNotFoundError:
        return {}
    out = {}
    for e in root.findall(f"localeDisplayNames/{path}/{key}"):
        out[e.get("type"), e.get("alt")] = e.text
    return out


def territory(code, language):
    """The name of a country or continent (CLDR code) in a language, or None."""
    if (code, language) in _OWN:
        return _OWN[code, language]
    names = _names(language, "territories", "territory")
    if code in _SHORT and (code, "short") in names:
        return names[code, "short"]
    return names.get((code, None))


def territories(language):
    """The codes of all countries and regions that have a name in a language."""
    return {code for code, alternative in _names(language, "territories", "territory") if alternative is None}


def subdivision(code, language):
    """The name of a state; `code` is ISO 3166-2 without its hyphen, in small letters ("usca")."""
    return _names(language, "subdivisions", "subdivision", "subdivisions").get((code, None))


def subdivisions(country):
    """{code: English name} of a country's states."""
    prefix = country.lower()
    return {c: n for (c, a), n in _names("en", "subdivisions", "subdivision", "subdivisions").items() if c.startswith(prefix)}


@cache
def zone_cities(language):
    """{time zone: name of its city} in a language."""
    try:
        root = ET.parse(f"{FOLDER}/main/{language}.xml").getroot()
    except FileNotFoundError:
        return {}
    out = {}
    for zone in root.findall("dates/timeZoneNames/zone"):
        city = zone.find("exemplarCity")
        if city is not None and city.get("alt") is None:
            out[zone.get("type")] = city.text
    return out


@cache
def _likely():
    root = ET.parse(f"{FOLDER}/supplemental/likelySubtags.xml").getroot()
    return {e.get("from"): e.get("to") for e in root.iter("likelySubtag")}


def main_language(country):
    """(language, script) most used in a country, as ("fi", "Latn")."""
    # Where English is a language of administration beside the one people speak, or the reverse.
    fixed = {"HK": ("zh", "Hant"), "MO": ("zh", "Hant"), "SG": ("en", "Latn"), "AQ": ("en", "Latn"), "IE": ("en", "Latn"), "ZA": ("en", "Latn"),
             "MA": ("ar", "Arab"), "GL": ("kl", "Latn"), "PK": ("ur", "Arab"), "XK": ("sq", "Latn"), "ME": ("cnr", "Latn"), "KG": ("ky", "Cyrl"),
             "AF": ("fa", "Arab"), "PH": ("fil", "Latn"), "ER": ("ti", "Ethi"), "EH": ("ar", "Arab"), "TD": ("fr", "Latn"), "DJ": ("fr", "Latn"),
             "BA": ("bs", "Latn"), "RS": ("sr", "Cyrl"), "LK": ("si", "Sinh"), "CY": ("el", "Grek"), "BY": ("be", "Cyrl"), "KZ": ("kk", "Cyrl"),
             "CD": ("fr", "Latn"), "NE": ("fr", "Latn"), "GH": ("en", "Latn"), "NA": ("en", "Latn"), "RW": ("fr", "Latn"), "BI": ("fr", "Latn"),
             "MU": ("en", "Latn"), "KP": ("ko_KP", "Hang"), "NO": ("no", "Latn"), "SJ": ("no", "Latn"),
             "BM": ("en", "Latn"), "NR": ("en", "Latn"), "UM": ("en", "Latn")}
    if country in fixed:
        return fixed[country]
    tag = re.split("_", _likely().get("und_" + country, "en_Latn_US"))
    return tag[0], tag[1]


@cache
def _converter():
    return OpenCC("t2s")


def simplified(name):
    """Chinese in simplified characters (conversion tables of OpenCC, Apache 2.0)."""
    return _converter().convert(name)


def translations(lookup):
    """{"name:de": ..., ...} from a function of the language; `lookup` may return None."""
    out = {}
    for language in LANGUAGES:
        name = lookup(language)
        if name:
            out[f"name:{language}"] = simplified(name) if language == "zh" else name
    return out

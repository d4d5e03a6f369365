# SPDX-License-Identifier: MIT
"""High and famous mountains, written by hand for this map (public domain, CC0).

Each row: name, local name ("" if the same), longitude, latitude, metres, v for a volcano. `python3 -m staticmap_tools.basemap.peaks ETOPO5.cdf`
compares the heights with ETOPO5, so that a wrong place is found.
"""
import sys

_ROWS = """
Mount Everest|सगरमाथा|86.925|27.988|8849|
K2||76.513|35.881|8611|
Kangchenjunga||88.147|27.703|8586|
Dhaulagiri||83.487|28.697|8167|
Nanga Parbat||74.589|35.237|8126|
Annapurna||83.820|28.596|8091|
Nanda Devi||79.971|30.376|7816|
Namcha Barwa||95.055|29.631|7782|
Kongur||75.313|38.594|7649|
Tirich Mir||71.842|36.255|7708|
Gongga Shan|贡嘎山|101.879|29.596|7556|
Ismoil Somoni Peak||72.016|38.943|7495|
Jengish Chokusu||80.126|42.035|7439|
Khan Tengri||80.175|42.211|7010|
Kailash||81.312|31.067|6638|
Nyenchen Tanglha||90.58|30.37|7162|
Muztag||87.383|36.417|6973|
Bogda Peak||88.337|43.801|5445|
Belukha|Белуха|86.590|49.807|4506|
Munku-Sardyk|Мунку-Сардык|100.600|51.719|3491|
Klyuchevskaya Sopka|Ключевская сопка|160.642|56.056|4750|v
Narodnaya|Народная|60.118|65.035|1895|
Yamantau|Ямантау|58.101|54.254|1640|
Mount Elbrus|Эльбрус|42.439|43.355|5642|v
Kazbek||44.518|42.697|5054|v
Mount Ararat|Ağrı Dağı|44.298|39.702|5137|v
Damavand|دماوند|52.109|35.951|5610|v
Zard Kuh||50.08|32.36|4221|
Erciyes||35.447|38.531|3917|v
Mount Hermon||35.857|33.416|2814|
Mount Sinai||33.976|28.539|2285|
Jabal an Nabi Shu'ayb||43.98|15.28|3666|
Mount Fuji|富士山|138.727|35.361|3776|v
Mount Kita||138.239|35.674|3193|
Asahidake||142.854|43.664|2291|v
Mount Aso||131.104|32.884|1592|v
Yu Shan|玉山|120.957|23.470|3952|
Hallasan|한라산|126.529|33.362|1947|v
Paektu||128.077|42.006|2744|v
Huangshan||118.15|30.13|1864|
Emei Shan||103.33|29.52|3099|
Fansipan||103.775|22.303|3147|
Mount Kinabalu||116.558|6.075|4095|
Kerinci||101.264|-1.697|3805|v
Semeru||112.920|-8.108|3676|v
Rinjani||116.458|-8.411|3726|v
Puncak Jaya||137.158|-4.084|4884|
Mount Wilhelm||145.029|-5.780|4509|
Mount Apo||125.271|6.987|2954|v
Mayon||123.686|13.257|2462|v
Pidurutalagala||80.774|7.001|2524|
Anamudi||77.062|10.170|2695|
Mount Kosciuszko||148.263|-36.456|2228|
Mount Ossa||146.033|-41.871|1617|
Uluru||131.036|-25.345|863|
Aoraki||170.142|-43.595|3724|
Mount Ruapehu||175.568|-39.281|2797|v
Mauna Kea||-155.468|19.821|4207|v
Mount Erebus||167.153|-77.530|3794|v
Vinson||-85.617|-78.525|4892|
Mont Blanc||6.865|45.833|4806|
Matterhorn||7.658|45.976|4478|
Monte Rosa||7.867|45.937|4634|
Finsteraarhorn||8.126|46.537|4274|
Barre des Écrins||6.360|44.922|4102|
Piz Bernina||9.908|46.382|4049|
Grossglockner||12.694|47.074|3798|
Ortler||10.545|46.509|3905|
Zugspitze||10.985|47.421|2962|
Triglav||13.837|46.379|2864|
Marmolada||11.851|46.435|3343|
Gran Sasso||13.566|42.469|2912|
Vesuvius|Vesuvio|14.426|40.821|1281|v
Etna||14.993|37.751|3357|v
Gerlachovský štít||20.134|49.164|2655|
Moldoveanu||24.736|45.600|2544|
Musala||23.585|42.179|2925|
Mount Olympus|Όλυμπος|22.358|40.085|2917|
Korab||20.546|41.791|2764|
Aneto||0.657|42.631|3404|
Mulhacén||-3.311|37.053|3479|
Torre de Cerredo||-4.853|43.198|2650|
Puy de Sancy||2.814|45.528|1885|
Ben Nevis||-5.004|56.797|1345|
Snowdon|Yr Wyddfa|-4.076|53.068|1085|
Carrauntoohil||-9.743|51.999|1038|
Galdhøpiggen||8.312|61.636|2469|
Kebnekaise||18.517|67.901|2097|
Halti||21.274|69.308|1324|
Hvannadalshnúkur||-16.677|64.014|2110|v
Hekla||-19.666|63.983|1491|v
Teide||-16.642|28.272|3715|v
Pico||-28.399|38.468|2351|v
Gunnbjørn Fjeld||-29.898|68.919|3694|
Newtontoppen||17.525|79.015|1713|
Toubkal|توبقال|-7.915|31.060|4167|
Tahat||5.534|23.289|2908|
Emi Koussi||18.552|19.793|3415|v
Mount Cameroon||9.170|4.217|4040|v
Ras Dashen||38.367|13.237|4550|
Mount Kenya||37.308|-0.151|5199|v
Kilimanjaro||37.353|-3.066|5895|v
Mount Meru||36.758|-3.247|4566|v
Mount Stanley||29.873|0.386|5109|
Mount Elgon||34.525|1.150|4321|v
Nyiragongo||29.250|-1.520|3470|v
Mulanje||35.595|-15.951|3002|
Thabana Ntlenyana||29.269|-29.467|3482|
Table Mountain||18.403|-33.957|1085|
Brandberg||14.583|-21.150|2573|
Maromokotro||48.97|-14.02|2876|
Piton des Neiges||55.480|-21.099|3070|v
Denali||-151.007|63.069|6190|
Mount Logan||-140.405|60.567|5959|
Mount Saint Elias||-140.930|60.293|5489|
Mount Fairweather||-137.527|58.906|4671|
Mount Waddington||-125.263|51.374|4019|
Mount Robson||-119.156|53.110|3954|
Mount Columbia||-117.441|52.147|3747|
Barbeau Peak||-75.01|81.91|2616|
Mount Rainier||-121.760|46.853|4392|v
Mount Hood||-121.696|45.374|3429|v
Mount Shasta||-122.195|41.409|4322|v
Mount Whitney||-118.292|36.579|4421|
Mount Elbert||-106.445|39.118|4401|
Pikes Peak||-105.044|38.841|4302|
Longs Peak||-105.615|40.255|4346|
Grand Teton||-110.802|43.741|4199|
Gannett Peak||-109.654|43.184|4209|
Granite Peak||-109.807|45.163|3904|
Borah Peak||-113.781|44.137|3861|
Kings Peak||-110.373|40.776|4123|
Wheeler Peak||-105.417|36.557|4013|
Humphreys Peak||-111.678|35.346|3852|v
Guadalupe Peak||-104.860|31.891|2667|
Black Elk Peak||-103.531|43.866|2208|
Mount Mitchell||-82.265|35.765|2037|
Mount Washington||-71.303|44.270|1917|
Katahdin||-68.921|45.904|1606|
Mount Marcy||-73.924|44.113|1629|
Pico de Orizaba||-97.268|19.030|5636|v
Popocatépetl||-98.622|19.023|5426|v
Nevado de Colima||-103.608|19.563|4270|v
Tajumulco||-91.904|15.044|4220|v
Chirripó||-83.489|9.484|3820|
Volcán Barú||-82.543|8.809|3474|v
Pico Duarte||-70.998|19.023|3098|
Blue Mountain Peak||-76.579|18.047|2256|
Pico Bolívar||-71.046|8.542|4978|
Cristóbal Colón||-73.687|10.838|5700|
Roraima||-60.762|5.143|2810|
Pico da Neblina||-66.007|0.800|2995|
Chimborazo||-78.817|-1.469|6263|v
Cotopaxi||-78.438|-0.684|5897|v
Huascarán||-77.604|-9.122|6768|
Coropuna||-72.650|-15.520|6377|v
Ausangate||-71.231|-13.789|6384|
Sajama||-68.883|-18.108|6542|v
Illimani||-67.790|-16.654|6438|
Ojos del Salado||-68.541|-27.109|6893|v
Llullaillaco||-68.537|-24.720|6739|v
Aconcagua||-70.011|-32.653|6961|
Tupungato||-69.770|-33.358|6570|v
Lanín||-71.504|-39.637|3747|v
Fitz Roy||-73.043|-49.271|3405|
Pico da Bandeira||-41.796|-20.434|2892|
Pico das Agulhas Negras||-44.663|-22.380|2791|
"""


def table():
    """Yield (names, longitude, latitude, metres, volcano)"""
    for row in _ROWS.strip().splitlines():
        name, local, lon, lat, metres, kind = row.split("|")
        yield {"name": local or name, "name:en": name}, float(lon), float(lat), int(metres), kind == "v"


def points():
    """Yield (longitude, latitude, first zoom, attributes), the highest first. Rank 1 to 3 by height."""
    for names, lon, lat, metres, volcano in sorted(table(), key=lambda row: -row[3]):
        rank = 1 if metres >= 5000 else 2 if metres >= 2500 else 3
        kind = {"class": "volcano" if volcano else "peak", "ele": metres, "rank": rank}
        yield lon, lat, 4 if rank < 3 else 5, kind | {"name": names["name"], "name:latin": names["name:en"], "name_en": names["name:en"], "name:en": names["name:en"]}


def main(grid):
    from . import bathymetry
    x, y, heights = bathymetry.heights(grid)
    for names, lon, lat, metres, _ in table():
        i, j = round((lon - x[0]) * 12), round((lat - y[0]) * 12)
        near = heights[max(0, j - 3):j + 4, max(0, i - 3):i + 4]
        if near.size == 0 or near.max() < metres * 0.25:
            print(f"{names['name:en']} at {lon},{lat}: {metres} m, ETOPO5 has {near.max():.0f} m within 30 km")


if __name__ == "__main__":
    main(*sys.argv[1:])

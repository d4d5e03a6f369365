# SPDX-License-Identifier: MIT
"""Names and label points of large islands, written by hand for this map (public domain, CC0).

Each row: first zoom, longitude, latitude, English name, then the local name where it differs. Islands that are countries are not here.
"""
from . import label_points

_ROWS = """
4 138.2 -4.4|New Guinea
4 113.6 0.2|Borneo|Kalimantan
4 102 -0.6|Sumatra|Sumatera
4 -71.5 68.6|Baffin Island
4 -79.5 79.5|Ellesmere Island
4 -110 71.2|Victoria Island
5 110.2 -7.35|Java|Jawa
5 120.3 -2.2|Sulawesi
5 -121 73.2|Banks Island
5 -93.5 76.6|Devon Island
5 -99.5 72.6|Prince of Wales Island
5 -84 64.4|Southampton Island
5 -55.9 48.6|Newfoundland
5 -125.6 49.7|Vancouver Island
5 142.8 49.2|Sakhalin|Сахалин
5 60.5 74.8|Novaya Zemlya|Новая Земля
5 96.5 79.5|Severnaya Zemlya|Северная Земля
5 55 80.8|Franz Josef Land|Земля Франца-Иосифа
5 143 75.3|New Siberian Islands|Новосибирские острова
5 142.8 43.4|Hokkaido|北海道
5 121.2 16.9|Luzon
5 124.9 7.9|Mindanao
5 170.9 -44|South Island|Te Waipounamu
5 175.8 -39|North Island|Te Ika-a-Māui
5 165.5 -21.4|Grande Terre
5 18.5 78.7|Spitsbergen
5 23.5 79.8|Nordaustlandet
5 9.05 40.1|Sardinia|Sardegna
5 14.1 37.55|Sicily|Sicilia
5 109.75 19.2|Hainan|海南岛
5 -69.5 -54|Tierra del Fuego
6 -132 53.3|Haida Gwaii
6 -179.6 71.1|Wrangel Island|Остров Врангеля
6 138.1 36.9|Honshu|本州
6 133.5 33.75|Shikoku|四国
6 130.9 32.6|Kyushu|九州
6 128.1 26.55|Okinawa|沖縄島
6 122.5 11.1|Panay
6 118.6 9.7|Palawan
6 125 11.9|Samar
6 146.6 -42.2|Tasmania
6 137.2 -35.8|Kangaroo Island
6 151.2 -5.8|New Britain
6 152 -3.5|New Ireland
6 155.2 -6.2|Bougainville
6 160.1 -9.65|Guadalcanal
6 166.9 -15.3|Espiritu Santo
6 178 -17.8|Viti Levu
6 179.2 -16.6|Vanua Levu
6 -155.5 19.6|Hawaiʻi
6 -153.4 57.4|Kodiak Island
6 22.5 77.7|Edgeøya
6 21 78.5|Barentsøya
6 -3.2 58.98|Orkney
6 -1.3 60.3|Shetland
6 -6.6 58.15|Outer Hebrides
6 18.5 57.5|Gotland
6 22.6 58.4|Saaremaa
6 9.1 42.15|Corsica|Corse
6 24.9 35.22|Crete|Κρήτη
6 2.95 39.6|Mallorca
6 53.8 12.5|Socotra|سقطرى
6 92.8 12.4|Andaman Islands
6 93.7 7.1|Nicobar Islands
6 119.9 -9.7|Sumba
6 121.4 -8.65|Flores
6 117.4 -8.75|Sumbawa
6 124.9 -9.5|Timor
6 129.4 -3.1|Seram
6 127.8 0.8|Halmahera
6 126.6 -3.4|Buru
6 99.2 2.1|Nias
6 -74 -42.6|Chiloé|Isla Grande de Chiloé
6 -49.6 -0.9|Marajó|Ilha de Marajó
6 -63 49.5|Anticosti Island|Île d’Anticosti
6 -60.4 46.1|Cape Breton Island
7 -179.95 -16.85|Taveuni
7 178.2 -19.05|Kadavu
7 179.4 -17.3|Koro
7 -156.3 20.8|Maui
7 -158 21.47|Oʻahu
7 -73.1 40.83|Long Island
7 16.65 56.75|Öland
7 22.6 58.9|Hiiumaa
7 14.9 55.1|Bornholm
7 28 36.2|Rhodes|Ρόδος
7 26.3 39.2|Lesbos|Λέσβος
7 23.75 38.6|Euboea|Εύβοια
7 -16.6 28.25|Tenerife
7 -14 28.4|Fuerteventura
"""


def points():
    """Yield (longitude, latitude, first zoom, attributes), the largest first."""
    for row in _ROWS.strip().splitlines():
        head, english, *local = row.split("|")
        zoom, lon, lat = head.split()
        names = label_points.with_latin({"name": local[0] if local else english, "name:en": english})
        yield float(lon), float(lat), int(zoom), {"class": "island", "rank": int(zoom) - 3} | names

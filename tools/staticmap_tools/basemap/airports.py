# SPDX-License-Identifier: MIT
"""International airports, from the PyPI package airportsdata (MIT licence)."""
import airportsdata

#: Large airports whose names do not say that they are international.
_LARGE = set("""
LHR LGW STN LTN MAN EDI GLA BHX DUB AMS BRU CDG ORY NCE LYS MRS TLS BER HAM DUS CGN STR HAJ ZRH GVA BSL VIE PRG WAW KRK BUD OTP SOF ATH MAD BCN AGP
PMI VLC SVQ LIS OPO FCO MXP LIN VCE NAP BLQ CTA HEL ARN GOT CPH OSL BGO KEF RIX TLL VNO IST SAW SVO DME VKO LED KBP LGA DCA MDW DAL HOU LAX ORD SFO
SEA HND NRT KIX ITM CTS FUK OKA ICN GMP PUS TSA CGK SUB DPS SYD MEL BNE PER ADL AKL WLG CHC CPT JNB DUR GIG SDU GRU CGH BSB CAI EZE AEP SCL LIM BOG
""".split())


def points(cities):
    """Yield (longitude, latitude, attributes), those of the largest cities first. `cities`: [(lon, lat, people)]."""
    found = []
    for airport in airportsdata.load("IATA").values():
        name = airport["name"]
        if "nternational" not in name and "Intl" not in name and airport["iata"] not in _LARGE:
            continue
        if not airport["icao"] or any(word in name for word in ("Heliport", "Seaplane", "Closed")):
            continue
        near = max((people for lon, lat, people in cities if abs(lat - airport["lat"]) < 0.6 and abs(lon - airport["lon"]) < 0.8), default=0)
        found.append((airport["iata"] not in _LARGE, -near, airport["iata"], airport))
    for rank, (*_, code, airport) in enumerate(sorted(found, key=lambda row: row[:3])):
        name = airport["name"].replace(" Intl", " International").strip()
        yield airport["lon"], airport["lat"], {
            "class": "international", "iata": code, "icao": airport["icao"], "ele": round(airport["elevation"] * 0.3048),
            "rank": 1 if rank < 150 else 2 if rank < 500 else 3, "name": name, "name:latin": name, "name_en": name}

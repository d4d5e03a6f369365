# SPDX-License-Identifier: MIT
"""The label points of the layer `place`."""
from . import city_labels, country_labels, label_sides, state_labels

_ORDER = ["continent", "country", "state", "city", "town", "village", "suburb"]


def labels(nations, people, states, towns, ground, last_zoom):
    """[(longitude, latitude, first zoom, attributes)], the most important first.

    `nations`: {ISO code: (geometry, English name)}; `people`: {ISO code: population}; `states`: [(ISO code, English name, geometry)];
    `towns`: the second list of cities; `ground`: an STRtree of all land in degrees.
    """
    countries = list(country_labels.countries(nations, people, city_labels.capitals()))
    cities = list(city_labels.cities(last_zoom, {attributes["iso_a2"]: attributes["rank"] for *_, attributes in countries}, towns))
    for i, side in label_sides.left(cities, countries, ground).items():
        cities[i][3]["side"] = side
    found = [*country_labels.continents(), *countries, *state_labels.without_namesakes(state_labels.states(states), cities), *state_labels.islands(), *cities]
    return sorted(found, key=lambda label: (_ORDER.index(label[3]["class"]), label[3]["rank"], -label[3].get("population", 0)))

# SPDX-License-Identifier: MIT
"""Draws examples of the vendors' documentation: dialect_examples.py [--program .build/release/staticmap]

Writes build/dialects/index.html: for each dialect the addresses, what their documentation says about the image, the
image, the scene and the warnings. Look at it after a change of a dialect. Fails when one is not answered as it should be.

The bundled base map shows the world, and Helsinki alone in detail: elsewhere the images show where marks stand, how large
they are and what they look like.
"""
import argparse
import html
import json
import os
import sys
import typing
import urllib.error
import urllib.parse
import urllib.request

from ..checkout import PROGRAM, ROOT
from ..server.running import Server


def quoted(value):
    return urllib.parse.quote(value if isinstance(value, str) else json.dumps(value, separators=(",", ":")), safe="")


def apple(**parameters):
    return "/api/v1/snapshot?" + "&".join(
        f"{name}={value if isinstance(value, str) else quoted(value)}" for name, value in parameters.items())


POINT = {"type": "Feature", "properties": {"marker-color": "#462eff", "marker-size": "medium", "marker-symbol": "bus"},
         "geometry": {"type": "Point", "coordinates": [-122.25993, 37.80988]}}
STYLED = {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"fill-color": "#3bb2d0", "fill-opacity": 0.5, "fill-outline-color": "#00f"},
     "geometry": {"type": "Polygon", "coordinates": [[[24.9, 60.16], [24.96, 60.16], [24.96, 60.18], [24.9, 60.16]]]}},
    {"type": "Feature", "properties": {"line-color": "#d00", "line-width": 6, "line-opacity": 0.6},
     "geometry": {"type": "LineString", "coordinates": [[24.9, 60.18], [24.97, 60.165]]}},
    {"type": "Feature", "properties": {"circle-color": "#fb0", "circle-radius": 10, "circle-stroke-width": 2,
                                       "circle-stroke-color": "#000"},
     "geometry": {"type": "Point", "coordinates": [24.93, 60.17]}}]}
LAYER = {"id": "red-water", "type": "fill", "source": "openmaptiles", "source-layer": "water", "paint": {"fill-color": "#a33"}}
SNAPSHOT_MARKS = [
    {"point": "60.1699,24.9384", "color": "00ff00", "glyphText": "A", "markerStyle": "large"},
    {"point": "60.175,24.93", "markerStyle": "balloon"}, {"point": "60.165,24.95", "color": "f00", "markerStyle": "dot"}]
SNAPSHOT_LINES = [{"points": ["60.165,24.92", "60.175,24.93", "60.170,24.96"], "strokeColor": "ff8800", "lineWidth": 4,
                   "lineDash": [10, 5]}]

# Dialect, address, what the documentation says; a status other than 200 for what is refused; a body to be sent.
#: Dialect, address, what the documentation says, the status if it is not 200, the body of a POST.
EXAMPLES: list[tuple[typing.Any, ...]] = [
    ("Google Maps Static", "/maps/api/staticmap?center=Brooklyn+Bridge,New+York,NY&zoom=13&size=600x300&maptype=roadmap",
     "A street address as the center. There is no geocoder here.", 400),
    ("Google Maps Static", "/maps/api/staticmap?center=40.7061,-73.9969&zoom=13&size=600x300&maptype=roadmap"
     "&markers=color:blue%7Clabel:S%7C40.702147,-74.015794&markers=color:green%7Clabel:G%7C40.711614,-74.012318"
     "&markers=color:red%7Clabel:C%7C40.718217,-73.998284",
     "Three pins, 40 pixels tall, blue S, green G and red C, their tips at the places, west, north-west and north of the middle."),
    ("Google Maps Static", "/maps/api/staticmap?center=60.1699,24.9384&zoom=14&size=400x400", "A city "
     "at zoom 14 of worlds of 256 pixels."),
    ("Google Maps Static", "/maps/api/staticmap?center=60.1699,24.9384&zoom=14&scale=2&size=300x300",
     "Twice as many pixels, with the same content as at scale 1."),
    ("Google Maps Static", "/maps/api/staticmap?center=60.17,24.94&zoom=12&size=300x300&maptype=terrain&format=jpg", "Terrain, JPEG."),
    ("Google Maps Static", "/maps/api/staticmap?center=63.259591,-144.667969&zoom=6&size=400x400&markers=color:blue%7Clabel:S"
     "%7C62.107733,-145.541936&markers=size:tiny%7Ccolor:green%7C63.8,-141.7&markers=size:mid%7Ccolor:0xFFFF00%7Clabel:C"
     "%7C64.5,-147.7", "Sizes: a normal blue S, a tiny green pin without a letter, a middle-sized yellow C with a dark letter."),
    ("Google Maps Static", "/maps/api/staticmap?size=512x512&maptype=roadmap&markers=size:mid%7Ccolor:red%7C37.77,-122.42%7C"
     "37.80,-122.27%7C37.34,-121.89", "Without center and zoom the map shows all markers."),
    ("Google Maps Static", "/maps/api/staticmap?path=color:0x0000ff%7Cweight:5%7C40.737102,-73.990318%7C40.749825,-73.987963%7C"
     "40.752946,-73.987384%7C40.755823,-73.986397&size=512x512", "A blue line of 5 pixels up Broadway, all of it to be seen."),
    ("Google Maps Static", "/maps/api/staticmap?path=color:0x00000000%7Cweight:5%7Cfillcolor:0xFFFF0033%7C40.737102,-73.990318%7C"
     "40.749825,-73.987963%7C40.752946,-73.987384%7C40.762641,-73.979090&size=512x512",
     "An area in faint yellow without an outline, closed from its last place to its first."),
    ("Google Maps Static", "/maps/api/staticmap?size=600x300&path=weight:3%7Ccolor:orange%7Cenc:_p~iF~ps%7CU_ulLnnqC_mqNvxq%60%40",
     "An encoded line in orange."),
    ("Google Maps Static", "/maps/api/staticmap?size=512x300&zoom=2&center=45,-60&path=geodesic:true%7Ccolor:red%7C40.64,-73.78%7C51.47,-0.45",
     "A geodesic: the line bends to the north."),
    ("Google Maps Static", "/maps/api/staticmap?center=60.17,24.94&zoom=14&size=512x300&style=feature:road%7Celement:labels%7Cvisibility:off"
     "&style=feature:poi%7Cvisibility:off", "Without names of roads and without places of interest."),
    ("Google Maps Static", "/maps/api/staticmap?size=300x300&visible=60.16,24.90%7C60.18,24.98", "Both places are to be seen; "
     "nothing is drawn at them."),
    ("Google Maps Static", "/maps/api/staticmap?center=60.17,24.94&zoom=13&size=300x200&markers=icon:https://goo.gl/5y3S82%7C60.17,24.94",
     "An image from elsewhere: nothing is fetched; a pin and a warning."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/24.9464,60.1699,14.25,0,60/600x600", "A city, tilted by 60 degrees."),
    ("Mapbox Static Images", "/styles/v1/mapbox/light-v11/static/24.9384,60.1699,13.67,-45,0/500x300@2x", "Bearing -45, twice the pixels."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/pin-s-l+000(-87.0186,32.4055)/-87.0186,32.4055,14/500x300",
     "A small black pin with the letter L, its tip in the middle."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/pin-s-a+9ed4bd(24.93,60.17),pin-s-b+000(24.95,60.165),path-5+f44-0.5(" +
     quoted("%7DrpeFxbnjVsFwdAvr@cHgFor@jEmAlFmEMwM_FuItCkOi@wc@bg@wBSgM").replace("%25", "%") + ")/auto/500x300?padding=40",
     "Pins in Helsinki and a line in San Francisco: auto shows both, so a large part of the world."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/path-5+f44-0.5(%7DrpeFxbnjVsFwdAvr@cHgFor@jEmAlFmEMwM_FuItCkOi@wc@bg@wBSgM)"
     "/auto/500x300", "A red line of width 5 at half opacity, fitted with 5 % of room at each side."),
    ("Mapbox Static Images", f"/styles/v1/mapbox/streets-v12/static/geojson({quoted(POINT)})/-122.25993,37.80988,13/500x300",
     "A feature with a marker of simplestyle: medium, violet, with a bus."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/[24.90,60.155,24.98,60.185]/400x400?padding=50,10,20",
     "A box with room of 50 above, 10 at the sides, 20 below."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/24.94,60.17,13/400x300?before_layer=water&addlayer=" +
     quoted({"id": "better-boundary", "type": "background", "paint": {"background-color": "#fc8"}}), "A layer of one's own below the water."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/24.94,60.17,13/400x300?addlayer=" + quoted(LAYER),
     "A layer over the style's own source: red water."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/24.94,60.17,13/400x300?layer_id=water&setfilter=" +
     quoted(["==", ["get", "class"], "none"]), "A filter that leaves no water."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/url-https%3A%2F%2Fdocs.mapbox.com%2Fapi%2Fimg%2Fcustom-marker.png(24.94,60.17)/24.94,60.17,13/400x300",
     "An image from elsewhere: a pin and a warning."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/24.94,60.17,13/300x200?attribution=false&logo=false", "No attribution."),
    ("Mapbox Static Images", "/styles/v1/mapbox/streets-v12/static/auto/300x200", "Auto needs an overlay.", 400),
    ("Apple Web Snapshots", apple(center="60.1699,24.9384", z="13", size="500x300"), "A map at zoom 13."),
    ("Apple Web Snapshots", apple(center="auto", size="500x300", annotations=SNAPSHOT_MARKS, overlays=SNAPSHOT_LINES),
     "A large green balloon with an A, a balloon, a red dot; a dashed orange line. Auto fits them."),
    ("Apple Web Snapshots", apple(center="60.1699,24.9384", spn="0.02,0.02", size="400x300", scale="2", colorScheme="dark", poi="0"),
     "A span of 0.02 degrees, dark, without places of interest."),
    ("Apple Web Snapshots", apple(center="60.1699,24.9384", z="13", t="mutedStandard", size="400x300", lang="fi"), "Muted, with names in Finnish."),
    ("Apple Web Snapshots", apple(center=quoted("apple park")), "A name as the center. There is no geocoder.", 400),
    ("AMap", "/v3/staticmap?location=116.481485,39.990464&zoom=10&size=750*300&markers=mid,,A:116.481485,39.990464",
     "A middle-sized marker with an A in the middle of the image."),
    ("AMap", "/v3/staticmap?markers=mid,0xFF0000,A:116.37359,39.92437;116.47359,39.92437|large,0x0000FF,B:116.42,39.95",
     "Two red markers A, one large blue B; the map is fitted; 400x400 is the default."),
    ("AMap", "/v3/staticmap?location=116.48482,39.94858&zoom=10&size=400*400&labels=" + quoted("朝阳公园,2,0,16,0xFFFFFF,0x008000") +
     ":116.48482,39.94858", "A label in white on green, 16 points."),
    ("AMap", "/v3/staticmap?zoom=15&size=500*500&paths=10,0x0000ff,1,,:116.31604,39.96491;116.320816,39.966606;116.321785,39.966827;116.32361,39.966957",
     "A blue line of width 10."),
    ("AMap", "/v3/staticmap?size=400*300&scale=2&paths=5,0xFF0000,0.8,0x00FF00,0.3:116.31,39.96;116.33,39.97;116.32,39.98", "A red line of "
     "width 5 and a green area under it, twice the pixels."),
    ("AMap", "/v3/staticmap?location=116.37359,39.92437&zoom=10&size=440*280&traffic=1", "Traffic: a warning."),
    ("Martin", "/style/streets/static/24.94,60.17,12/400x300.png", "Zooms count worlds of 512 pixels."),
    ("Martin", "/style/streets/static/24.94,60.17,12@45,30/400x300@2x.png", "Bearing 45, pitch 30, twice the pixels."),
    ("Martin", "/style/streets/static/24.90,60.155,24.98,60.185/400x300.webp", "A box."),
    ("Martin", "/style/streets/static/auto/400x300.png", "A body with an area, a line and a circle, in properties of the style "
     "specification.", 200, json.dumps(STYLED).encode()),
    ("tileserver-gl", "/styles/streets/static/24.94,60.17,13/400x300@2x.png", "Zooms count worlds of 256 pixels."),
    ("tileserver-gl", "/styles/streets/static/24.94,60.17,13@45/400x300.png", "Bearing 45."),
    ("tileserver-gl", "/styles/streets/static/24.90,60.155,24.98,60.185/400x300.png", "A box."),
    ("tileserver-gl", "/styles/streets/static/auto/400x300.png?path=24.90,60.16|24.94,60.18|24.98,60.165&stroke=red&width=6&linecap=round"
     "&linejoin=round&border=white&borderwidth=2", "A red line with round corners in a white border, fitted with 10 % of room."),
    ("tileserver-gl", "/styles/streets/static/auto/400x300.png?path=fill:%23ff000040|stroke:blue|width:3|24.90,60.16|24.94,60.18|24.98,60.165|24.90,60.16",
     "A closed line in blue, its area in faint red."),
    ("tileserver-gl", "/styles/streets/static/auto/400x300.png?path=enc:kchnJahywCflAatIshB_oB&latlng=1&padding=0.3&maxzoom=12", "An encoded line."),
    ("tileserver-gl", "/styles/streets/static/24.94,60.17,13/400x300.png?marker=24.94,60.17|pin.png|scale:0.5|offset:10,-10",
     "A marker without its file: left out, with a warning."),
    ("tileserver-gl", "/styles/streets/static/190,60.17,13/400x300.png", "A longitude beyond 180 degrees.", 400),
    ("WMS", "/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=streets&STYLES=&CRS=EPSG:4326&BBOX=60.155,24.90,60.185,24.98&WIDTH=500&HEIGHT=300&FORMAT=image/png",
     "Latitude first in 1.3.0; degrees are stretched to the size."),
    ("WMS", "/wms?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=streets&STYLES=&SRS=EPSG:4326&BBOX=24.90,60.155,24.98,60.185&WIDTH=500&HEIGHT=300&FORMAT=image/png",
     "The same, longitude first."),
    ("WMS", "/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=streets&STYLES=&CRS=EPSG:3857&BBOX=2771000,8434000,2781000,8440000&WIDTH=500&HEIGHT=300&FORMAT=image/png&TRANSPARENT=TRUE",
     "Web Mercator without the style's background."),
    ("WMS", "/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=none&STYLES=&CRS=CRS:84&BBOX=24,60,25,61&WIDTH=300&HEIGHT=200&FORMAT=image/png&EXCEPTIONS=INIMAGE",
     "A layer that is not there, with its error in the image."),
    ("MapTiler", "/maps/streets-v2/static/24.94,60.17,12/400x300@2x.png?key=k&markers=24.94,60.17,%23d33d3d",
     "A center and a zoom of worlds of 512 points, a red pin in the middle, twice as fine."),
    ("MapTiler", "/maps/streets/static/auto/400x300.png?path=fill:none%7Cstroke:green%7Cwidth:4%7C24.9,60.1%7C25,60.1%7C25,60.2",
     "A green line of two legs, with a tenth of its extent around it."),
    ("MapTiler", "/maps/streets/static/auto/400x300.png", "Nothing to fit.", 400),
    ("Stadia", "/static/alidade_smooth_dark.png?center=60.17,24.94&zoom=12&size=400x300@2x&markers=60.17,24.94,,d33d3d",
     "The dark map, latitude first, a red pin in the middle."),
    ("Stadia", "/static/outdoors.png?size=400x300&l=__%7BvqB_ywnn@_af@_t%60B_pR_t%60B,0000ff,5&m=60.16,24.9,,0000ff,A&m=60.19,25,,d33d3d,B",
     "A blue line of two legs from a blue A in the west to a red B in the north-east, all of it fitted."),
    ("Geoapify", "/v1/staticmap?style=osm-bright&width=600&height=400&center=lonlat:24.94,60.17&zoom=12"
     "&marker=lonlat:24.94,60.17;type:awesome;color:%23bb3f73;size:x-large;icon:shop&apiKey=k",
     "A large marker with the pictogram of a shop in the middle."),
    ("Geoapify", "/v1/staticmap?width=600&height=400&geometry=polygon:24.9,60.1,25,60.1,25,60.2;linewidth:5;linecolor:%23f57a42;"
     "fillcolor:%23f57a42;fillopacity:0.3%7Ccircle:24.94,60.17,1000;linestyle:dashed&apiKey=k",
     "An orange triangle and a circle of one kilometre with a dashed edge; both are fitted."),
    ("Geoapify", "/v1/staticmap?width=600&height=400", "Neither a center nor an area nor a marker.", 400),
    ("Tencent", "/ws/staticmap/v2/?center=39.8802147,116.415794&zoom=10&size=600*300&maptype=roadmap"
     "&markers=size:large%7Ccolor:0xFFCCFF%7Clabel:k%7C39.8802147,116.415794&key=k",
     "Peking, a large pink pin with a K in the middle."),
    ("Tencent", "/ws/staticmap/v2/?size=500*400&labels=border:1%7Csize:32%7Ccolor:0x990099%7Cbgcolor:0xff00%7Cbold:1%7C"
     "%E5%8C%97%E4%BA%AC%E5%B8%82%7C39.114,116.58%7C%E5%A4%A9%E6%B4%A5%E5%B8%82%7C39.25,116.87&key=k",
     "Two labels of 32 points, purple on green."),
    ("Tencent", "/ws/staticmap/v2/?center=39.9,116.4&zoom=3&size=600*300", "Zooms begin at 4.", 400),
    ("Baidu", "/staticimage/v2?ak=k&center=116.403874,39.914888&width=280&height=140&zoom=11&scale=2",
     "Peking, 280 by 140 points, twice as fine."),
    ("Baidu", "/staticimage/v2?ak=k&width=400&height=300&zoom=11&markers=116.40,39.91%7C116.45,39.95&markerStyles=l,A,0xff0000"
     "&paths=116.40,39.91;116.45,39.95&pathStyles=0x0000ff,4,0.5",
     "A large red pin with an A, a plain one, and a blue line between them, half transparent."),
    ("Baidu", "/staticimage/v2?ak=k&center=Beijing", "Names are not looked up.", 400),
]


def fetch(address, body=None):
    """Status, headers and body of an answer."""
    request = urllib.request.Request(address, data=body, headers={"Content-Type": "application/json"} if body else {})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(PROGRAM))
    arguments = parser.parse_args()
    folder = os.path.join(ROOT, "build/dialects")
    os.makedirs(folder, exist_ok=True)
    page = ['<!DOCTYPE html><meta charset="utf-8"><title>Examples of dialects</title><style>body{font:14px system-ui;margin:1em}'
            "section{display:flex;flex-wrap:wrap;gap:16px}article{width:400px;border:1px solid #ccc;padding:8px}"
            "img{max-width:400px;display:block}code,pre{font-size:11px;word-break:break-all;white-space:pre-wrap}"
            "b{color:#a00}</style>"]
    failed, dialect = 0, None
    with Server(os.path.abspath(arguments.program)) as server:
        for number, (name, path, says, *rest) in enumerate(EXAMPLES, 1):
            wanted, body = (*rest, 200, None)[:2] if len(rest) != 1 else (rest[0], None)
            status, headers, answer = fetch(server.address + path, body)
            type_ = headers.get("Content-Type", "")
            if status != wanted:
                failed += 1
                print(f"{status} for {path}: {answer[:300]!r}")
            if name != dialect:
                page.append(("</section>" if dialect else "") + f"<h2>{html.escape(name)}</h2><section>")
                dialect = name
            page.append(f"<article>{number}. {html.escape(says)}<br><code>{html.escape(path[:500])}</code>")
            page += [f"<br><b>{html.escape(value)}</b>" for value in headers.get_all("X-Staticmap-Warning") or []]
            if type_.startswith("image/"):
                file = f"{number:02}.{type_.removeprefix('image/')}"
                with open(os.path.join(folder, file), "wb") as image:
                    image.write(answer)
                page.append(f'<img src="{file}">')
            else:
                page.append(f"<pre>{status} {html.escape(answer[:400].decode())}</pre>")
            _, _, scene = fetch(f"{server.address}/explain?url={quoted(path)}")
            page.append(f"<details><summary>scene</summary><pre>{html.escape(scene.decode())}</pre></details></article>")
    with open(os.path.join(folder, "index.html"), "w") as index:
        index.write("\n".join(page) + "</section>\n")
    print(f"{len(EXAMPLES)} examples in {os.path.join(folder, 'index.html')}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: MIT
"""Asks the server for images with the vendors' own client libraries.

    ADDRESS=http://localhost:8080 python3 -m staticmap_tools.clients.vendor_clients google|mapbox|wms|wmts|ogcapi|contextily|folium
"""
import os
import sys

ADDRESS = os.environ.get("ADDRESS", "")
PNG = b"\x89PNG\r\n\x1a\n"


def google():
    import googlemaps
    from googlemaps.maps import StaticMapMarker, StaticMapPath

    client = googlemaps.Client(key="AIza-none-is-needed", base_url=ADDRESS)
    marker = StaticMapMarker(locations=[(60.17, 24.94)], size="mid", color="blue", label="A")
    path = StaticMapPath(points=[(60.17, 24.93), (60.175, 24.95)], weight=5, color="red")
    chunks = client.static_map(
        size=(400, 300), center=(60.17, 24.94), zoom=13, maptype="roadmap", format="png", scale=2, markers=[marker],
        path=path)
    return b"".join(chunks)


def mapbox():
    import mapbox as sdk

    service = sdk.StaticStyle(access_token="pk.eyJ1Ijoibm9uZSJ9.none")
    type(service).baseuri = property(lambda self: f"{ADDRESS}/styles/v1")
    features = [{
        "type": "Feature", "properties": {"marker-color": "#f00"},
        "geometry": {"type": "Point", "coordinates": [24.94, 60.17]}}]
    response = service.image(
        username="mapbox", style_id="streets-v12", lon=24.94, lat=60.17, zoom=12, features=features, width=400,
        height=300)
    response.raise_for_status()
    return response.content


def wms():
    from owslib.wms import WebMapService

    for version in ("1.1.1", "1.3.0"):
        service = WebMapService(f"{ADDRESS}/wms", version=version)
        # Without a format OWSLib asks for the format "None".
        image = service.getmap(
            layers=["streets"], srs="EPSG:3857", bbox=(2700000, 8300000, 2900000, 8500000), size=(300, 300))
    return image.read()


def ogcapi():
    from owslib.ogcapi.maps import Maps

    maps = Maps(f"{ADDRESS}/ogc")
    assert any(name.endswith("/ogcapi-maps-1/1.0/conf/core") for name in maps.conformance()["conformsTo"])
    assert "world" in [collection["id"] for collection in maps.collections()["collections"]]
    assert "/v1/render" in maps.api()["paths"], "OWSLib finds no definition of the API"
    assert maps.maps(), "OWSLib finds no collection with a map"
    image = maps.map("world", width=300, height=200, bbox=[20, 55, 30, 65], transparent=False)
    return image.getvalue()


def contextily():
    import io

    import contextily as cx
    from PIL import Image

    source = f"{ADDRESS}/styles/streets/{{z}}/{{x}}/{{y}}.png"
    pixels, extent = cx.bounds2img(24.8, 60.1, 25.1, 60.25, zoom=9, source=source, ll=True)
    assert pixels.shape[2] == 4 and extent[0] < extent[1]
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def folium():
    import re
    import urllib.request

    import folium as library

    page = library.Map(location=(60.17, 24.94), zoom_start=9, tiles=f"{ADDRESS}/styles/streets/{{z}}/{{x}}/{{y}}.png", attr="x")
    library.WmsTileLayer(f"{ADDRESS}/wms", layers="streets", fmt="image/png", transparent=True).add_to(page)
    text = page.get_root().render()
    template = re.search(r'L\.tileLayer\(\s*"([^"]+)"', text)
    assert template and f"{ADDRESS}/wms" in text
    with urllib.request.urlopen(template[1].format(z=9, x=291, y=148), timeout=60) as answer:
        return answer.read()


def wmts():
    from owslib.wmts import WebMapTileService

    everything = WebMapTileService(f"{ADDRESS}/wmts")
    assert {"streets-256", "dark-512"} <= set(everything.contents), list(everything.contents)
    service = WebMapTileService(f"{ADDRESS}/styles/streets/wmts.xml")
    assert [operation.name for operation in service.operations] == ["GetCapabilities", "GetTile"]
    tile = service.gettile(
        layer="streets-256", tilematrixset="GoogleMapsCompatible_256", tilematrix="3", row=2, column=4, format="image/png")
    return tile.read()


def main():
    clients = {
        "google": google, "mapbox": mapbox, "wms": wms, "wmts": wmts, "ogcapi": ogcapi, "contextily": contextily,
        "folium": folium}
    image = clients[sys.argv[1]]()
    assert image.startswith(PNG), image[:200]
    print(len(image), "bytes")


if __name__ == "__main__":
    main()

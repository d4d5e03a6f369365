# SPDX-License-Identifier: MIT
"""Makes a client of the server's document in OpenAPI 3.0 with openapi-generator, which runs on Java, and draws a map with it.

    python3 -m staticmap_tools.clients.openapi_generator ADDRESS FOLDER
"""
import importlib
import json
import subprocess
import sys
import urllib.request
from pathlib import Path


def main(address, folder):
    folder.mkdir(parents=True, exist_ok=True)
    document = folder / "openapi-3.0.json"
    with urllib.request.urlopen(f"{address}/v1/openapi-3.0.json") as response:
        document.write_bytes(response.read())
    from openapi_spec_validator import validate

    description = json.loads(document.read_text(encoding="utf-8"))
    assert description["openapi"].startswith("3.0."), description["openapi"]
    validate(description)
    subprocess.run(
        [str(Path(sys.executable).parent / "openapi-generator-cli"), "generate", "--generator-name", "python", "--input-spec", str(document),
         "--output", str(folder / "generated"), "--package-name", "maps"], check=True, stdout=subprocess.DEVNULL)
    sys.path.insert(0, str(folder / "generated"))
    maps = importlib.import_module("maps")
    client = maps.ApiClient(maps.Configuration(host=address))
    assert maps.DocumentsApi(client).get_version().api == "v1"
    scene = maps.Scene.from_dict({"version": 1, "size": [300, 200], "camera": {"center": [24.94, 60.17], "zoom": 12}})
    image = maps.MapsApi(client).render_scene(scene)
    assert bytes(image).startswith(b"\x89PNG"), image
    try:
        maps.DocumentsApi(client).get_problem("no.thing.1")
    except maps.ApiException as error:
        assert error.status == 404 and json.loads(error.body)["code"] == "request.not-found", error
    else:
        raise AssertionError("a problem that there is not was found")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

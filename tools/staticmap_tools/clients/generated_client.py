# SPDX-License-Identifier: MIT
"""Makes a client of the server's OpenAPI document with openapi-python-client of PyPI, and draws a map with it.

    python3 -m staticmap_tools.clients.generated_client ADDRESS FOLDER
"""
import importlib
import json
import subprocess
import sys
import urllib.request
from pathlib import Path


def main(address, folder):
    folder.mkdir(parents=True, exist_ok=True)
    document = folder / "openapi.json"
    with urllib.request.urlopen(f"{address}/v1/openapi.json") as response:
        document.write_bytes(response.read())
    from openapi_spec_validator import validate

    validate(json.loads(document.read_text(encoding="utf-8")))
    images = ("image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf", "multipart/mixed")
    types = {image: "application/octet-stream" for image in images}
    types["application/problem+json"] = "application/json"
    config = folder / "config.json"
    config.write_text(json.dumps({"content_type_overrides": types, "package_name_override": "maps_client"}), encoding="utf-8")
    subprocess.run(
        [str(Path(sys.executable).parent / "openapi-python-client"), "generate", "--path", str(document), "--config", str(config),
         "--meta", "none", "--output-path", str(folder / "maps_client"), "--overwrite"], check=True)
    sys.path.insert(0, str(folder))
    client = importlib.import_module("maps_client").Client(base_url=address)
    version = importlib.import_module("maps_client.api.documents.get_version").sync(client=client)
    assert version.api == "v1", version
    scene = importlib.import_module("maps_client.models").Scene.from_dict(
        {"version": 1, "size": [300, 200], "camera": {"center": [24.94, 60.17], "zoom": 12}})
    drawn = importlib.import_module("maps_client.api.maps.render_scene").sync_detailed(client=client, body=scene)
    assert drawn.status_code == 200 and drawn.content.startswith(b"\x89PNG"), drawn
    refused = importlib.import_module("maps_client.api.documents.get_problem").sync_detailed("no.thing.1", client=client)
    assert refused.status_code == 404 and json.loads(refused.content)["code"] == "request.not-found", refused


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

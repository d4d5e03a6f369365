# SPDX-License-Identifier: MIT
"""Uses the tools, resources and prompts of staticmap with the client of PyPI's mcp.

    python3 -m staticmap_tools.clients.mcp_client stdio PROGRAM
    python3 -m staticmap_tools.clients.mcp_client http ADDRESS

Both with the newest revision of the protocol and with a handshake, as older clients have it.
"""
import asyncio
import base64
import json
import sys

from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

SCENE = {
    "version": 1, "size": [300, 200], "camera": {"center": [24.94, 60.17], "zoom": 12},
    "annotations": [{"id": "home", "coordinate": [24.94, 60.17], "title": "Home"}],
}
TOOLS = {"render_map", "check_scene", "describe_map", "locate", "project", "measure"}


async def use(client):
    tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS, tools
    assert all(tool.input_schema["type"] == "object" for tool in tools)

    drawn = await client.call_tool("render_map", {"scene": SCENE})
    assert not drawn.is_error, drawn
    image = next(block for block in drawn.content if block.type == "image")
    assert image.mime_type == "image/png" and base64.b64decode(image.data).startswith(b"\x89PNG"), image
    assert drawn.structured_content["width"] == 300 and drawn.structured_content["zoom"] == 12

    document = await client.call_tool("render_map", {"scene": SCENE, "format": "svg"})
    assert document.content[0].resource.text.startswith(("<?xml", "<svg")), document

    wrong = json.loads(json.dumps(SCENE))
    wrong["annotations"][0]["colour"] = "red"
    failed = await client.call_tool("render_map", {"scene": wrong})
    assert failed.is_error, failed
    problem = failed.structured_content["problems"][0]
    assert (problem["code"], problem["path"]) == ("scene.unknown-key", "annotations[0].colour"), problem
    assert problem["hint"], problem

    checked = await client.call_tool("check_scene", {"scene": SCENE})
    assert checked.structured_content["valid"] is True
    described = await client.call_tool("describe_map", {"scene": SCENE})
    assert any(item["target"] == "annotation/home" for item in described.structured_content["items"]), described
    located = await client.call_tool("locate", {"query": "Helsinki"})
    assert located.structured_content["places"], located
    projected = await client.call_tool("project", {"scene": SCENE, "coordinates": [[24.94, 60.17]]})
    assert projected.structured_content["points"][0]["point"] == [150, 100], projected
    measured = await client.call_tool("measure", {"coordinates": [[24.94, 60.17], [25.0, 60.2]]})
    assert 4600 < measured.structured_content["meters"] < 4800, measured

    for resource in (await client.list_resources()).resources:
        content = (await client.read_resource(resource.uri)).contents[0]
        json.loads(content.text)
        if "/examples/" in str(resource.uri):
            checked = await client.call_tool("check_scene", {"scene": json.loads(content.text)})
            assert checked.structured_content["valid"], (resource.uri, checked)
    templates = (await client.list_resource_templates()).resource_templates
    assert templates[0].uri_template == "staticmap://styles/{id}"
    style = await client.read_resource("staticmap://styles/streets")
    assert json.loads(style.contents[0].text)["layers"]
    try:
        await client.read_resource("staticmap://styles/none")
        raise AssertionError("a style that is not there was read")
    except MCPError:
        pass

    for prompt in (await client.list_prompts()).prompts:
        arguments = {argument.name: "Helsinki {{style|x}}" for argument in prompt.arguments}
        text = (await client.get_prompt(prompt.name, arguments)).messages[0].content.text
        assert "Helsinki {{style|x}}" in text and text.count("{{") == text.count("Helsinki {{"), text

    # Many at once: each answer goes to its own question.
    async def width(number):
        result = await client.call_tool("render_map", {"scene": SCENE | {"size": [40 + number, 40]}})
        return result.structured_content["width"] - number

    assert set(await asyncio.gather(*[width(number) for number in range(30)])) == {40}


async def main(transport, target):
    for mode in ("auto", "legacy", "2026-07-28"):
        server = target if transport == "http" else stdio_client(StdioServerParameters(command=target, args=["mcp"]))
        async with Client(server, mode=mode) as client:
            await use(client)
        print(transport, mode)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))

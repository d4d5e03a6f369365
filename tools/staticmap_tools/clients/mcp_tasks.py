# SPDX-License-Identifier: MIT
"""Makes the calls of docs/mcp.md again, and writes their images into a folder.

    python3 -m staticmap_tools.clients.mcp_tasks PROGRAM|ADDRESS FOLDER
"""
import asyncio
import base64
import json
import re
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from ..checkout import ROOT

CALL = re.compile(r'^\{"tool": .*\}$', re.MULTILINE)


async def main(target, folder):
    folder.mkdir(parents=True, exist_ok=True)
    tasks = (ROOT / "docs/mcp.md").read_text(encoding="utf-8").split("\n### ")[1:]
    assert len(tasks) == 10, len(tasks)
    is_address = target.startswith("http")
    server = target if is_address else stdio_client(StdioServerParameters(command=target, args=["mcp"]))
    async with Client(server, mode="auto") as client:
        for number, task in enumerate(tasks, 1):
            drawn = 0
            for call in map(json.loads, CALL.findall(task)):
                result = await client.call_tool(call["tool"], call["arguments"])
                assert not result.is_error, (number, call, result.content)
                if call["tool"] != "render_map":
                    continue
                drawn += 1
                block = result.content[0]
                data = block.data if block.type == "image" else block.resource.blob
                ending = "png" if block.type == "image" else "pdf"
                (folder / f"task-{number}.{ending}").write_bytes(base64.b64decode(data))
            assert drawn == 1, number


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))

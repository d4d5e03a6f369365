#!/usr/bin/env python3
"""Speaks the protocol of `staticmap batch`, and does what no good program does, where a scene asks for it."""
# SPDX-License-Identifier: MIT
import json
import os
import signal
import sys
import time

if "--broken" in os.environ.get("FAKE_PROGRAM", ""):
    sys.exit("fake: there is no such folder")

for number, line in enumerate(sys.stdin.buffer, 1):
    request = json.loads(line)
    scene = request["scene"]
    if seconds := scene.get("x-sleep"):
        time.sleep(seconds)
    if scene.get("x-die"):
        print("fake: killed by a scene", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    if scene.get("x-garbage"):
        sys.stdout.buffer.write(b"this is no answer\n")
        sys.stdout.buffer.flush()
        continue
    answer = {"number": number, "id": request["id"], "ms": 0}
    data = b""
    if errors := scene.get("x-errors"):
        answer["errors"] = errors
    else:
        data = json.dumps({"pid": os.getpid(), "folder": os.getcwd(), "arguments": sys.argv[1:], **scene}).encode()
        data = data[:-1] + b" " * scene.get("x-bytes", 0) + b"}"
        name = request["outputs"][0]
        answer["outputs"] = [
            {"name": name, "format": name.rsplit(".", 1)[1], "width": 2, "height": 1, "bytes": len(data)}]
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + data)
    sys.stdout.buffer.flush()

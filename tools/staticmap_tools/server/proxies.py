# SPDX-License-Identifier: MIT
"""Runs the proxies of docs/deployment.md in front of the server, with clients that forge headers."""
import argparse
import base64
import hashlib
import hmac
import http.client
import os
import pathlib
import re
import subprocess
import tempfile
import time

from ..checkout import ROOT
from .running import HOST, Server, found, free_port

MAP = "/styles/streets/static/24.94,60.17,9/60x40.png"
STYLE = "/styles/streets/style.json"
FORGED = {
    "Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Proto": "gopher", "Forwarded": "host=evil.example",
}
RATE = 200


def blocks(language):
    """The configurations of the documentation in one language."""
    text = (ROOT / "docs/deployment.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


class Proxy:
    """A proxy that is ended with the block that it was started for."""

    def __init__(self, command, port):
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            assert self.process.poll() is None, f"{command[0]} has ended with {self.process.returncode}"
            try:
                self.get("/health")
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError(f"{command[0]} does not answer")

    def get(self, path, headers=None):
        """Status, headers and body."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        connection.request("GET", path, headers={"Host": "maps.example", **(headers or {})})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)


def nginx(folder, configuration, backend):
    """nginx with a configuration of the documentation, without TLS, in a folder of its own."""
    port = free_port()
    changed = configuration.replace("listen 443 ssl;", f"listen {HOST}:{port};")
    changed = changed.replace("http://127.0.0.1:8080", backend).replace("/var/cache/nginx/maps", f"{folder}/cache")
    temporary = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    file = pathlib.Path(folder, "nginx.conf")
    file.write_text(
        f"{user}pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nworker_processes 1;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{changed}\n}}\n", encoding="utf-8")
    return Proxy(["nginx", "-e", f"{folder}/error.log", "-c", str(file)], port)


def varnish(folder, configuration, backend):
    """Varnish with the configuration of the documentation."""
    port = free_port()
    file = pathlib.Path(folder, "default.vcl")
    file.write_text(configuration.replace('.port = "8080"', f'.port = "{backend.rpartition(":")[2]}"'), encoding="utf-8")
    return Proxy(["varnishd", "-F", "-a", f"{HOST}:{port}", "-f", str(file), "-n", f"{folder}/work", "-s", "malloc,20m"], port)


def drawn(server):
    """How many static maps the server has answered."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    counts = re.findall(r'^staticmap_requests_total\{route="tileserver",status="\d+"\} (\d+)', text, re.MULTILINE)
    return sum(map(int, counts))


def check_poison(proxy, begins=None):
    """What a forged request asks for is nobody else's, and holds nothing of what it forged."""
    _, _, forged = proxy.get(STYLE, FORGED)
    status, _, plain = proxy.get(STYLE)
    assert status == 200 and b"evil" not in plain, plain[:300]
    if begins:
        assert b"evil" not in forged
        assert found(r'"sprite": "([^"]*)"', plain.decode()).startswith(begins), plain[:300]


def check_cache(proxy, server):
    """Maps that anybody may have are drawn once."""
    before = drawn(server)
    bodies = {proxy.get(MAP)[2] for _ in range(3)}
    assert len(bodies) == 1 and drawn(server) == before + 1, f"{drawn(server) - before} requests came through"


def check_keys(proxy):
    """What a key has opened stays closed for others."""
    for field in ({"X-Api-Key": "sesame"}, {"Authorization": "Bearer sesame"}):
        for path in (MAP, STYLE, "/styles/streets/5/18/9.png"):
            assert proxy.get(path, field)[0] == 200
            assert proxy.get(path)[0] == 401, path
            assert proxy.get(path, {"X-Api-Key": "guess"})[0] == 403, path


def check_signatures(proxy):
    """A signed address is closed when its time has passed, also if the proxy has its map."""
    address = f"{MAP}?key_id=a&expires={int(time.time()) + 2}"
    code = base64.urlsafe_b64encode(hmac.new(b"secret", address.encode(), hashlib.sha256).digest()).decode()
    address += "&signature=" + code
    assert proxy.get(address)[0] == 200
    time.sleep(4)
    assert proxy.get(address)[0] == 403


def check_rate(proxy):
    """Forged addresses have no rate of their own."""
    statuses = [
        proxy.get("/styles.json?" + str(index), {"X-Forwarded-For": f"203.0.113.{index % 250}"})[0]
        for index in range(RATE + 20)
    ]
    assert 429 in statuses, set(statuses)


def check(start, configuration, program):
    """One proxy before servers with different options."""
    public = ["--public-url", "https://maps.example", "--trust-forwarded"]
    for options, work in [
        (public, lambda proxy, server: (check_poison(proxy, "https://maps.example/"), check_cache(proxy, server))),
        (["--trust-forwarded"], lambda proxy, _: check_poison(proxy)),
        ([], lambda proxy, _: check_poison(proxy)),
        ([*public, "--api-key", "sesame"], lambda proxy, _: check_keys(proxy)),
        ([*public, "--signing-key", "a:secret", "--require-signature"], lambda proxy, _: check_signatures(proxy)),
        ([*public, "--rate-limit", str(RATE)], lambda proxy, _: check_rate(proxy)),
    ]:
        with tempfile.TemporaryDirectory() as folder, Server(program, *options) as server:
            os.chmod(folder, 0o755)
            with start(folder, configuration, server.address) as proxy:
                work(proxy, server)
                assert proxy.get("/metrics")[0] == 404


def check_careless(program):
    """A proxy that passes on what clients send: documents are theirs alone, whatever the server trusts."""
    configuration = re.sub(r"\s*proxy_set_header (?!Connection).*", "", blocks("nginx")[0])
    careless = configuration.replace("location / {", "location / { proxy_set_header Host $http_host;")
    for options in (["--trust-forwarded"], [], ["--public-url", "https://maps.example"]):
        with tempfile.TemporaryDirectory() as folder, Server(program, *options) as server:
            with nginx(folder, careless, server.address) as proxy:
                check_poison(proxy)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("proxy", choices=["nginx", "varnish"])
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    start, language = (nginx, "nginx") if arguments.proxy == "nginx" else (varnish, "vcl")
    (configuration,) = blocks(language)
    check(start, configuration, arguments.program)
    if arguments.proxy == "nginx":
        check_careless(arguments.program)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: MIT
"""Mends a cut-out OSM extract for tilemaker: python3 -m staticmap_tools.basemap.osm_clean IN.osm.pbf OUT.osm.pbf

tilemaker 2.2 stops at ways whose nodes lie outside the extract. Closed ways lose such nodes; open ways are split
there, so that no straight line bridges the part that is missing. Relations lose the members that are not there.
Needs the `osmium` command (Debian's osmium-tool).
"""
import subprocess
import sys
import tempfile


def runs(refs, nodes):
    """The stretches of a way whose nodes are all there."""
    out, current = [], []
    for ref in refs:
        if ref in nodes:
            current.append(ref)
        elif current:
            out.append(current)
            current = []
    out.append(current)
    return [r for r in out if len(r) > 1]


def clean(lines):
    """Take and return the lines of an OPL file, in order."""
    nodes = {line.split(" ", 1)[0] for line in lines if line[0] == "n"}
    free = 1 + max(int(line.split(" ", 1)[0][1:]) for line in lines if line[0] == "w")
    ways, relations, kept = {}, [], [line for line in lines if line[0] == "n"]
    for line in lines:
        head, *rest = line.split(" ")
        if line[0] == "w":
            *rest, last = rest
            refs = last[1:].split(",")
            if refs[0] == refs[-1]:
                left = [r for r in refs if r in nodes]
                pieces = [left + left[:1] if left[0] != left[-1] else left] if len(set(left)) > 2 else []
            else:
                pieces = runs(refs, nodes)
            ids = [head]
            for _ in pieces[1:]:
                ids.append(f"w{free}")
                free += 1
            ways[head] = ids[:len(pieces)]
            kept += [" ".join([i, *rest, "N" + ",".join(p)]) for i, p in zip(ids, pieces, strict=False)]
        elif line[0] == "r":
            relations.append((head, rest))
    for head, (*rest, last) in relations:
        members = []
        for member in last[1:].split(",") if len(last) > 1 else []:
            what, role = member.split("@", 1)
            if what in nodes:
                members.append(member)
            members += [f"{w}@{role}" for w in ways.get(what, [])]
        if members:
            kept.append(" ".join([head, *rest, "M" + ",".join(members)]))
    order = {"n": 0, "w": 1, "r": 2}
    return sorted(kept, key=lambda line: (order[line[0]], int(line.split(" ", 1)[0][1:])))


def main(source, target):
    opl = subprocess.run(["osmium", "cat", source, "-f", "opl"], check=True, stdout=subprocess.PIPE).stdout.decode()
    with tempfile.NamedTemporaryFile("w", suffix=".opl", encoding="utf-8") as f:
        f.write("\n".join(clean(opl.splitlines())) + "\n")
        f.flush()
        subprocess.run(["osmium", "cat", f.name, "-o", target, "--overwrite"], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Tiles") struct TilesTests {
    private static let region = "--bbox 24.9,60.1,25,60.2"

    @Test("shards that are merged are the whole, in any container") func shards() async throws {
        let folder = try ScratchFolder()
        let script = """
            set -e
            render="$map tiles render \(Self.region) --zooms 0-5 --metatile 2"
            $render -o whole.pmtiles
            $render --shard 1/2 -o a.mbtiles
            $render --shard 2/2 -o b
            $map tiles merge a.mbtiles b -o merged.pmtiles --name streets
            $map tiles convert whole.pmtiles -o whole.mbtiles
            $map tiles convert whole.mbtiles -o folder
            for file in whole.pmtiles merged.pmtiles whole.mbtiles folder; do $map tiles verify $file; done
            ls -A
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.first?.hasPrefix("6 tiles, ") == true, "\(outcome.text)")
        #expect(outcome.lines.prefix(4).allSatisfy { $0.hasSuffix("zooms 0 to 5") && $0.hasPrefix("6 tiles, ") })
        #expect(
            outcome.lines.dropFirst(4) == [
                "a.mbtiles", "b", "folder", "merged.pmtiles", "whole.mbtiles", "whole.pmtiles",
            ])
        let same = try await bash("cmp merged.pmtiles whole.pmtiles", folder)
        #expect(same.exitCode == 0, "\(same.text)")
        #expect(pngSize(try folder.contents("folder/5/18/9.png")) == [256, 256])
    }

    @Test("in the schemas of others are converted", arguments: ["protomaps", "shortbread"])
    func schema(name: String) async throws {
        let folder = try ScratchFolder()
        let fixtures = packageRoot.appending(path: "Tests/Fixtures/schemas").path(percentEncoded: false)
        let draw = "--center 24.94995,60.19069 --zoom 14 --size 300x300"
        let script = """
            set -e
            $map tiles convert \(fixtures)/\(name) --schema openmaptiles -o own.pmtiles
            $map tiles verify own.pmtiles
            $map tiles convert own.pmtiles --schema openmaptiles -o again.pmtiles
            cmp own.pmtiles again.pmtiles
            $map inspect own.pmtiles
            $map render --tiles own.pmtiles \(draw) -o own.png
            $map render --tiles \(fixtures)/\(name) \(draw) -o stored.png
            cmp own.png stored.png
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.lines.contains { $0.hasPrefix("schema:") && $0.hasSuffix("OpenMapTiles") })
        #expect(outcome.lines.contains("attribution:     Nobody"))
    }

    @Test("of which nothing is known cannot be converted") func otherSchema() async throws {
        let folder = try ScratchFolder()
        try folder.write("own/metadata.json", #"{"vector_layers": [{"id": "parcels"}]}"#)
        try folder.write("own/0/0/0.pbf", [0x1A, 0])
        let outcome = try await bash("$map tiles convert own --schema openmaptiles -o new.pmtiles", folder)
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("Protomaps, Shortbread or OpenMapTiles"))
        #expect(try folder.names() == ["own"])
    }

    @Test("a tile is the part of the map that it is") func tile() async throws {
        let folder = try ScratchFolder()
        let script = """
            $map tiles render \(Self.region) --zooms 5 --tile-size 512 --metatile 1 --format webp --quality 100 -o t &&
            $map tiles render \(Self.region) --zooms 5 --tile-size 512 --metatile 1 --scale 2 -o u
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outputFormat(try folder.contents("t/5/18/9.webp")) == "webp")
        #expect(pngSize(try folder.contents("u/5/18/9.png")) == [1024, 1024])
    }

    @Test("a run that was killed goes on") func resume() async throws {
        let folder = try ScratchFolder()
        let script = """
            render="$map tiles render --bbox -180,-60,180,60 --zooms 0-4 --metatile 2 --threads 2"
            $render -o a.pmtiles & pid=$!
            until [ -s a.pmtiles.tiles.sqlite-wal ] && [ $(stat -c %s a.pmtiles.tiles.sqlite-wal) -gt 300000 ]; do kill -0 $pid || break; done
            kill -9 $pid; wait $pid 2>/dev/null
            [ ! -e a.pmtiles ] || exit 3
            $render --resume -o a.pmtiles || exit 2
            $render -o b.pmtiles || exit 2
            cmp a.pmtiles b.pmtiles && [ ! -e a.pmtiles.tiles.sqlite ] && $map tiles verify a.pmtiles
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 0, "\(outcome.text)\(outcome.errors)")
    }

    @Test("a run is not continued with another style, or with other data") func changedFiles() async throws {
        let folder = try ScratchFolder()
        let style = """
            {"version": 8, "sources": {"data": {"type": "geojson", "data": "areas.geojson"}}, "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": "#dde8d0"}},
            {"id": "areas", "type": "fill", "source": "data", "minzoom": 1, "paint": {"fill-color": "navy"}}]}
            """
        let area = #"{"type": "Polygon", "coordinates": [[[0, 0], [90, 0], [90, 60], [0, 0]]]}"#
        try folder.write("style.json", style)
        try folder.write("areas.geojson", area)
        let script = """
            render="$map tiles render --style style.json --bbox -180,-85,180,85 --zooms 0-5 --metatile 2 --threads 1"
            $render -o a.pmtiles & pid=$!
            until [ -s a.pmtiles.tiles.sqlite-wal ] && [ $(stat -c %s a.pmtiles.tiles.sqlite-wal) -gt 100000 ]; do kill -0 $pid || break; done
            kill -9 $pid; wait $pid 2>/dev/null
            cp -p areas.geojson same; touch areas.geojson; $render --resume -o a.pmtiles; echo $?
            mv same areas.geojson; sed -i s/navy/teal/ style.json; $render --resume -o a.pmtiles; echo $?
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.lines == ["65", "65"], "\(outcome.errors)")
        let messages = outcome.errors.split(separator: "\n").filter { $0.contains("was changed") }
        #expect(messages.map { $0.prefix { $0 != ":" }.hasSuffix("areas.geojson") } == [true, false], "\(messages)")
        #expect(messages.allSatisfy { $0.contains("start anew without --resume") })
        // As they were, nothing was lost by the attempts.
        let again = try await bash(
            """
            kept=$(python3 -c "import sqlite3; print(sqlite3.connect('a.pmtiles.tiles.sqlite').execute('select count(*) from parts').fetchone()[0])")
            [ $kept -gt 0 ] || exit 4
            """, folder)
        #expect(again.exitCode == 0, "\(again.errors)")
    }

    @Test("extracts a box, and areas") func extract() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            "area.geojson",
            #"{"type": "Polygon", "coordinates": [[[20, 55], [30, 55], [30, 65], [20, 65], [20, 55]]]}"#)
        let script = """
            set -e
            $map tiles render --bbox -180,-85,180,85 --zooms 0-3 -o world.pmtiles
            $map tiles extract world.pmtiles --bbox 20,55,30,65 --maxzoom 2 -o box.pmtiles
            $map tiles extract world.pmtiles --polygon area.geojson --minzoom 3 -o area.mbtiles
            for file in world.pmtiles box.pmtiles area.mbtiles; do $map tiles verify $file; done
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.map { $0.prefix(8) } == ["85 tiles", "3 tiles,", "1 tiles,"], "\(outcome.text)")
    }

    @Test("damaged archives are found") func damaged() async throws {
        let folder = try ScratchFolder()
        let script = """
            $map tiles render --bbox 20,55,30,65 --zooms 0-3 -o a.pmtiles && size=$(stat -c %s a.pmtiles) &&
            printf 'zzzz' | dd of=a.pmtiles bs=1 seek=$((size - 2000)) conv=notrunc status=none; $map tiles verify a.pmtiles
            """
        let outcome = try await bash(script, folder)
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("the tile cannot be decoded"), "\(outcome.errors)")
        let cut = try await bash("truncate -s -2000 a.pmtiles; $map tiles verify a.pmtiles", folder)
        #expect(cut.exitCode == 65)
        #expect(try await bash("$map tiles verify none.pmtiles", folder).exitCode == 66)
    }

    @Test(
        "options that make no sense are refused",
        arguments: [
            ["render", "--zooms", "0-3", "-o", "x"], ["render", "--bbox", "0,0,1,1", "--zooms", "3-0", "-o", "x"],
            ["render", "--bbox", "0,0,1,1", "--zooms", "0-1", "--shard", "3/2", "-o", "x"],
            ["render", "--bbox", "0,0,1,1", "--zooms", "0-1", "--format", "svg", "-o", "x"], ["merge", "a", "-o", "b"],
            ["extract", "a", "--minzoom", "3", "--maxzoom", "2", "-o", "b"], ["convert", "a", "-o", "a"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await Program.built.run(["tiles"] + arguments)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(!outcome.errors.contains("Unknown option"))
    }
}

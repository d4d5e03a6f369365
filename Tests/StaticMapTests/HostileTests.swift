// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import MapTiles
import StaticMap
import TestSupport
import Testing

/// Files with damage are drawn as far as they go, or refused; nothing traps and nothing hangs.
@Suite("Hostile input") struct HostileTests {
    /// Draws, and asks only that the program lives and says something sensible.
    private func survive(_ json: String, folder: String = ".", line: Int = #line) {
        do {
            let rendered = try Maps.render(json, folder: folder)
            #expect(!rendered.bytes.isEmpty)
        } catch {
            #expect(error.diagnostics.contains { $0.severity == .error })
        }
    }

    private func city(_ tiles: String) -> String {
        """
        {"version": 1, "size": [200, 150], "basemap": {"tiles": "\(tiles)"},
         "camera": {"center": [24.944, 60.171], "zoom": 14.5}}
        """
    }

    /// Changes a few bytes, cuts pieces out, or doubles them.
    private func mutated(_ bytes: [UInt8], _ random: inout SplitMix, within range: Range<Int>) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let at = Int.random(in: range.clamped(to: 0..<max(1, bytes.count)), using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[at] = 0xFF
            case 3: bytes[at] = 0
            case 4: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
            default:
                let piece = Array(bytes[at..<min(bytes.count, at + Int.random(in: 1...9, using: &random))])
                bytes.insert(contentsOf: piece, at: at)
            }
            if bytes.isEmpty { return bytes }
        }
        return bytes
    }

    @Test("truncated and mutated archives", arguments: 0..<8)
    func archives(batch: Int) throws {
        let sound = [UInt8](try Data(contentsOf: URL(filePath: Maps.helsinki)))
        let folder = try ScratchFolder()
        var random = SplitMix(seed: UInt64(batch) &+ 100)
        for round in 0..<25 {
            var bytes = sound
            switch round % 4 {
            case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
            // Header and root directory, then the tiles.
            case 1: bytes = mutated(bytes, &random, within: 7..<127)
            case 2: bytes = mutated(bytes, &random, within: 127..<4000)
            default: bytes = mutated(bytes, &random, within: 4000..<bytes.count)
            }
            let path = try folder.write("city-\(round).pmtiles", bytes)
            survive(city(path))
        }
    }

    @Test("mutated vector tiles", arguments: 0..<8)
    func vectorTiles(batch: Int) throws {
        let folder = try ScratchFolder()
        let archive = try openArchive(at: Maps.helsinki)
        let id = TileID(z: 14, x: 9327, y: 4741)
        let sound = try #require(try archive.tile(id))
        var random = SplitMix(seed: UInt64(batch) &+ 300)
        let json = """
            {"version": 1, "size": [200, 150], "basemap": {"tiles": "tiles"},
             "camera": {"center": [24.944, 60.171], "zoom": 14.5}}
            """
        for _ in 0..<25 {
            try folder.write("tiles/14/\(id.x)/\(id.y).pbf", mutated(sound, &random, within: 0..<sound.count))
            survive(json, folder: folder.path)
        }
    }

    @Test("mutated styles", arguments: 0..<8)
    func styles(batch: Int) throws {
        let path = packageRoot.appending(path: "styles/streets/style.json")
        let sound = [UInt8](try Data(contentsOf: path))
        let folder = try ScratchFolder()
        var random = SplitMix(seed: UInt64(batch) &+ 200)
        for round in 0..<25 {
            let style =
                round % 2 == 0 ? swapped(sound, &random) : mutated(sound, &random, within: 0..<sound.count)
            try folder.write("style.json", style)
            survive(
                """
                {"version": 1, "size": [120, 90], "basemap": {"style": "style.json", "tiles": "\(Maps.helsinki)"},
                 "camera": {"center": [24.944, 60.171], "zoom": 14.5}}
                """, folder: folder.path)
        }
    }

    @Test("mutated scenes", arguments: 0..<4)
    func scenes(batch: Int) throws {
        let sound = Array(
            """
            {"version": 1, "size": [120, 90], "scale": 2, "camera": {"center": [24.944, 60.171], "zoom": 14.5,
             "bearing": 30, "padding": [1, 2, 3, 4], "contentInsets": {"top": 5}, "minZoom": 3, "maxZoom": 19},
             "annotations": [{"id": "a", "coordinate": [24.944, 60.171], "view": "pin", "tint": "#ff0000",
             "title": "Here", "alt": "x"}], "attribution": "auto", "basemap": {"missingTiles": "skip"}}
            """.utf8)
        var random = SplitMix(seed: UInt64(batch) &+ 400)
        for round in 0..<50 {
            let bytes = round % 2 == 0 ? swapped(sound, &random) : mutated(sound, &random, within: 0..<sound.count)
            survive(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Puts other numbers, words and values where numbers or words stand.
    private func swapped(_ json: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var text = json
        let values = [
            "1e308", "-1e308", "0", "-1", "1e-320", "99999999999999999999", "null", "true", "[]", "{}", "\"\"", "[1,2]",
            "\"interpolate\"", "[\"get\",\"x\"]", "NaN", "0.5", "24", "255", "[\"literal\",[0,0]]",
        ]
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let starts = text.indices.dropFirst().filter { i in
                isDigit(text[i]) && !isDigit(text[i - 1]) && text[i - 1] != UInt8(ascii: ".")
            }
            guard let start = starts.randomElement(using: &random) else { return text }
            let end = text[start...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? text.endIndex
            text.replaceSubrange(start..<end, with: Array((values.randomElement(using: &random) ?? "0").utf8))
        }
        return text
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

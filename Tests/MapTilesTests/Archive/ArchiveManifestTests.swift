// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapTiles
import StaticMap
import TestSupport
import Testing

/// One small tileset in many containers: each must give the same tiles.
@Suite("Archives of every kind", .requiresShared("data/formats")) struct ArchiveManifestTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let file: String
        let path: String
        let node: JSONNode
        var testDescription: String { file }

        /// A folder with rows from the south says so nowhere but in its name.
        var openPath: String { file == "world-tms" ? path + "/{z}/{x}/{-y}.pbf" : path }
    }

    static let all: [Case] = (sharedJSON("data/formats/manifest.json")?.array ?? []).compactMap { node in
        node["file"]?.string.map { Case(file: $0, path: SharedData.path("data/formats/\($0)"), node: node) }
    }

    @Test("a sound archive tells its format and zooms, and gives its tiles", arguments: all)
    func opens(_ item: Case) throws {
        let kind = item.node["kind"]?.string ?? ""
        guard kind != "invalid" else {
            #expect(throws: Diagnostic.self) { try openArchive(at: item.path) }
            return
        }
        let archive = try openArchive(at: item.openPath)
        // The manifest calls this one's tiles vector tiles, but they are the first and last bytes of JPEG files.
        let isRaster = kind == "jpg" || item.file == "martin-normalized-dedup-id.mbtiles"
        #expect(archive.info.format.rawValue == (isRaster ? "jpeg" : kind))
        if let low = item.node["minzoom"]?.number { #expect(Double(archive.info.minZoom) == low) }
        if let high = item.node["maxzoom"]?.number { #expect(Double(archive.info.maxZoom) == high) }
        for member in item.node["sha256_16"]?.object?.members ?? [] {
            let n = member.key.split(separator: "/").compactMap { Int($0) }
            let id = TileID(z: n[0], x: n[1], y: n[2])
            let tile = try #require(try archive.tile(id), "tile \(id) is there")
            #expect(Digest.sha256.hexadecimal(tile).prefix(16) == member.node.string ?? "")
            if kind == "mvt" { #expect(try archive.vectorTile(id) != nil) }
        }
    }

    /// Deep archives would take long: a tile is asked for at each address.
    @Test(
        "the number of tiles is the manifest's",
        arguments: all.filter { $0.node["tiles"] != nil && ($0.node["maxzoom"]?.number ?? 99) < 9 })
    func counts(_ item: Case) throws {
        let count = try #require(item.node["tiles"]?.number)
        let high = try #require(item.node["maxzoom"]?.number)
        let archive = try openArchive(at: item.openPath)
        if let stated = archive.info.tileCount { #expect(Double(stated) == count) }
        var found = 0
        for z in 0...Int(high) + 1 {
            for x in 0..<1 << z {
                for y in 0..<1 << z where try archive.tile(TileID(z: z, x: x, y: y)) != nil { found += 1 }
            }
        }
        #expect(Double(found) == count)
    }

    @Test("tiles can be read by many tasks at once", arguments: all.filter { $0.node["kind"]?.string == "mvt" })
    func concurrent(_ item: Case) async throws {
        let archive = try openArchive(at: item.openPath)
        let alone = try archive.tile(TileID(z: 0, x: 0, y: 0))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { (try? archive.tile(TileID(z: 0, x: 0, y: 0))) == alone } }
            for await same in group { #expect(same) }
        }
    }

    @Test(
        "a truncated archive gives a diagnostic or tiles, never a trap",
        arguments: all.filter { $0.file.hasSuffix("tiles") && $0.node["kind"]?.string != "invalid" })
    func truncated(_ item: Case) throws {
        let whole = try bytes(item.path)
        let scratch = try ScratchFolder()
        for part in 0..<24 {
            var cut = Array(whole[..<(whole.count * part / 24)])
            if part % 2 == 1, cut.count > 200 { for i in stride(from: 97, to: cut.count, by: 61) { cut[i] ^= 0x55 } }
            let path = try scratch.write("cut\(part).\(item.file.hasSuffix(".pmtiles") ? "pmtiles" : "mbtiles")", cut)
            guard let archive = try? openArchive(at: path) else { continue }
            for z in 0...3 {
                for x in 0..<1 << z { for y in 0..<1 << z { _ = try? archive.vectorTile(TileID(z: z, x: x, y: y)) } }
            }
        }
    }

    @Test(
        "attribution and vector layers come from the metadata",
        .requiresShared("data/sf-downtown.pmtiles", "data/sf-downtown.mbtiles"))
    func metadata() throws {
        for file in ["sf-downtown.pmtiles", "sf-downtown.mbtiles"] {
            let info = try openArchive(at: SharedData.path("data/\(file)")).info
            #expect(info.attribution == "© OpenStreetMap contributors")
            #expect(info.vectorLayers.contains { $0.id == "transportation" && !$0.fields.isEmpty })
            #expect(info.bounds.map { abs($0.west + 122.4205) < 1e-4 } == true)
        }
    }
}

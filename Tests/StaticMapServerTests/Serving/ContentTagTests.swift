// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("Tags come from what is in files") struct ContentTagTests {
    private static let style = """
        {"version": 8, "sprite": "sprite", "sources": {
           "a": {"type": "vector", "url": "mbtiles://{near}"},
           "b": {"type": "raster", "tiles": ["file://FOLDER/raster/{z}/{x}/{y}.png"], "tileSize": 256, "maxzoom": 0}},
         "layers": [
          {"id": "land", "type": "background", "paint": {"background-color": "#eee"}},
          {"id": "raster", "type": "raster", "source": "b", "paint": {"raster-opacity": 0.5}},
          {"id": "water", "type": "fill", "source": "a", "source-layer": "water", "paint": {"fill-color": "#88f"}}]}
        """
    private static let scene = """
        {"version": 1, "size": [40, 30], "basemap": {"style": "plain"}, "camera": {"center": [24.94, 60.17], "zoom": 9},
         "overlays": [{"type": "geojson", "data": "place.geojson"}]}
        """
    /// Images, tiles and files, each in its own way.
    private static let addresses = [
        "/styles/plain/static/24.94,60.17,9/40x30.png", "/styles/plain/10/582/296.png",
        "/render?scene=" + percentEncoded(scene), "/data/near/10/582/296.pbf", "/data/near/10/582/296.geojson",
        "/data/near,near/10/582/296.pbf", "/styles/plain/sprite.json", "/styles/plain/sprite.png",
        "/files/place.geojson", "/fonts/Noto%20Sans%20Regular/0-255.pbf", "/styles/plain/style.json",
        "/wms?service=WMS&version=1.1.1&request=GetMap&layers=plain&styles=&srs=EPSG:4326&bbox=24,60,25,61&width=40&height=30&format=image/png",
        "/wms?service=WMS&version=1.1.1&request=GetLegendGraphic&layer=plain&format=image/png",
        "/ogc/styles/plain/map?bbox=24,60,25,61&width=40&height=30&f=png",
    ]

    private func service(_ folder: ScratchFolder) throws -> MapService {
        try ServerFixture.service {
            $0.configFile = folder.file("config.json")
            $0.assets = [folder.file("files")]
        }
    }

    private func files(_ folder: ScratchFolder) throws {
        let pixel = try #require(Data(base64Encoded: Self.pixel))
        try folder.write("styles/plain.json", Self.style.replacing("FOLDER", with: folder.path))
        try folder.write("styles/sprite.json", "{}")
        try pixel.write(to: URL(filePath: folder.file("styles/sprite.png")))
        try folder.write("raster/0/0/note.txt", "a")
        try pixel.write(to: URL(filePath: folder.file("raster/0/0/0.png")))
        try folder.write("files/place.geojson", #"{"type": "Point", "coordinates": [24.94, 60.17]}"#)
        try FileManager.default.copyItem(
            atPath: ServerFixture.home.path + "/basemap/helsinki.pmtiles", toPath: folder.file("near.pmtiles"))
        try folder.write(
            "config.json",
            """
            {"options": {"paths": {"styles": "styles", "sprites": "styles", "files": "files"}},
             "styles": {"plain": {"style": "plain.json"}}, "data": {"near": {"pmtiles": "near.pmtiles"}}}
            """)
    }

    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

    @Test("parts of a file are those of the file that the client knows, and of bytes that there are")
    func ranges() async throws {
        let folder = try ScratchFolder()
        try files(folder)
        let service = try service(folder)
        defer { service.end() }
        let path = "/files/place.geojson"
        let whole = await service.get(path)
        let (tag, date) = (whole.headers[.eTag] ?? "", whole.headers[.lastModified] ?? "")
        let count = whole.bytes.count
        for (fields, expected) in [
            ([(.range, "bytes=2-5")], 2..<6), ([(.range, "bytes=2-")], 2..<count),
            ([(.range, "bytes=-5")], count - 5..<count),
            ([(.range, "bytes=2-9999")], 2..<count), ([(.range, "bytes=-9999")], 0..<count),
            ([(.range, "bytes=2-5"), (.ifRange, tag)], 2..<6), ([(.range, "bytes=2-5"), (.ifRange, date)], 2..<6),
        ] as [([(HTTPField.Name, String)], Range<Int>)] {
            let part = await service.get(path, fields)
            #expect(part.status == .partialContent && part.bytes == Array(whole.bytes[expected]), "\(fields)")
        }
        for fields: [(HTTPField.Name, String)] in [
            [(.range, "bytes=2-5"), (.ifRange, "\"old\"")], [(.range, "bytes=5-2")], [(.range, "lines=1-2")],
            [(.range, "bytes=0-1,3-4")],
        ] {
            let all = await service.get(path, fields)
            #expect(all.status == .ok && all.bytes == whole.bytes, "\(fields)")
        }
        for range in ["bytes=\(count)-", "bytes=99999-100000", "bytes=-0"] {
            let none = await service.get(path, [(.range, range)])
            #expect(none.status == .rangeNotSatisfiable && none.headers[.contentRange] == "bytes */\(count)")
        }
    }

    private func tags(_ folder: ScratchFolder, of addresses: [String] = addresses) async throws -> [String] {
        let service = try service(folder)
        defer { service.end() }
        var tags: [String] = []
        for address in addresses {
            let answer = await service.get(address)
            #expect(answer.status == .ok, "\(address): \(answer.text)")
            tags.append(answer.headers[.eTag] ?? "")
            #expect(await service.get(address, [(.ifNoneMatch, tags.last ?? "")]).status == .notModified, "\(address)")
        }
        #expect(Set(tags).count == tags.count)
        return tags
    }

    @Test("copies of all files with other dates have the same tags in every mode")
    func keepsTags() async throws {
        let folder = try ScratchFolder()
        try files(folder)
        let first = try await tags(folder)
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        for name in names {
            let path = folder.file(name)
            let isFile = FileState(path)?.kind == .file
            // A copy is another inode.
            if isFile { try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: path), options: .atomic) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)], ofItemAtPath: path)
        }
        let second = try await tags(folder)
        for (address, pair) in zip(Self.addresses, zip(first, second)) { #expect(pair.0 == pair.1, "\(address)") }
    }

    @Test(
        "other contents of the same size and date have other tags",
        arguments: [
            ("files/place.geojson", "24.94", "24.95", [2, 8]), ("styles/sprite.json", "{}", "[]", [0, 6]),
            ("raster/0/0/note.txt", "a", "b", [0, 1]),
        ])
    func changesTags(_ name: String, _ old: String, _ new: String, _ places: [Int]) async throws {
        let folder = try ScratchFolder()
        try files(folder)
        let path = folder.file(name)
        let addresses = places.map { Self.addresses[$0] }
        func date() throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)], ofItemAtPath: path)
        }
        try date()
        let first = try await tags(folder, of: addresses)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old))
        try folder.write(name, text.replacing(old, with: new))
        try date()
        let second = try await tags(folder, of: addresses)
        for index in addresses.indices { #expect(first[index] != second[index], "\(addresses[index])") }
    }

    @Test("a large file is known by its size and date until it has been read, and a restart knows it at once")
    func readsLater() async throws {
        let folder = try ScratchFolder()
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let paths = ["a", "b"].map { folder.file($0) }
        for (path, date) in zip(paths, [1_500_000_000.0, 1_600_000_000]) {
            try bytes.write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: path)
        }
        let store = folder.file("store/digests")
        let digests = ContentDigests(limit: 1000, store: store)
        let early = paths.map { digests.value($0) }
        #expect(early.allSatisfy { !$0.isFinal })
        #expect(early[0] != early[1])
        while paths.contains(where: { !digests.value($0).isFinal }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(digests.value(paths[0]) == digests.value(paths[1]))
        // Read at once, it is the same.
        #expect(ContentDigests(store: nil).value(paths[0]) == digests.value(paths[0]))
        let restarted = ContentDigests(limit: 1000, store: store)
        #expect(paths.map { restarted.value($0) } == paths.map { digests.value($0) })
        // One that has changed is not known.
        try (bytes + [1]).write(to: URL(filePath: paths[0]))
        #expect(!ContentDigests(limit: 1000, store: store).value(paths[0]).isFinal)
    }
}

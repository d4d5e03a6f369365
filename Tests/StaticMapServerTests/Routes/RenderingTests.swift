// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCanvas
import MapCore
import MapData
import MapImages
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("Rendering over HTTP") struct RenderingTests {
    private let scene = #"{"version": 1, "size": [120, 80], "camera": {"center": [24.94, 60.17], "zoom": 12}}"#

    @Test("the image is that of the renderer, byte for byte")
    func drawsTheSame() async throws {
        let service = try ServerFixture.shared.get()
        let answer = await service.post("/render", scene)
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "image/png")
        let renderer = MapRenderer(
            home: ServerFixture.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2)
        let document = try SceneDocument(text: Array(scene.utf8), file: "scene")
        let drawn = { try renderer.render(document).bytes }
        #expect(answer.bytes == (try drawn()))
    }

    @Test("an atlas has a page for each sheet, its overview and its index") func atlas() async throws {
        let service = try ServerFixture.shared.get()
        let scene = #"{"version": 1, "size": "A6", "camera": {"mapScale": 20000}}"#
        let area = """
            {"type": "Polygon", "coordinates": [[[24.93, 60.165], [24.96, 60.165], [24.96, 60.178], [24.93, 60.165]]]}
            """
        let answer = await service.post(
            "/atlas",
            #"{"scene": \#(scene), "polygon": \#(area), "overview": true, "index": ["streets"], "title": "Center"}"#)
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/pdf")
        let text = String(decoding: answer.bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        let sheets = text.ranges(of: "/Dest (sheet-").count
        #expect(text.ranges(of: "/Type /Page ").count >= 4 && sheets > 0)
        #expect(text.contains("/Title (Center)") && text.contains("/Title (Index)"))
        let rows = await service.post("/atlas", #"{"scene": \#(scene), "rows": [{"lon": 24.94, "lat": 60.17}]}"#)
        #expect(rows.status == .ok)
    }

    @Test(
        "an atlas that cannot be is refused",
        arguments: [
            (#""polygon": {"type": "Point", "coordinates": [0, 0]}"#, "Polygon"),
            (#""rows": [{"lon": 24}]"#, "lon and lat"), (#""rows": [], "along": {}"#, "one of polygon"),
            (#""rows": [{"lon": 24, "lat": 60}], "overlap": "wide""#, "length"),
            (
                #""polygon": {"type": "Polygon", "coordinates": [[[20, 60], [25, 60], [25, 62], [20, 60]]]}"#,
                "sheets"
            ),
        ])
    func noAtlas(_ members: String, _ words: String) async throws {
        let service = try ServerFixture.shared.get()
        let scene = #"{"version": 1, "size": "A6", "camera": {"mapScale": 20000}}"#
        let answer = await service.post("/atlas", #"{"scene": \#(scene), \#(members)}"#)
        #expect([.badRequest, .unprocessableContent].contains(answer.status))
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test(
        "words for the index of an atlas that the style does not know are refused",
        arguments: [
            (#"["streets", "street"]"#, #"index: the style has no layer \"street\""#),
            (#"["foo"]"#, "known are streets, places, waters"), (#"["waters", "landcover-*"]"#, nil),
        ])
    func atlasIndex(_ index: String, _ words: String?) async throws {
        let service = try ServerFixture.shared.get()
        let scene = #"{"version": 1, "size": "A6", "camera": {"mapScale": 20000}, "basemap": {"style": "light"}}"#
        let rows = #"[{"lon": 24.94, "lat": 60.17}]"#
        let answer = await service.post("/atlas", #"{"scene": \#(scene), "rows": \#(rows), "index": \#(index)}"#)
        #expect(answer.status == (words == nil ? .ok : .unprocessableContent))
        #expect(words.map { answer.text.contains($0) } ?? true, "\(answer.text)")
    }

    @Test("threads are those of idle workers, and the image is the same")
    func lendsThreads() async throws {
        let service = try ServerFixture.service { $0.workers = 3 }
        let fast = await service.post("/render?threads=200", scene)
        #expect(fast.headers[.serverTiming]?.contains("threads;desc=3") == true)
        let other = try ServerFixture.service { $0.workers = 3 }
        let plain = await other.post("/render", scene)
        #expect(plain.headers[.serverTiming]?.contains("threads;desc=1") == true)
        #expect(plain.bytes == fast.bytes && !plain.bytes.isEmpty)
        let report = await service.post("/report?threads=2", scene)
        #expect(report.headers[.serverTiming]?.hasSuffix("threads;desc=2") == true)
        for bad in ["0", "257", "two", ""] {
            let refused = await service.post("/render?threads=\(bad)", scene)
            #expect(refused.status == .badRequest)
            #expect(try refused.json()["parameter"]?.string == "threads")
        }
        service.end()
        other.end()
    }

    @Test("an icon of a marker has the size that the address says", arguments: [("", 64), ("|scale:2", 256)])
    func resizesIcons(_ option: String, _ count: Int) async throws {
        let folder = try ScratchFolder()
        let red = Bitmap(width: 8, height: 8, pixels: Array(repeating: 0xFFFF_0000, count: 64))
        try folder.write("red.png", try encodePNG(red))
        let service = try ServerFixture.service { $0.assets = [folder.path] }
        let answer = await service.get(
            "/styles/light/static/24.94,60.17,9/60x60.png?marker=" + percentEncoded("24.94,60.17|red.png" + option))
        let bitmap = try decodeImage(answer.bytes, maxPixels: 3600)
        let found = bitmap.pixels.count { $0 == 0xFFFF_0000 }
        // The edge may lie between pixels.
        #expect(abs(found - count) <= count / 2, "\(found) red pixels")
        service.end()
    }

    @Test("what is lent to one drawing is not lent to another")
    func lendsOnce() async throws {
        let pool = DrawingPool(workers: 3, limits: Limits(), board: Board(slots: 4))
        let counts = try await pool.run(.init(digest: "", text: "test"), cancellation: CancellationFlag()) {
            Result { () throws(RequestError) -> [Int] in
                try pool.withThreads(upTo: 2) { first throws(RequestError) in
                    try pool.withThreads(upTo: 8) { second throws(RequestError) in [first, second] }
                }
            }
        }
        #expect(counts == [2, 2])
        pool.end()
    }

    @Test("a scene travels in an address: as it is, in base64url, deflated")
    func readsAddresses() async throws {
        let service = try ServerFixture.shared.get()
        let expected = await service.post("/render", scene).bytes
        let base64url = Data(scene.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        for text in [percentEncoded(scene), base64url] {
            let answer = await service.get("/render?scene=\(text)")
            #expect(answer.status == .ok)
            #expect(answer.bytes == expected)
        }
    }

    @Test(
        "Accept and ?format= choose the format",
        arguments: [
            ("", "image/svg+xml", "image/svg+xml"), ("", "image/webp;q=0.5, image/jpeg", "image/jpeg"),
            ("?format=jpeg", "image/png", "image/jpeg"), ("", "image/avif, image/webp, */*", "image/png"),
            ("", "application/pdf", "application/pdf"),
        ])
    func negotiates(_ query: String, _ accept: String, _ type: String) async throws {
        let service = try ServerFixture.shared.get()
        let answer = await service.send(.post, "/render" + query, [(.accept, accept)], body: scene)
        #expect(answer.headers[.contentType] == type)
    }

    @Test("several formats come as parts")
    func writesParts() async throws {
        let answer = await (try ServerFixture.shared.get()).post("/render?format=png,svg", scene)
        let type = try #require(answer.headers[.contentType])
        #expect(type.hasPrefix("multipart/mixed; boundary="))
        #expect(answer.text.contains("Content-Type: image/png\r\n"))
        #expect(answer.text.contains("Content-Type: image/svg+xml\r\n"))
    }

    @Test("a client that has the image gets 304, and nothing is drawn")
    func answersNotModified() async throws {
        let service = try ServerFixture.service()
        let first = await service.get("/styles/streets/static/24.94,60.17,10/90x60.png")
        let tag = try #require(first.headers[.eTag])
        #expect(tag.hasPrefix("\""))
        let other = try ServerFixture.service()
        for target in [service, other] {
            let second = await target.get(
                "/styles/streets/static/24.94,60.17,10/90x60.png", [(.ifNoneMatch, "\"x\", \(tag)")])
            #expect(second.status == .notModified)
            #expect(second.bytes.isEmpty)
            #expect(second.headers[.eTag] == tag)
        }
        #expect(!other.metrics.text(gauges: []).contains("staticmap_phase_seconds_count"))
        service.end()
        other.end()
    }

    @Test("another scene, format or style has another tag")
    func tagsDiffer() async throws {
        let service = try ServerFixture.shared.get()
        let addresses = [
            "/styles/streets/static/24.94,60.17,10/90x60.png", "/styles/streets/static/24.94,60.17,10/90x60.jpg",
            "/styles/dark/static/24.94,60.17,10/90x60.png", "/styles/streets/static/24.94,60.17,11/90x60.png",
        ]
        var tags: Set<String> = []
        for address in addresses { tags.insert(await service.get(address).headers[.eTag] ?? "") }
        #expect(tags.count == 4)
    }

    @Test("other fonts have another tag")
    func tagsFonts() async throws {
        let folder = try ScratchFolder()
        try folder.write("fonts/unread.txt", "")
        let service = try ServerFixture.service()
        let other = try ServerFixture.service { $0.fonts = [folder.path + "/fonts"] }
        let address = "/styles/streets/static/24.94,60.17,10/90x60.png"
        let tags = [await service.get(address).headers[.eTag], await other.get(address).headers[.eTag]]
        #expect(tags[0] != nil && tags[0] != tags[1])
        service.end()
        other.end()
    }

    @Test(
        "a file that a scene names is part of the tag, and a new one is drawn",
        arguments: ["icon.svg", "icon@2x.svg", "route.geojson"])
    func tagsFiles(_ name: String) async throws {
        let folder = try ScratchFolder()
        func image(_ color: String) -> String {
            "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20' fill='\(color)'/></svg>"
        }
        let point = #"{"type": "Point", "coordinates": [24.94, 60.17]}"#
        try folder.write("icon.svg", image("red"))
        try folder.write("route.geojson", #"{"type": "FeatureCollection", "features": []}"#)
        let service = try ServerFixture.service { $0.assets = [folder.path] }
        let item =
            name.hasSuffix("svg")
            ? #""annotations": [{"coordinate": [24.94, 60.17], "view": "image", "image": "icon.svg"}]"#
            : #""overlays": [{"type": "geojson", "data": "route.geojson"}]"#
        let scene =
            #"{"version": 1, "size": [50, 50], "camera": {"center": [24.94, 60.17], "zoom": 9}, \#(item)}"#
        let address = "/render?scene=" + percentEncoded(scene)
        let first = await service.get(address)
        #expect(first.status == .ok, "\(first.text)")
        #expect(await service.get(address).metadata.cache == .hit)
        try folder.write(name, name.hasSuffix("svg") ? image("blue") : point)
        let second = await service.get(address, [(.ifNoneMatch, first.headers[.eTag] ?? "")])
        #expect(second.status == .ok)
        #expect(second.headers[.eTag] != first.headers[.eTag])
        if name != "icon@2x.svg" { #expect(second.bytes != first.bytes) }
        service.end()
    }

    @Test("an image that was drawn comes from memory, the same")
    func remembers() async throws {
        let service = try ServerFixture.service()
        let first = await service.get("/styles/streets/static/24.95,60.17,10/90x60.png")
        let second = await service.get("/styles/streets/static/24.95,60.17,10/90x60.png")
        #expect(first.metadata.cache == .miss)
        #expect(second.metadata.cache == .hit)
        #expect(first.bytes == second.bytes)
        #expect(first.headers[.eTag] == second.headers[.eTag])
        service.end()
    }

    @Test("HEAD has the headers of GET and no body")
    func answersHead() async throws {
        let service = try ServerFixture.shared.get()
        let get = await service.get("/styles/streets/static/24.94,60.17,10/91x60.png")
        let head = await service.send(.head, "/styles/streets/static/24.94,60.17,10/91x60.png")
        #expect(head.status == .ok)
        #expect(head.bytes.isEmpty)
        #expect(head.headers[.contentLength] == String(get.bytes.count))
        #expect(head.headers[.eTag] == get.headers[.eTag])
    }

    @Test("identical requests in flight share one drawing")
    func sharesDrawings() async throws {
        let service = try ServerFixture.service()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await service.get("/styles/streets/static/24.94,60.17,13/900x700.png").metadata.cache?.rawValue
                        ?? ""
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == "miss" }.count == 1)
        #expect(outcomes.allSatisfy { ["miss", "shared", "hit"].contains($0) })
        service.end()
    }

    @Test("images on disk outlive the process, and a damaged one is drawn again")
    func keepsOnDisk() async throws {
        let folder = try ScratchFolder()
        let address = "/styles/streets/static/24.94,60.17,9/80x60.png"
        let path = folder.path + "/cache"
        let first = try ServerFixture.service { $0.diskCache = path }
        let drawn = await first.get(address)
        first.end()
        let second = try ServerFixture.service { $0.diskCache = path }
        let kept = await second.get(address)
        #expect(kept.metadata.cache == .disk)
        #expect(kept.bytes == drawn.bytes)
        second.end()
        let files = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
            .filter { $0.count > 10 }
        #expect(files.count == 1)
        for file in files { try Data("cut".utf8).write(to: URL(filePath: path + "/" + file)) }
        let third = try ServerFixture.service { $0.diskCache = path }
        let again = await third.get(address)
        #expect(again.metadata.cache == .miss)
        #expect(again.bytes == drawn.bytes)
        third.end()
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("Reloading a configuration") struct ReloadTests {
    private static let map = "/styles/plain/static/24.94,60.17,9/40x30.png"
    private static let style = """
        {"version": 8, "sources": {"a": {"type": "vector", "url": "mbtiles://{world}"}}, "layers": [
          {"id": "land", "type": "background", "paint": {"background-color": "#eee"}},
          {"id": "water", "type": "fill", "source": "a", "source-layer": "water", "paint": {"fill-color": "#88f"}}]}
        """

    private func configuration(_ folder: ScratchFolder, style: String = style) throws -> String {
        let archive = ServerFixture.home.path + "/basemap/world.pmtiles"
        try folder.write("styles/plain.json", style)
        return try folder.write(
            "config.json",
            """
            {"options": {"paths": {"styles": "styles"}}, "styles": {"plain": {"style": "plain.json"}},
             "data": {"world": {"pmtiles": "\(archive)"}}}
            """)
    }

    @Test("the style of an inset is a part of what a map depends on") func inset() async throws {
        let folder = try ScratchFolder()
        func background(_ color: String) -> String {
            #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background", "paint": {"background-color": "\#(color)"}}]}"#
        }
        try folder.write("styles/a.json", background("white"))
        try folder.write("styles/b.json", background("red"))
        let config = try folder.write(
            "config.json",
            #"{"options": {"paths": {"styles": "styles"}}, "styles": {"a": {"style": "a.json"}, "b": {"style": "b.json"}}}"#
        )
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let inset = #"{"type": "inset", "size": [20, 20], "basemap": "b"}"#
        let scene =
            #"{"version": 1, "size": [60, 60], "camera": {"center": [1, 2], "zoom": 3}, "decorations": [\#(inset)]}"#
        let first = await service.post("/render", scene)
        #expect(first.status == .ok, "\(first.text)")
        try folder.write("styles/b.json", background("blue"))
        try service.reload()
        let second = await service.post("/render", scene)
        #expect(second.status == .ok && second.headers[.eTag] != first.headers[.eTag])
        #expect(second.bytes != first.bytes)
    }

    @Test("a reload changes nothing that it watches, and the same map has the same tag, also after a restart")
    func isStable() async throws {
        let folder = try ScratchFolder()
        let config = try configuration(folder)
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let first = await service.get(Self.map)
        #expect(first.status == .ok, "\(first.text)")
        let watched = service.watchedState
        #expect(watched[config] != nil && watched[folder.file("styles/plain.json")] != nil)
        for _ in 0..<3 { try service.reload() }
        #expect(service.watchedState == watched)
        #expect(await service.get(Self.map).headers[.eTag] == first.headers[.eTag])
        let other = try ServerFixture.service { $0.configFile = config }
        defer { other.end() }
        for address in [Self.map, "/styles/plain/5/18/9.png"] {
            #expect(await other.get(address).headers[.eTag] == (await service.get(address)).headers[.eTag])
        }
    }

    @Test("paths of a configuration that is named by a relative path begin at its folder, archives of styles too")
    func relativePath() async throws {
        let folder = try ScratchFolder()
        try folder.write("styles/plain.json", Self.style)
        let archive = ServerFixture.home.path + "/basemap/helsinki.pmtiles"
        try FileManager.default.copyItem(atPath: archive, toPath: folder.file("near.pmtiles"))
        let config = try folder.write(
            "config.json",
            """
            {"options": {"paths": {"styles": "styles"}}, "styles": {"plain": {"style": "plain.json"}},
             "data": {"world": {"pmtiles": "near.pmtiles"}}}
            """)
        let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
        let service = try ServerFixture.service { $0.configFile = up.joined(separator: "/") + config }
        defer { service.end() }
        let map = await service.get(Self.map)
        #expect(map.status == .ok, "\(map.text)")
    }

    @Test("a style that has changed is drawn anew, with another tag")
    func changes() async throws {
        let folder = try ScratchFolder()
        let config = try configuration(folder)
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let first = await service.get(Self.map)
        let watched = service.watchedState
        try folder.write("styles/plain.json", Self.style.replacing("#eee", with: "#fcc"))
        #expect(service.watchedState != watched)
        try service.reload()
        let second = await service.get(Self.map)
        #expect(second.status == .ok && second.bytes != first.bytes)
        #expect(second.headers[.eTag] != first.headers[.eTag])
    }

    @Test("what is served stays when its file is broken, or gone", arguments: ["{", nil])
    func keeps(_ text: String?) async throws {
        let folder = try ScratchFolder()
        let config = try configuration(folder)
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let file = folder.file("styles/plain.json")
        if let text {
            try folder.write("styles/plain.json", text)
        } else {
            try FileManager.default.removeItem(atPath: file)
        }
        let error = #expect(throws: RequestError.self) { try service.reload() }
        #expect(error?.message.contains("style plain") == true)
        #expect(await service.get(Self.map).status == .ok)
        try folder.write("styles/plain.json", Self.style)
        try service.reload()
        #expect(await service.get(Self.map).status == .ok)
    }

    @Test("installed styles do not stand in for those of a configuration that are broken")
    func standsIn() throws {
        let folder = try ScratchFolder()
        let config = try configuration(folder, style: "{")
        let error = #expect(throws: RequestError.self) { try ServerFixture.service { $0.configFile = config } }
        #expect(error?.message.contains("style plain") == true)
    }

    @Test("a broken archive is no mistake of those who ask for its maps")
    func brokenArchive() async throws {
        let folder = try ScratchFolder()
        let archive = try folder.write(
            "world.pmtiles", try readFile(ServerFixture.home.path + "/basemap/world.pmtiles", limit: 1 << 30))
        let service = try ServerFixture.service { $0.files = [archive] }
        defer { service.end() }
        try folder.write("world.pmtiles", "no archive")
        for address in ["/styles/streets/static/24.94,60.17,9/40x30.png", "/styles/streets/5/18/9.png"] {
            let answer = await service.get(address)
            #expect(answer.status == .internalServerError, "\(address): \(answer.status) \(answer.text)")
        }
    }
}

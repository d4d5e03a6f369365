// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import StaticMapServer
import TestSupport
import Testing

@Suite("Templates of the server") struct TemplateTests {
    private static let shop = #"""
        {"version": 1, "x-title": "Shop", "x-parameters": {
          "lon": {"type": "number", "minimum": -180, "maximum": 180, "example": 24.94},
          "title": {"type": "string", "maxLength": 20, "default": "Shop"},
          "style": {"enum": ["streets", "dark"], "default": "streets"}},
          "size": [60, 40], "basemap": "{{style}}", "camera": {"center": ["{{lon}}", "{{lat:number}}"], "zoom": "{{zoom:number|9}}"},
          "annotations": [{"id": "a", "coordinate": ["{{lon}}", "{{lat}}"], "title": "{{title}}"}]}
        """#

    private func service(_ folder: ScratchFolder) throws -> MapService {
        try ServerFixture.service { $0.templates = folder.path }
    }

    private func problems(_ answer: Response) throws -> [String?] {
        try answer.json()["diagnostics"]?.array?.map { $0["path"]?.string } ?? []
    }

    @Test("a template is the scene with the values in it, also in a body, and its map is kept")
    func draws() async throws {
        let folder = try ScratchFolder()
        try folder.write("shop.json", Self.shop)
        let service = try service(folder)
        defer { service.end() }
        let scene = #"""
            {"version": 1, "size": [60, 40], "basemap": "streets", "camera": {"center": [24.94, 60.17], "zoom": 9},
             "annotations": [{"id": "a", "coordinate": [24.94, 60.17], "title": "90210"}]}
            """#
        let expected = await service.post("/v1/render", scene)
        let target = "/v1/templates/shop?lon=24.94&lat=60.17&title=90210"
        let answer = await service.get(target)
        #expect(answer.status == .ok && answer.bytes == expected.bytes, "\(answer.text.prefix(300))")
        let body = #"{"lon": 24.94, "lat": 60.17, "title": "90210"}"#
        #expect(await service.post("/v1/templates/shop", body).bytes == expected.bytes)
        #expect(await service.get(target).metadata.cache == .hit)
        let tag = try #require(answer.headers[.eTag])
        #expect(await service.get(target, [(.ifNoneMatch, tag)]).status == .notModified)
        #expect(await service.get(target, [(.accept, "image/jpeg")]).headers[.contentType] == "image/jpeg")
        #expect(await service.get(target + "&format=svg").headers[.contentType] == "image/svg+xml")
    }

    @Test("long whole numbers keep their digits, in addresses and in bodies") func longNumbers() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            "ids.json",
            #"""
            {"version": 1, "x-parameters": {"n": {"type": "integer"}}, "size": [60, 40],
             "camera": {"center": [0, 0], "zoom": 1}, "annotations": [{"id": "{{id}}-{{n}}", "coordinate": [0, 0]}]}
            """#)
        let service = try service(folder)
        defer { service.end() }
        let address = await service.get("/v1/templates/ids?format=svg&id=1234567890123456789&n=9007199254740993")
        let body = await service.post(
            "/v1/templates/ids?format=svg", #"{"id": 1234567890123456789, "n": 9007199254740993}"#)
        for answer in [address, body] {
            #expect(
                answer.text.contains("annotation/1234567890123456789-9007199254740993"), "\(answer.text.prefix(300))")
        }
        let wrong = await service.get("/v1/templates/ids?id=1&n=12345678901234567890x")
        #expect(try problems(wrong) == ["n"])
    }

    @Test(
        "wrong, missing and unknown values are named",
        arguments: [
            ("", ["lon", "lat"]), ("lon=1", ["lat"]), ("lon=x&lat=1", ["lon"]), ("lon=181&lat=1", ["lon"]),
            ("lon=1&lat=1&titel=A", ["titel"]), ("lon=1&lat=1&style=light", ["style"]),
            ("lon=1&lat=1&title=aaaaaaaaaaaaaaaaaaaaa", ["title"]), ("lon=1&lat=true", ["lat"]),
            ("lon=1e999&lat=nan", ["lon", "lat"]),
        ])
    func refuses(_ query: String, _ paths: [String]) async throws {
        let folder = try ScratchFolder()
        try folder.write("shop.json", Self.shop)
        let service = try service(folder)
        defer { service.end() }
        let answer = await service.get("/v1/templates/shop?" + query)
        #expect(answer.status == .badRequest, "\(answer.text.prefix(300))")
        #expect(try problems(answer) == paths)
        #expect(try answer.json()["parameter"]?.string == paths[0])
    }

    @Test("values stay values, and read no file that scenes may not read") func confines() async throws {
        let folder = try ScratchFolder()
        try folder.write("shop.json", Self.shop)
        try folder.write(
            "logo.json", #"{"version": 1, "size": [60, 40], "decorations": [{"type": "image", "image": "{{logo}}"}]}"#)
        let service = try service(folder)
        defer { service.end() }
        let hostile = [#"","basemap":"dark"#, "{{lat}}", "\\", "</svg>", "'"]
        for value in hostile {
            let target = "/v1/templates/shop?lon=1&lat=1&format=svg&title=" + percentEncoded(value)
            let answer = await service.get(target)
            #expect(answer.status == .ok, "\(value): \(answer.text.prefix(300))")
        }
        for name in ["/etc/passwd", "../shop.json", "https://example.com/a.png"] {
            #expect(await service.get("/v1/templates/logo?logo=" + percentEncoded(name)).status.code == 422)
        }
    }

    @Test("templates are listed and described, and broken ones are named") func lists() async throws {
        let folder = try ScratchFolder()
        try folder.write("shop.json", Self.shop)
        try folder.write("broken.json", #"{"version": 1, "camera": "{{a"}"#)
        try folder.write("reserved.json", #"{"version": 1, "basemap": "{{format}}"}"#)
        try folder.write("unknown.json", #"{"version": 1, "x-parameters": {"titel": {}}, "x-a": "{{title}}"}"#)
        let service = try service(folder)
        defer { service.end() }
        for name in ["broken", "reserved", "unknown"] {
            #expect(service.catalog.warnings.contains { $0.hasPrefix("template \(name): ") }, "\(name)")
        }
        let list = try await service.get("/v1/templates.json").json().array ?? []
        #expect(list.count == 1 && list[0]["title"]?.string == "Shop")
        let required = (list[0]["parameters"]?.array ?? []).filter { $0["required"]?.bool == true }
        #expect(required.compactMap { $0["name"]?.string } == ["lon", "lat"])
        let openAPI = try await service.get("/v1/openapi.json").json()
        let operation = openAPI["paths"]?["/v1/templates/shop"]?["get"]
        let lon = operation?["parameters"]?.array?.first { $0["name"]?.string == "lon" }
        #expect(lon?["schema"]?["maximum"]?.number == 180 && lon?["required"]?.bool == true)
        #expect(operation?["operationId"]?.string == "drawShopTemplate")
        let missing = await service.get("/v1/templates/shpo")
        #expect(missing.status == .notFound && missing.text.contains("did you mean"))
        // A template that is repaired is there after a reload.
        try folder.write(
            "broken.json", #"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": "{{a|1}}"}}"#)
        try service.reload()
        #expect(await service.get("/v1/templates/broken").status == .ok)
    }
}

// SPDX-License-Identifier: MIT
import HTTPTypes
import Logging
import MapCore
import StaticMapServer
import Testing

@Suite("Repeated requests") struct RepeatedRequestTests {
    /// A map that is worth compressing.
    private static let drawing =
        "/render?format=svg&scene="
        + percentEncoded(#"{"version": 1, "size": [90, 60], "camera": {"center": [24.94, 60.17], "zoom": 10}}"#)

    @Test(
        "a map from memory has the headers and bytes of the first answer",
        arguments: [
            "/styles/streets/static/24.94,60.17,10/90x60.png", drawing,
            "/styles/streets/10/582/296.png", "/styles/streets/static/24.94,60.17,10/90x60.png?download=a.png",
        ])
    func fromMemory(_ address: String) async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let first = await service.get(address, [(.acceptEncoding, "gzip"), (.requestID, "same")])
        for _ in 0..<3 {
            let again = await service.get(address, [(.acceptEncoding, "gzip"), (.requestID, "same")])
            #expect(again.status == .ok && again.metadata.cache == .hit)
            #expect(again.bytes == first.bytes)
            var expected = first.headers
            expected[.serverTiming] = nil
            #expect(Set(again.headers) == Set(expected))
        }
        let head = await service.send(.head, address, [(.acceptEncoding, "gzip")])
        #expect(head.bytes.isEmpty && head.headers[.contentLength] == "\(first.bytes.count)")
    }

    @Test("304 says what caches need, and nothing else")
    func notModified() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let first = await service.get(Self.drawing)
        let tag = try #require(first.headers[.eTag])
        for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = await service.get(Self.drawing, [(.ifNoneMatch, field)])
            #expect(again.status == .notModified && again.bytes.isEmpty)
            #expect(again.headers[.eTag] == tag)
            #expect(again.headers[.cacheControl] == first.headers[.cacheControl])
            #expect(again.headers[.vary] == first.headers[.vary])
            #expect(again.headers[.accessControlAllowOrigin] == "*")
            #expect(again.headers[.contentSecurityPolicy] == nil && again.headers[.contentType] == nil)
        }
    }

    @Test(
        "a client with a date and no tag is told that its copy is right",
        arguments: [
            "/styles/streets/static/24.94,60.17,10/90x60.png", "/styles/streets/10/582/296.png",
            "/data/world/0/0/0.pbf", "/styles/streets/sprite.json",
        ])
    func notModifiedSince(_ address: String) async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let first = await service.get(address)
        let date = try #require(first.headers[.lastModified])
        let seconds = try #require(secondsSince1970(httpDate: date))
        #expect(httpDate(secondsSince1970: seconds) == date)
        for _ in 0..<2 {
            #expect(await service.get(address, [(.ifModifiedSince, date)]).status == .notModified)
            let earlier = httpDate(secondsSince1970: seconds - 1)
            #expect(await service.get(address, [(.ifModifiedSince, earlier)]).status == .ok)
            // A tag goes before the date.
            #expect(await service.get(address, [(.ifModifiedSince, date), (.ifNoneMatch, "\"x\"")]).status == .ok)
        }
    }

    @Test("a date does not stand for the scene of a body") func ignoresDates() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let later = httpDate(secondsSince1970: 4_000_000_000)
        let scene = #"{"version": 1, "size": [20, 10], "camera": {"center": [1, 2], "zoom": 3}}"#
        let fields: [(HTTPField.Name, String)] = [(.contentType, "application/json"), (.ifModifiedSince, later)]
        for _ in 0..<2 { #expect(await service.send(.post, "/render", fields, body: scene).status == .ok) }
    }

    @Test(
        "dates are read in the three forms of HTTP",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("yesterday", nil), ("", nil),
            ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
        ] as [(String, Int?)])
    func readsDates(_ text: String, _ seconds: Int?) { #expect(secondsSince1970(httpDate: text) == seconds) }

    @Test("failures count for the route that they happened on, and reloads are counted")
    func countsFailures() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        for address in ["/styles/none/0/0/0.png", "/styles/streets/3/9/9.png"] { _ = await service.get(address) }
        _ = await service.post("/render", "{")
        _ = await service.get("/render?scene=x")
        try service.reload()
        let text = await service.get("/metrics").text
        for line in [
            #"staticmap_requests_total{route="tiles",status="404"} 1"#,
            #"staticmap_requests_total{route="tiles",status="400"} 1"#,
            #"staticmap_requests_total{route="render",status="400"} 2"#, "staticmap_reloads_total 1",
            "# TYPE staticmap_reloads_total counter",
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
        #expect(!text.contains(#"route="styles""#) && !text.contains(#"route="other""#))
    }

    @Test("numbers of log lines are numbers in JSON") func logNumbers() {
        #expect(Logger.MetadataValue.stringConvertible(200).node.line == "200")
        #expect(Logger.MetadataValue.stringConvertible(0.25).node.line == "0.25")
        #expect(Logger.MetadataValue.string("200").node.line == "\"200\"")
    }

    @Test("a cache that cannot be written is told of") func unwritableCache() throws {
        let service = try ServerFixture.service { $0.diskCache = "/dev/null/cache" }
        defer { service.end() }
        #expect(service.configurationWarnings.contains { $0.contains("/dev/null/cache cannot be written") })
    }

    @Test("the buckets of histograms count all that is below their bounds")
    func histograms() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        for _ in 0..<3 { _ = await service.get("/health") }
        let lines = service.metrics.text(gauges: []).split(separator: "\n")
        let counts = lines.filter { $0.hasPrefix("staticmap_request_seconds_bucket{route=\"health\"") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(counts.count == 16)
        #expect(counts == counts.sorted() && counts.last == 3)
        #expect(lines.contains("staticmap_request_seconds_count{route=\"health\"} 3"))
    }
}

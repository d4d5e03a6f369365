// SPDX-License-Identifier: MIT
import HTTPTypes
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
        let first = await service.get(address, [(.acceptEncoding, "gzip")])
        for _ in 0..<3 {
            let again = await service.get(address, [(.acceptEncoding, "gzip")])
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

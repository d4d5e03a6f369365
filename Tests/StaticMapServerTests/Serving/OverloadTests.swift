// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import StaticMapServer
import Testing

@Suite("Overload") struct OverloadTests {
    /// Keeps the only thread of a pool busy until it is told otherwise.
    private func occupied(
        _ service: MapService, _ body: () async throws -> Void
    ) async throws {
        let begun = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try? await service.pool.run(.init(digest: "", text: "test"), cancellation: CancellationFlag()) {
                    () -> Result<Int, RequestError> in
                    begun.continuation.finish()
                    end.wait()
                    return .success(1)
                }
            }
            for await _ in begun.stream {}
            defer { end.signal() }
            try await body()
        }
    }

    @Test(
        "without room in the queue, new maps are refused at once; those at hand, and what needs no drawing, are answered"
    )
    func refuses() async throws {
        let service = try ServerFixture.service {
            $0.workers = 1
            $0.limits.queue = 0
        }
        defer { service.end() }
        let known = "/styles/streets/static/24.94,60.17,10/90x60.png"
        let first = await service.get(known)
        #expect(first.status == .ok)
        try await occupied(service) {
            let answer = await service.get("/styles/streets/static/24.95,60.17,10/90x60.png")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] != nil)
            #expect(await service.get(known).bytes == first.bytes)
            #expect(await service.get("/styles.json").status == .ok)
        }
        #expect(await service.get("/styles/streets/static/24.95,60.17,10/90x60.png").status == .ok)
    }

    @Test(
        "however many ask for one thing, it takes one place in the queue",
        arguments: [
            "/styles/streets/12/2330/1185.png", "/styles/streets/static/24.94,60.17,12/60x40.png",
            "/fonts/Noto%20Sans%20Regular/0-255.pbf", "/data/helsinki,world/13/4661/2370.pbf",
            "/data/helsinki/13/4661/2370.geojson",
            "/wms?service=WMS&version=1.1.1&request=GetMap&layers=streets&srs=EPSG:4326&bbox=24,60,25,61&width=40&height=40",
            "/ogc/map?bbox=24,60,25,61&width=40", "/ogc/map/tiles/WebMercatorQuad/12/1185/2330",
        ])
    func shares(_ address: String) async throws {
        let service = try ServerFixture.service {
            $0.workers = 1
            $0.limits.queue = 2
        }
        defer { service.end() }
        let statuses = await withTaskGroup(of: HTTPResponse.Status.self) { group in
            for _ in 0..<200 { group.addTask { await service.get(address).status } }
            return await group.reduce(into: [Int: Int]()) { $0[$1.code, default: 0] += 1 }
        }
        #expect(statuses == [200: 200], "\(statuses)")
        // One has drawn it; all others waited for it, or found it.
        let misses = service.ownMetrics.split(separator: "\n").first {
            $0.hasPrefix(#"staticmap_images_total{cache="miss"}"#)
        }
        #expect(misses == nil || misses?.hasSuffix(" 1") == true, "\(misses ?? "")")
    }

    @Test("a crowd that opens one view gets all of its tiles, with the queue that servers have")
    func servesCrowds() async throws {
        let service = try ServerFixture.service { $0.limits.queue = Limits().queue }
        defer { service.end() }
        let tiles = (0..<16).map { "/styles/streets/11/\(1163 + $0 % 4)/\(591 + $0 / 4).png" }
        let statuses = await withTaskGroup(of: HTTPResponse.Status.self) { group in
            for client in 0..<120 {
                for index in tiles.indices {
                    group.addTask { await service.get(tiles[(index + client) % tiles.count]).status }
                }
            }
            return await group.reduce(into: [Int: Int]()) { $0[$1.code, default: 0] += 1 }
        }
        #expect(statuses == [200: 120 * 16], "\(statuses)")
    }
}

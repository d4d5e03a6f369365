// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapImages
import StaticMapServer
import Testing

/// What tests of the OGC APIs share.
enum OGC {
    static let relation = "http://www.opengis.net/def/rel/ogc/1.0/"
    static let mercator = "http://www.opengis.net/def/crs/EPSG/0/3857"
    static let grid = "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"
    /// Around Helsinki, in degrees.
    static let box = "24.9,60.1,25,60.2"

    static func get(_ path: String, _ accept: String? = nil) async throws -> Response {
        await (try ServerFixture.shared.get()).get("/ogc" + path, accept.map { [(.accept, $0)] } ?? [])
    }

    /// A document.
    static func json(_ path: String) async throws -> JSONNode {
        let answer = try await get(path, "application/json")
        try #require(answer.status == .ok, "\(path): \(answer.text.prefix(300))")
        #expect(answer.headers[.contentType]?.contains("json") == true, "\(path)")
        return try answer.json()
    }

    /// An image, and its answer.
    static func image(_ path: String, _ accept: String? = nil) async throws -> (answer: Response, image: Bitmap) {
        let answer = try await get(path, accept)
        try #require(answer.status == .ok, "\(path): \(answer.text.prefix(300))")
        return (answer, try decodeImage(answer.bytes, maxPixels: 1 << 24))
    }

    static func links(_ node: JSONNode, _ relation: String) -> [JSONNode] {
        (node["links"]?.array ?? []).filter { $0["rel"]?.string == relation }
    }

    /// The path below `/ogc` that a link leads to.
    static func path(_ link: JSONNode?) throws -> String {
        let address = try #require(link?["href"]?.string)
        let range = try #require(address.range(of: "http://maps.test/ogc"))
        return String(address[range.upperBound...])
    }

    /// The four numbers of a field.
    static func box(_ answer: Response) throws -> [Double] {
        let text = try #require(answer.headers[.contentBbox])
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        try #require(numbers.count == 4, "\(text)")
        return numbers
    }

    static func status(_ path: String, _ accept: String? = nil) async throws -> Int {
        try await get(path, accept).status.code
    }
}

// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapScene
import StaticMap
import StaticMapBatch

extension MapService {
    /// `{"scene": …, "polygon": …}`: a PDF of sheets over an area (`polygon`), along a line (`along`) or at places (`rows`), with
    /// `overlap`, `overview`, `index`, `squares` and `title`. Each sheet is drawn as a map of its own, within its limits.
    func atlas(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        guard question.root["scene"] != nil else { throw .bad("scene", "expected the scene of a sheet") }
        let asked = try Self.atlasRequest(question.root)
        let atlas = try Self.asked { () throws(Diagnostic) in
            var text = try JSONText(question.admitted.text, file: "scene")
            try asked.complete(&text)
            // The center is that of each sheet.
            if text.root["camera"]?["center"] == nil, let camera = text.root["camera"]?.object {
                let center = JSONObject.Member("center", .list([.number(0), .number(0)]))
                try text.set(JSONNode(.object(JSONObject(camera.members + [center]))), at: [.key("camera")])
            }
            let document: SceneDocument
            do throws(RequestError) {
                document = try question.rendering.document(text.bytes)
            } catch {
                throw error.diagnostics.first ?? Diagnostic(code: .renderFailed, error.message)
            }
            return try asked.laidOut(document, text.root, mostSheets: Self.mostSheets)
        }
        let output = try Self.asked { () throws(Diagnostic) in
            try atlas.document(nil, fonts: question.rendering.renderer.fonts)
        }
        for line in atlas.lines {
            try await drawn(request) { () throws(RequestError) in
                let text = Array((line["scene"] ?? .null).line.utf8)
                try question.rendering.add(text, to: output, as: line["id"]?.string ?? "")
            }
        }
        let bytes = try await drawn(request) { () throws(RequestError) in
            try Self.asked { () throws(Diagnostic) in try output.finish() }
            return output.takeBytes()
        }
        return reply(Response(type: "application/pdf", bytes: bytes), to: question)
    }

    /// As many as a worker draws in a few minutes.
    private static let mostSheets = 100

    private static func atlasRequest(_ root: JSONNode) throws(RequestError) -> AtlasRequest {
        var request = try AtlasRequest(area(root))
        if let overlap = root["overlap"] {
            guard let points = overlap.number ?? overlap.string.flatMap(Paper.points), (0...10_000).contains(points)
            else {
                throw .bad("overlap", "expected a length such as \"10mm\"")
            }
            request.overlap = points
        }
        request.hasOverview = root["overview"]?.bool ?? false
        if let index = root["index"] {
            guard let words = index.array?.compactMap(\.string), !words.isEmpty, words.count <= 20 else {
                throw .bad("index", "expected a list such as [\"streets\", \"places\"]")
            }
            request.index = words
        }
        if let squares = root["squares"] {
            let counts = squares.array?.compactMap { $0.number.flatMap { Int(exactly: $0) } } ?? []
            guard counts.count == 2, counts.allSatisfy({ (1...26).contains($0) }) else {
                throw .bad("squares", "expected columns and rows from 1 to 26, such as [6, 8]")
            }
            request.squares = counts
        }
        request.title = root["title"]?.string
        return request
    }

    private static func area(_ root: JSONNode) throws(RequestError) -> AtlasRequest.Area {
        let names = ["polygon", "along", "rows"].filter { root[$0] != nil }
        guard names.count == 1 else { throw .bad("polygon", "expected one of polygon, along and rows") }
        return try asked { () throws(Diagnostic) in
            if let polygon = root["polygon"] { return .covering(try TileRegion(polygonsIn: polygon, file: "polygon")) }
            if let along = root["along"] { return .along(try AtlasPlan.line(in: along, file: "along")) }
            return .at(try AtlasPlan.places(in: root["rows"] ?? .null, file: "rows"))
        }
    }

    /// Mistakes of a request.
    static func asked<Value>(_ work: () throws(Diagnostic) -> Value) throws(RequestError) -> Value {
        do throws(Diagnostic) {
            return try work()
        } catch {
            throw RequestError(.unprocessableContent, error.message, hint: error.hint, diagnostics: [error])
        }
    }
}

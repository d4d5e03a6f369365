// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapScene
import MapTiles
import StaticMap
import StaticMapBatch

extension MapService {
    /// `POST /render` with a scene as its body, `GET /render?scene=`.
    func render(_ request: ServerRequest) async throws(RequestError) -> Response {
        try checkRoom(for: request)
        let outputs = try outputs(of: request)
        return try await draw(
            try sceneText(of: request), as: outputs, request, size: try size(of: request),
            varies: request.query["format"] == nil)
    }

    /// The scene of a body or an address.
    func sceneText(of request: ServerRequest) throws(RequestError) -> [UInt8] {
        guard request.method == .post else {
            guard let text = request.query["scene"], !text.isEmpty else {
                throw .bad("scene", "GET needs a scene: base64url, deflated and base64url, or as it is")
            }
            return try SceneParameter.bytes(of: text, limit: limits.bodyBytes)
        }
        if let type = request.headers[.contentType] {
            let name = type.prefix { $0 != ";" }.lowercased()
            // curl's --data says it is a form.
            let known = [
                "application/json", "text/json", "text/plain", "application/octet-stream",
                "application/x-www-form-urlencoded",
            ]
            guard known.contains(name) || name.hasSuffix("+json") else {
                throw RequestError(
                    .unsupportedMediaType, "expected application/json, found \"\(name.prefix(60))\"",
                    parameter: "Content-Type")
            }
        }
        guard !request.body.isEmpty else { throw RequestError(.badRequest, "expected a scene as the request's body") }
        return request.body
    }

    /// `?format=`, else what `Accept` prefers, else a PNG.
    func outputs(of request: ServerRequest) throws(RequestError) -> [RenderRequest.Output] {
        var quality: Int?
        if let text = request.query["quality"] {
            guard let number = whole(text), (1...100).contains(number) else {
                throw .bad("quality", "expected a whole number from 1 to 100, found \"\(text.prefix(20))\"")
            }
            quality = number
        }
        guard let text = request.query["format"] else {
            return [RenderRequest.Output(accepted(request.headers[.accept] ?? "*/*"), quality: quality)]
        }
        var outputs: [RenderRequest.Output] = []
        for name in text.split(separator: ",") {
            guard let format = outputFormat(extension: String(name)) else {
                throw .bad("format", "expected png, png8, jpeg, webp, svg or pdf, found \"\(name.prefix(20))\"")
            }
            outputs.append(RenderRequest.Output(format, quality: quality))
        }
        guard (1...6).contains(outputs.count) else { throw .bad("format", "expected one to six formats") }
        return outputs
    }

    private func accepted(_ field: String) -> String {
        let formats = [
            "image/png": "png", "image/webp": "webp", "image/jpeg": "jpeg", "image/svg+xml": "svg",
            "application/pdf": "pdf",
        ]
        // Browsers accept WebP and everything else equally: a PNG is the plainest answer to that.
        let wishes = weighted(field)
        let best = wishes.filter { formats[$0.name] != nil && $0.weight > 0 }.max { $0.weight < $1.weight }
        let any = wishes.filter { ["*/*", "image/*"].contains($0.name) }.map(\.weight).max() ?? 0
        guard let best, best.weight > any || any == 0 else { return "png" }
        return formats[best.name] ?? "png"
    }

    /// `?size=600x400` for scenes that leave theirs out.
    func size(of request: ServerRequest) throws(RequestError) -> (width: Double, height: Double) {
        guard let text = request.query["size"] else { return (800, 600) }
        guard let size = SizeAndFormat(text), size.ext == nil else {
            throw .bad("size", "expected {width}x{height}, found \"\(text.prefix(20))\"")
        }
        return (Double(size.width), Double(size.height))
    }
}

/// A scene in an address.
enum SceneParameter {
    /// - Throws: 400 when it is no JSON in any of the three forms.
    static func bytes(of text: String, limit: Int) throws(RequestError) -> [UInt8] {
        if text.first == "{" || text.first == " " { return Array(text.utf8) }
        guard let bytes = base64Decoded(text), let first = bytes.first else {
            throw .bad("scene", "expected JSON, or base64url of it")
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: " ") { return bytes }
        do throws(Diagnostic) {
            // Without a header it is raw deflate.
            let isFramed = first == 0x78 || first == 0x1F && bytes.dropFirst().first == 0x8B
            return isFramed ? try decompressed(bytes, limit: limit) : try rawInflated(bytes, limit: limit)
        } catch {
            throw .bad("scene", "the deflated scene cannot be read: \(error.message)")
        }
    }
}

extension MapService {
    /// `{"scene": …, "polygon": …}`: a PDF of sheets over an area (`polygon`), along a line (`along`) or at places (`rows`), with
    /// `overlap`, `overview`, `index`, `squares` and `title`. Each sheet is drawn as a map of its own, within its limits.
    func atlas(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        guard question.root["scene"] != nil else { throw .bad("scene", "expected the scene of a sheet") }
        let asked = try Self.atlasRequest(question.root)
        let (document, atlas) = try Self.asked { () throws(Diagnostic) in
            var text = try JSONText(question.admitted.text, file: "scene")
            try asked.complete(&text)
            // The center is that of each sheet.
            if text.root["camera"]?["center"] == nil, let camera = text.root["camera"]?.object {
                let center = JSONObject.Member("center", [0, 0])
                try text.set(JSONNode(.object(JSONObject(camera.members + [center]))), at: [.key("camera")])
            }
            let document: SceneDocument
            do throws(RequestError) {
                document = try question.rendering.document(text.bytes)
            } catch {
                throw error.diagnostics.first ?? Diagnostic(code: .renderFailed, error.message)
            }
            return (document, try asked.laidOut(document, text.root, mostSheets: Self.mostSheets))
        }
        try await drawn(request) { () throws(RequestError) in try question.rendering.checkIndex(of: atlas, document) }
        let output = try Self.asked { () throws(Diagnostic) in
            try atlas.document(nil, fonts: question.rendering.renderer.fonts)
        }
        for line in atlas.lines {
            try await drawn(request) { () throws(RequestError) in
                let text = Array((line["scene"] ?? .null).line.utf8)
                try question.rendering.add(text, to: output, as: line["id"]?.string ?? "")
            }
        }
        return try await reply(to: question, request) { () throws(RequestError) in
            try Self.asked { () throws(Diagnostic) in try output.finish() }
            return Response(type: "application/pdf", bytes: output.takeBytes())
        }
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

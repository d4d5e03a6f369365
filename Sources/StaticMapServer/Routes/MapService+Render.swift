// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapTiles

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

// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import NIOCore

extension MapService {
    /// The answer to a request that came before, without reading anything of it but its address.
    func remembered(_ request: ServerRequest) -> Answer? {
        guard request.method == .get || request.method == .head, access.isOpen,
            let target = targets.value(for: key(of: request))
        else { return nil }
        let state = fingerprints.fingerprint(of: target.style, generation: target.generation)
        guard state.digest == target.fingerprint else { return nil }
        if let field = request.headers[.ifNoneMatch], matches(field, tag: target.tag) {
            return notModified(target)
        }
        guard let picture = pictures.value(for: target.tag) else { return nil }
        var answer = self.answer(picture, target)
        answer.facts.cache = .hit
        answer.facts.phases = []
        finish(&answer, request)
        return answer
    }

    /// Addresses whose answer depends on `Accept` are remembered apart.
    private func key(of request: ServerRequest) -> String {
        guard request.path == "/render" else { return request.target }
        return request.target + "\n" + (request.headers[.accept] ?? "")
    }

    func notModified(_ target: RememberedTarget) -> Answer {
        var answer = Answer(.notModified)
        answer.headers = headers(target)
        answer.facts = target.facts
        answer.facts.cache = .notModified
        answer.facts.pixels = 0
        return answer
    }

    private func headers(_ target: RememberedTarget) -> HTTPFields {
        var headers = HTTPFields()
        headers[.eTag] = target.tag
        headers[.cacheControl] = "public, max-age=\(configuration.maxAge)"
        if target.newest > 0 { headers[.lastModified] = httpDate(secondsSince1970: target.newest) }
        if target.varies { headers[.vary] = "Accept" }
        return headers
    }

    func answer(_ picture: FinishedPicture, _ target: RememberedTarget) -> Answer {
        var answer = Answer(type: target.mediaType, headers: headers(target), body: picture.body)
        for warning in (target.warnings + picture.warnings).prefix(16) {
            answer.headers.append(HTTPField(name: .staticMapWarning, value: headerText(warning)))
        }
        if let disposition = target.disposition { answer.headers[.contentDisposition] = disposition }
        answer.facts = target.facts
        answer.facts.pixels = picture.pixels
        answer.facts.warnings = target.warnings.count + picture.warnings.count
        answer.facts.phases = picture.phases
        return answer
    }

    /// Draws what a dialect's request came to.
    func picture(_ picture: PictureRequest, _ request: ServerRequest) async throws(RequestError) -> Answer {
        try await draw(
            Array(picture.scene.line.utf8), as: [picture.output], request, dialect: picture.dialect,
            warnings: picture.warnings)
    }

    /// Draws a scene, unless the client has the picture, or it lies in a cache, or another request draws it already.
    func draw(
        _ scene: [UInt8], as outputs: [PictureRequest.Output], _ request: ServerRequest, dialect: String,
        warnings: [String] = [], size: (width: Double, height: Double) = (800, 600), varies: Bool = false
    ) async throws(RequestError) -> Answer {
        let (catalog, rendering) = current
        let admitted = try SceneGate(catalog: catalog, limits: limits).admit(scene, size: size)
        if let problem = inlineImageProblem(scene) { throw problem }
        let state = fingerprints.fingerprint(of: admitted.style, generation: catalog.generation)
        var facts = AnswerFacts()
        (facts.dialect, facts.route, facts.style) = (dialect, dialect, admitted.style.id)
        let names = outputs.map { "\($0.format)/\($0.quality ?? 0)" }.joined(separator: ",")
        let digest = hexDigest(Array("\(serverVersion)|\(state.digest)|\(names)|".utf8) + admitted.text)
        let target = RememberedTarget(
            tag: "\"\(digest)\"", style: admitted.style, fingerprint: state.digest, generation: catalog.generation,
            mediaType: outputs.count == 1 ? mediaType(outputs[0].format) : "multipart/mixed; boundary=\(digest)",
            newest: state.newest, warnings: warnings, facts: facts, disposition: disposition(request), varies: varies)
        if request.method != .post {
            targets.insert(target, for: key(of: request), cost: 1024 + 2 * request.target.utf8.count)
        }
        if let field = request.headers[.ifNoneMatch], matches(field, tag: target.tag) { return notModified(target) }
        if let kept = pictures.value(for: target.tag) {
            var answer = self.answer(kept, target)
            answer.facts.cache = .hit
            answer.facts.phases = []
            return answer
        }
        if let disk, outputs.count == 1, let kept = disk.value(for: digest), let picture = unpacked(kept) {
            pictures.insert(picture, for: target.tag, cost: picture.body.readableBytes + 512)
            var answer = self.answer(picture, target)
            answer.facts.cache = .disk
            return answer
        }
        let pool = pool
        let (picture, isShared) = try await drawings.value(for: target.tag, client: request.cancellation) {
            [pictures, disk] cancellation in
            do throws(RequestError) {
                let picture = try await pool.run(cancellation: cancellation) {
                    Result { () throws(RequestError) in
                        finished(try rendering.draw(admitted.text, as: outputs), boundary: digest)
                    }
                }
                pictures.insert(picture, for: target.tag, cost: picture.body.readableBytes + 512)
                if outputs.count == 1 { disk?.insert(packed(picture), for: digest) }
                return .success(picture)
            } catch {
                return .failure(error)
            }
        }
        var answer = self.answer(picture, target)
        answer.facts.cache = isShared ? .shared : .miss
        return answer
    }

    /// With inline images switched off, any is refused.
    private func inlineImageProblem(_ scene: [UInt8]) -> RequestError? {
        guard !configuration.allowsInlineImages else { return nil }
        guard String(decoding: scene, as: UTF8.self).contains("\"data:") else { return nil }
        return RequestError(.unprocessableContent, "data: images are switched off on this server")
    }

    /// `?download=map.png`
    private func disposition(_ request: ServerRequest) -> String? {
        guard let name = request.query["download"] else { return nil }
        let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_. ".contains($0)) }
        return plain.isEmpty ? "attachment" : "attachment; filename=\"\(plain.prefix(100))\""
    }
}

/// Joins the pictures of a scene in several formats.
private func finished(_ drawn: [Rendering.Drawn], boundary: String) -> FinishedPicture {
    let first = drawn.first
    let pixels = (first?.width ?? 0) * (first?.height ?? 0)
    let warnings = (first?.warnings ?? []).filter { $0.severity >= .warning }.map(\.description)
    guard drawn.count != 1 else {
        return FinishedPicture(
            body: ByteBuffer(bytes: first?.bytes ?? []), mediaType: first?.mediaType ?? "", pixels: pixels,
            warnings: warnings, phases: first?.phases ?? [])
    }
    var body = ByteBuffer()
    for part in drawn {
        body.writeString(
            "--\(boundary)\r\nContent-Type: \(part.mediaType)\r\nContent-Length: \(part.bytes.count)\r\n\r\n")
        body.writeBytes(part.bytes)
        body.writeString("\r\n")
    }
    body.writeString("--\(boundary)--\r\n")
    return FinishedPicture(
        body: body, mediaType: "multipart/mixed; boundary=\(boundary)", pixels: pixels, warnings: warnings,
        phases: first?.phases ?? [])
}

/// A picture as the disk cache keeps it: one line of JSON, then the bytes.
private func packed(_ picture: FinishedPicture) -> [UInt8] {
    let head = JSONNode.members([
        "type": .text(picture.mediaType), "pixels": .count(picture.pixels),
        "warnings": .list(picture.warnings.map(JSONNode.text)),
    ])
    return Array(head.line.utf8) + [0x0A] + Array(picture.body.readableBytesView)
}

private func unpacked(_ bytes: [UInt8]) -> FinishedPicture? {
    guard let end = bytes.firstIndex(of: 0x0A),
        let head = try? JSONDocument(file: "cache", text: Array(bytes[..<end])).root,
        let type = head["type"]?.string, let pixels = head["pixels"]?.number
    else { return nil }
    return FinishedPicture(
        body: ByteBuffer(bytes: bytes[(end + 1)...]), mediaType: type, pixels: Int(pixels),
        warnings: (head["warnings"]?.array ?? []).compactMap(\.string), phases: [])
}

func mediaType(_ format: String) -> String {
    switch format {
    case "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "svg": "image/svg+xml"
    case "pdf": "application/pdf"
    default: "image/png"
    }
}

/// A text as a header's value: printable ASCII, the rest as `?`, not too long.
func headerText(_ text: String) -> String {
    String(
        String.UnicodeScalarView(
            text.unicodeScalars.prefix(300).map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
}

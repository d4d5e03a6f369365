// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import NIOCore

extension MapService {
    /// The answer to a request that came before, without reading anything of it but its address. A body that would have
    /// to be compressed is not there unless it `mayPack`.
    func remembered(
        _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields, _ generation: Int, mayPack: Bool,
        at now: ContinuousClock.Instant
    ) -> Response? {
        guard method == .get || method == .head, let target = targets.value(for: key(address, headers)),
            target.isCurrent(generation, at: now)
        else { return nil }
        if headers.hold(target.tag, modified: target.newest) {
            return target.notModified {
                var answer = notModified(target)
                addCommonHeaders(&answer)
                return answer
            }
        }
        guard mayPack || !target.isPackable, let encoded = encodedMaps.value(for: target.tag) else { return nil }
        var answer = target.hit {
            var answer = self.answer(encoded, target, .hit)
            addCommonHeaders(&answer)
            answer.body = ByteBuffer()
            return answer
        }
        answer.body = encoded.body
        if target.isPackable { compress(&answer, accepted: headers[.acceptEncoding] ?? "") }
        return answer
    }

    /// Addresses whose answer depends on `Accept` are remembered apart.
    func key(_ address: String, _ headers: HTTPFields) -> String {
        guard
            ["/render", "/v1/render", "/templates/", "/v1/templates/", "/ogc/"].contains(where: {
                address.utf8.starts(with: $0.utf8)
            })
        else { return address }
        return address + "\n" + (headers[.accept] ?? "")
    }

    func notModified(_ target: CachedResponse) -> Response {
        var answer = Response(.notModified)
        answer.headers = headers(target)
        if target.isPackable { answer.headers[.vary] = target.varies ? "Accept, Accept-Encoding" : "Accept-Encoding" }
        answer.metadata = target.metadata
        answer.metadata.cache = .notModified
        answer.metadata.pixels = 0
        return answer
    }

    /// How long clients keep what lasts.
    var caching: String { "public, max-age=\(configuration.maxAge)" }

    private func headers(_ target: CachedResponse) -> HTTPFields {
        var headers = target.fields
        headers[.eTag] = target.tag
        headers[.cacheControl] = caching
        if target.newest > 0 { headers[.lastModified] = httpDate(secondsSince1970: target.newest) }
        if target.varies { headers[.vary] = "Accept" }
        return headers
    }

    func answer(
        _ encoded: EncodedMap, _ target: CachedResponse, _ outcome: ResponseMetadata.CacheOutcome
    ) -> Response {
        var answer = Response(type: target.mediaType, headers: headers(target), body: encoded.body)
        for warning in (target.warnings + encoded.warnings).prefix(16) {
            answer.headers.append(HTTPField(name: .staticMapWarning, value: headerText(warning)))
        }
        if let disposition = target.disposition { answer.headers[.contentDisposition] = disposition }
        answer.metadata = target.metadata
        answer.metadata.pixels = encoded.pixels
        answer.metadata.warnings = target.warnings.count + encoded.warnings.count
        answer.metadata.phases = outcome == .hit ? [] : encoded.phases
        answer.metadata.threads = encoded.threads
        answer.metadata.cache = outcome
        return answer
    }

    /// Refuses a drawing that has no place in the queue before anything of it is read. An address that is not known is in
    /// no cache of memory, and nobody draws it; of a body that is not known before it is read.
    ///
    /// - Throws: 503.
    func checkRoom(for request: ServerRequest) throws(RequestError) {
        if request.method != .post, disk == nil, targets.value(for: key(request.target, request.headers)) == nil {
            try pool.checkRoom()
        }
    }

    /// `?threads=2`: as many as there are idle workers draw the map, which is the same with any number.
    func threads(of request: ServerRequest) throws(RequestError) -> Int {
        guard let text = request.query["threads"] else { return 1 }
        guard let count = whole(text), (1...256).contains(count) else {
            throw .bad("threads", "expected a whole number from 1 to 256, found \"\(text.prefix(20))\"")
        }
        // Its own thread alone is counted.
        return request.key?.usage.perHour == nil ? count : 1
    }

    /// Draws what a dialect's request came to.
    func draw(_ rendering: RenderRequest, _ request: ServerRequest) async throws(RequestError) -> Response {
        var scene = rendering.scene
        if rendering.dialect == "tileserver", let text = configuration.staticAttribution, scene["attribution"] == nil {
            scene = scene.setting("attribution", .text(text.isEmpty ? "none" : text))
        }
        return try await draw(
            Array(scene.line.utf8), as: [rendering.output], request, warnings: rendering.warnings)
    }

    /// Draws a scene, unless the client has the map, or it lies in a cache, or another request draws it already.
    func draw(
        _ scene: [UInt8], as asked: [RenderRequest.Output], _ request: ServerRequest, warnings: [String] = [],
        size: (width: Double, height: Double) = (800, 600), varies: Bool = false
    ) async throws(RequestError) -> Response {
        let outputs = asked.map(withQuality)
        let threads = try threads(of: request)
        let (catalog, anyRendering) = current(for: request)
        let rendering = anyRendering.limited(toPixels: pixels(for: request))
        let admitted = try policy(catalog, request.key).admit(scene, size: size)
        let watched = watched(admitted.style)
        let version = watched.version()
        let files = SceneFiles(admitted.files, digests)
        var metadata = ResponseMetadata()
        (metadata.route, metadata.style) = (request.route, admitted.style.id)
        let names = outputs.map { "\($0.format)/\($0.quality ?? 0)" }.joined(separator: ",")
        // Where the size is found when the map is drawn, so is whether a key may have it.
        let room = admitted.hasAutomaticSide ? request.key?.pixels.map { "\($0)|" } ?? "" : ""
        let digest = hexDigest(Array("\(version.digest)|\(files.state)|\(names)|\(room)".utf8) + admitted.text)
        let target = CachedResponse(
            tag: "\"\(digest)\"", watched: watched, version: version, files: files,
            generation: catalog.generation,
            mediaType: outputs.count == 1 ? mediaType(outputs[0].format) : "multipart/mixed; boundary=\(digest)",
            warnings: warnings, metadata: metadata,
            disposition: disposition(request), varies: varies)
        if request.method != .post {
            targets.insert(
                target, for: key(request.target, request.headers), cost: 1024 + 2 * request.target.utf8.count)
        }
        // A date says nothing of what a body asks for.
        let modified = request.method == .post ? 0 : target.newest
        if request.headers.hold(target.tag, modified: modified) { return notModified(target) }
        let (encoded, outcome) = try await encoded(
            target.tag, onDisk: outputs.count == 1 ? digest : nil, request
        ) { [pool] cancellation async throws(RequestError) in
            try await pool.run(request.subject(digest, scene), cancellation: cancellation) {
                Result { () throws(RequestError) in
                    try pool.withThreads(upTo: threads) { count throws(RequestError) in
                        finished(
                            try rendering.with(threads: count).draw(admitted.text, as: outputs), boundary: digest,
                            threads: count)
                    }
                }
            }
        }
        return answer(encoded, target, outcome)
    }

    /// What a tag names: out of memory, from the disk, or made once for all who ask for it meanwhile.
    ///
    /// - Parameters:
    ///   - tag: names everything that the map depends on.
    ///   - digest: the key of the cache on disk; nil for what is not kept there.
    ///   - request: when it is cancelled and nobody else waits, the work is.
    ///   - make: all of the work, so that it takes one place in the queue however many ask for it.
    /// - Returns: the map, and where it came from.
    /// - Throws: 429 when the request's key has used its time up, and what the work throws.
    func encoded(
        _ tag: String, onDisk digest: String? = nil, _ request: ServerRequest,
        _ make: @escaping @Sendable (CancellationFlag) async throws(RequestError) -> EncodedMap
    ) async throws(RequestError) -> (map: EncodedMap, outcome: ResponseMetadata.CacheOutcome) {
        if let kept = encodedMaps.value(for: tag) { return (kept, .hit) }
        let (encodedMaps, disk) = (encodedMaps, digest == nil ? nil : disk)
        if let disk, let digest, let kept = disk.value(for: digest).flatMap(unpacked) {
            encodedMaps.insert(kept, for: tag, cost: kept.cost)
            return (kept, .disk)
        }
        // What the key of one request has used up is nothing to the others that share the work.
        try request.key?.usage.checkBudget()
        let (encoded, isShared) = try await drawings.value(for: tag, client: request.cancellation) { cancellation in
            // Another request may have made it since.
            if let kept = encodedMaps.value(for: tag) { return .success(kept) }
            do throws(RequestError) {
                let encoded = try await make(cancellation)
                encodedMaps.insert(encoded, for: tag, cost: encoded.cost)
                if let digest { disk?.insert(packed(encoded), for: digest) }
                return .success(encoded)
            } catch {
                return .failure(error)
            }
        }
        return (encoded, isShared ? .shared : .miss)
    }

    /// The configured quality for requests that name none.
    func withQuality(_ output: RenderRequest.Output) -> RenderRequest.Output {
        RenderRequest.Output(output.format, quality: output.quality ?? configuration.qualities[output.format])
    }

    /// `?download=map.png`
    private func disposition(_ request: ServerRequest) -> String? {
        guard let name = request.query["download"] else { return nil }
        let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_. ".contains($0)) }
        return plain.isEmpty ? "attachment" : "attachment; filename=\"\(plain.prefix(100))\""
    }
}

/// Joins the encoded maps of a scene in several formats.
private func finished(_ drawn: [Rendering.Drawn], boundary: String, threads: Int) -> EncodedMap {
    let first = drawn.first
    var encoded = EncodedMap(
        body: ByteBuffer(bytes: first?.bytes ?? []), mediaType: first?.mediaType ?? "",
        pixels: (first?.width ?? 0) * (first?.height ?? 0),
        warnings: (first?.warnings ?? []).filter { $0.severity >= .warning }.map(\.description),
        phases: first?.phases ?? [], threads: threads)
    guard drawn.count != 1 else { return encoded }
    encoded.mediaType = "multipart/mixed; boundary=\(boundary)"
    encoded.body = ByteBuffer()
    for part in drawn {
        encoded.body.writeString(
            "--\(boundary)\r\nContent-Type: \(part.mediaType)\r\nContent-Length: \(part.bytes.count)\r\n\r\n")
        encoded.body.writeBytes(part.bytes)
        encoded.body.writeString("\r\n")
    }
    encoded.body.writeString("--\(boundary)--\r\n")
    return encoded
}

/// A map as the disk cache keeps it: one line of JSON, then the bytes.
private func packed(_ encoded: EncodedMap) -> [UInt8] {
    let head: JSONNode = [
        "type": .text(encoded.mediaType), "pixels": .count(encoded.pixels),
        "warnings": .list(encoded.warnings.map(JSONNode.text)),
    ]
    return Array(head.line.utf8) + [0x0A] + Array(encoded.body.readableBytesView)
}

private func unpacked(_ bytes: [UInt8]) -> EncodedMap? {
    guard let end = bytes.firstIndex(of: 0x0A),
        let head = try? JSONDocument(file: "cache", text: Array(bytes[..<end])).root,
        let type = head["type"]?.string, let pixels = head["pixels"]?.number
    else { return nil }
    return EncodedMap(
        body: ByteBuffer(bytes: bytes[(end + 1)...]), mediaType: type, pixels: Int(pixels),
        warnings: (head["warnings"]?.array ?? []).compactMap(\.string))
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

// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import NIOCore

extension MapService {
    /// Finds what an address asks for.
    func route(_ request: ServerRequest) async throws(RequestError) -> Response {
        if request.method == .options { return preflight }
        let parts = request.segments
        switch parts.first ?? "" {
        case "health" where parts.count == 1, "ready" where parts.count == 1:
            try allow(request, [.get])
            return .json(#"{"status": "ok"}"# + "\n")
        case "metrics" where parts.count == 1:
            try allow(request, [.get])
            return metricsAnswer
        case "render" where parts.count == 1: return try await render(request)
        case "report", "regions", "hit", "project", "edit", "locate", "check":
            guard parts.count == 1 else { throw notFound(request) }
            try allow(request, [.post])
            return try await inspect(request, as: parts[0])
        case "explain" where parts.count == 1:
            try allow(request, [.get])
            return try explain(request)
        case "":
            guard parts.count == 1 else { break }
            if let page = try playgroundPage(request) { return page }
            return try index(request)
        case "playground": return try playgroundFile(request, Array(parts.dropFirst()))
        case "schema", "styles.json", "openapi.json", "rendered.json", "data.json", "index.json", "fonts.json":
            if parts.count == 1 { return try document(request, named: String(parts[0])) }
        case "wms":
            if parts.count == 1 { return try await wms(request) }
        case "styles":
            if parts.contains("static"), let answer = try await dialectAnswer(request) { return answer }
            return try await styles(request, Array(parts.dropFirst()))
        case "style", "maps", "api", "v3":
            if let answer = try await dialectAnswer(request) { return answer }
        case "data": return try await data(request, Array(parts.dropFirst()))
        case "fonts": return try await glyphs(request, Array(parts.dropFirst()))
        case "files": return try files(request, Array(parts.dropFirst()))
        default: break
        }
        throw notFound(request)
    }

    private func dialectAnswer(_ request: ServerRequest) async throws(RequestError) -> Response? {
        try checkRoom(for: request)
        guard let dialect = try dialectRequest(request) else { return nil }
        return try await draw(dialect, request)
    }

    func notFound(_ request: ServerRequest) -> RequestError {
        .notFound("there is nothing at \(request.path.prefix(100))", hint: "GET / lists what there is")
    }

    /// - Throws: 405 for other methods. HEAD goes wherever GET goes.
    func allow(_ request: ServerRequest, _ methods: [HTTPRequest.Method]) throws(RequestError) {
        if methods.contains(request.method) || request.method == .head && methods.contains(.get) { return }
        var error = RequestError(.methodNotAllowed, "\(request.method.rawValue) is not allowed here")
        let names = methods.map(\.rawValue) + (methods.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"]
        error.headers[.allow] = names.joined(separator: ", ")
        throw error
    }

    /// The route's name for logs and metrics: few, whatever is asked.
    func routeName(of request: ServerRequest) -> String {
        let parts = request.segments
        switch parts.first ?? "" {
        case "render", "report", "regions", "hit", "project", "edit", "locate", "check", "explain", "schema", "wms",
            "health", "metrics", "data", "fonts", "files", "playground":
            return String(parts[0])
        case "styles":
            return parts.dropFirst().first == "v1" ? "mapbox" : parts.contains("static") ? "tileserver" : "styles"
        case "style": return "martin"
        case "maps": return "google"
        case "api": return "apple"
        case "v3": return "amap"
        default: return "other"
        }
    }

    private var preflight: Response {
        var answer = Response(.noContent)
        answer.headers[.accessControlAllowMethods] = "GET, HEAD, POST, OPTIONS"
        answer.headers[.accessControlAllowHeaders] = "Content-Type, X-Api-Key, Authorization, If-None-Match"
        answer.headers[.accessControlMaxAge] = "86400"
        return answer
    }

    private var metricsAnswer: Response {
        let load = pool.load
        let memory = residentBytes()
        let kept = encodedMaps.size
        return Response(
            type: "text/plain; version=0.0.4; charset=utf-8",
            text: metrics.text(gauges: [
                ("staticmap_drawings_waiting", "Drawings that wait for a worker.", Double(load.waiting)),
                ("staticmap_drawings_running", "Drawings under way.", Double(load.running)),
                ("staticmap_drawing_workers", "Threads that draw.", Double(pool.workers)),
                ("staticmap_picture_cache_bytes", "Encoded maps in memory.", Double(kept.cost)),
                ("staticmap_picture_cache_entries", "Encoded maps in memory.", Double(kept.count)),
                ("staticmap_reloads", "How often the configuration was read.", Double(catalog.generation)),
                ("process_resident_memory_bytes", "Resident memory.", Double(memory)),
            ]))
    }

    /// Headers that every answer has, and compression.
    func finish(_ answer: inout Response, _ request: ServerRequest) {
        if answer.metadata.route == "other" { answer.metadata.route = routeName(of: request) }
        addCommonHeaders(&answer)
        if let type = answer.headers[.contentType], isPackable(type) {
            compress(&answer, accepted: request.headers[.acceptEncoding] ?? "")
        }
    }

    func addCommonHeaders(_ answer: inout Response) {
        if !configuration.corsOrigin.isEmpty {
            answer.headers[.accessControlAllowOrigin] = configuration.corsOrigin
            if answer.status != .notModified {
                answer.headers[.accessControlExposeHeaders] = "ETag, Server-Timing, X-Staticmap-Warning"
            }
        }
        // The others are those of the answer that the client has (RFC 9110, §15.4.5).
        guard answer.status != .notModified else { return }
        answer.headers[.xContentTypeOptions] = "nosniff"
        answer.headers[.referrerPolicy] = "no-referrer"
        // A drawing in SVG that is opened as a page runs nothing and loads nothing.
        if answer.headers[.contentSecurityPolicy] == nil {
            answer.headers[.contentSecurityPolicy] =
                "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox"
        }
        answer.headers[.crossOriginResourcePolicy] = "cross-origin"
        if !answer.metadata.phases.isEmpty {
            let phases = answer.metadata.phases.map {
                "\($0.name);dur=\(formatted(($0.seconds * 10000).rounded() / 10))"
            }
            let threads = "threads;desc=\(answer.metadata.threads)"
            answer.headers[.serverTiming] = (phases + [threads]).joined(separator: ", ")
        }
    }
}

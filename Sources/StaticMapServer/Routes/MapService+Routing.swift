// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import NIOCore
import StaticMap

extension MapService {
    /// Answers a request as its route does.
    func response(to request: ServerRequest, _ route: Route?) async throws(RequestError) -> Response {
        if request.method == .options { return preflight }
        guard let route else { throw notFound(request) }
        guard route.takes(request.method) else { throw notAllowed(request, route) }
        switch route.action {
        case .answer(let answer): return try await answer(self)(request)
        case .draw(let read):
            try checkRoom(for: request)
            return try await draw(try read(self)(request), request)
        }
    }

    func notFound(_ request: ServerRequest) -> RequestError {
        .notFound("there is nothing at \(request.path.prefix(100))", hint: "GET / lists what there is")
    }

    private func notAllowed(_ request: ServerRequest, _ route: Route) -> RequestError {
        var error = RequestError(.methodNotAllowed, "\(request.method.rawValue) is not allowed here")
        let methods = route.alternatives.flatMap(\.methods)
        let names = methods.map(\.rawValue) + (methods.contains(.get) ? ["HEAD"] : []) + ["OPTIONS"]
        error.headers[.allow] = names.joined(separator: ", ")
        return error
    }

    /// The versions of the program, of these routes and of the scene format.
    func version(_ request: ServerRequest) -> Response {
        document(["version": .text(MapRenderer.version), "api": "v1", "sceneVersion": 1], request)
    }

    /// 503 when a drawing goes on past all limits: the process answers, and should be replaced.
    func health(_ request: ServerRequest) -> Response {
        board.isStuck(place)
            ? Response(.serviceUnavailable, text: "a drawing outlives its limit") : Response(text: "OK")
    }

    private var preflight: Response {
        var answer = Response(.noContent)
        answer.headers[.accessControlAllowMethods] = "GET, HEAD, POST, OPTIONS"
        answer.headers[.accessControlAllowHeaders] =
            """
            Content-Type, X-Api-Key, X-Request-Id, Authorization, If-None-Match, If-Modified-Since, Range, If-Range, \
            MCP-Protocol-Version, Mcp-Method, Mcp-Name
            """
        answer.headers[.accessControlMaxAge] = "86400"
        return answer
    }

    func metricsText(_ request: ServerRequest) -> Response {
        Response(type: "text/plain; version=0.0.4; charset=utf-8", text: seat.map(allMetrics) ?? ownMetrics)
    }

    package var ownMetrics: String {
        let load = pool.load
        let memory = residentBytes()
        let kept = encodedMaps
        let text = metrics.text(
            reloads: catalog.generation - 1,
            gauges: [
                ("staticmap_drawings_waiting", "Drawings that wait for a worker.", Double(load.waiting)),
                ("staticmap_drawings_running", "Drawings under way.", Double(load.running)),
                ("staticmap_drawing_workers", "Threads that draw.", Double(pool.workers)),
                ("staticmap_image_cache_bytes", "Encoded maps in memory.", Double(kept.cost)),
                ("staticmap_image_cache_entries", "Encoded maps in memory.", Double(kept.count)),
                ("process_resident_memory_bytes", "Resident memory.", Double(memory)),
            ])
        return text + (access.ring?.metrics ?? "")
    }

    /// Those of all processes: what others have published within the last second, and what is counted for all of them.
    private func allMetrics(_ seat: ProcessSeat) -> String {
        publishMetrics()
        let texts = (0..<seat.board.places).compactMap(seat.board.published).sorted { $0.number < $1.number }
        return ProcessMetrics.merged(texts)
            + Metrics.line(
                "staticmap_process_endings_total", "counter", "Processes that were replaced.", seat.board.endings)
            + Metrics.line(
                "staticmap_refusals_total", "counter", "Drawings that were refused, as they had ended a process.",
                seat.board.refused)
            + Metrics.line(
                "staticmap_refused_scenes", "gauge", "Scenes that are refused for a while.", seat.board.refusalCount)
    }

    /// For the other processes of this server.
    func publishMetrics() {
        if let seat { seat.board.publish(ownMetrics, of: seat.place) }
    }

    /// Headers that every answer has, and compression.
    func finish(_ answer: inout Response, _ request: ServerRequest) {
        answer.metadata.route = request.route
        addCommonHeaders(&answer)
        if let type = answer.headers[.contentType], isPackable(type) {
            compress(&answer, accepted: request.headers[.acceptEncoding] ?? "")
        }
    }

    func addCommonHeaders(_ answer: inout Response) {
        if !configuration.corsOrigin.isEmpty {
            answer.headers[.accessControlAllowOrigin] = configuration.corsOrigin
            if answer.status != .notModified {
                answer.headers[.accessControlExposeHeaders] =
                    "ETag, Server-Timing, X-Request-Id, X-Staticmap-Warning, Content-Bbox, Content-Crs, Content-Range, "
                    + "Accept-Ranges"
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

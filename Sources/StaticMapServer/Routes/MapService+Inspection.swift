// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import MapScene
import StaticMap

extension MapService {
    /// What is asked of a scene besides its image: the body is a scene, or an object with a member "scene" and what the
    /// route needs.
    struct Question {
        let root: JSONNode
        let admitted: ScenePolicy.Admitted
        let rendering: Rendering
    }

    func question(_ request: ServerRequest) throws(RequestError) -> Question {
        let text = try sceneText(of: request)
        let root = try json(text)
        let (catalog, rendering) = current(for: request)
        let scene = root["scene"].map { Array($0.line.utf8) } ?? text
        return Question(
            root: root, admitted: try policy(catalog, request.key).admit(scene),
            rendering: rendering.limited(toPixels: pixels(for: request)))
    }

    /// Answers a question by work on the drawing threads.
    func reply(
        to question: Question, _ request: ServerRequest, _ work: @escaping @Sendable () throws(RequestError) -> Response
    ) async throws(RequestError) -> Response {
        var answer = try await drawn(request, work).uncached
        answer.metadata.style = question.admitted.style.id
        return answer
    }

    func report(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        let (text, rendering) = (question.admitted.text, question.rendering)
        let threads = try threads(of: request)
        return try await reply(to: question, request) { [pool] () throws(RequestError) in
            try pool.withThreads(upTo: threads) { count throws(RequestError) in
                let drawn = try rendering.with(threads: count).draw(text, as: [RenderRequest.Output("png")])[0]
                var answer = Response.json(drawn.report())
                (answer.metadata.phases, answer.metadata.threads) = (drawn.phases, count)
                return answer
            }
        }
    }

    func regions(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        let name = request.query["format"] ?? "json"
        guard let format = RegionFormat(rawValue: name) else {
            throw .bad("format", "expected json, html or geojson, found \"\(name.prefix(20))\"")
        }
        let type = ["json": "application/json", "html": "text/html; charset=utf-8"][name] ?? "application/geo+json"
        return try await reply(to: question, request) { () throws(RequestError) in
            let map = try question.rendering.hitMap(of: question.admitted.text)
            return Response(type: type, text: map.regions(as: format))
        }
    }

    /// The language is the parameter `language`, or that of the scene's labels.
    func describe(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        let language = request.query["language"]
        return try await reply(to: question, request) { () throws(RequestError) in
            .json(try question.rendering.description(of: question.admitted.text, in: language)?.node ?? .null)
        }
    }

    /// The scene's animation; `format`, `duration` in seconds, `fps`, `quality` and `lossless` are parameters.
    func animate(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        let name = request.query["format"] ?? "webp"
        guard let format = name == "png" ? .apng : AnimationFormat(rawValue: name) else {
            throw .bad("format", "expected webp, png or gif, found \"\(name.prefix(20))\"")
        }
        func number(_ name: String, _ range: ClosedRange<Double>) throws(RequestError) -> Double? {
            guard let text = request.query[name] else { return nil }
            guard let number = Double(text), range.contains(number) else {
                throw .bad(
                    name, "expected a number from \(formatted(range.lowerBound)) to \(formatted(range.upperBound))")
            }
            return number
        }
        let lossless = request.query["lossless"] ?? "false"
        guard ["true", "false"].contains(lossless) else { throw .bad("lossless", "expected true or false") }
        let options = AnimationOptions(
            duration: try number("duration", SceneAnimation.durations),
            fps: try number("fps", SceneAnimation.frameRates),
            quality: try number("quality", 1...100).map { Int($0) }, lossless: lossless == "true")
        return try await reply(to: question, request) { () throws(RequestError) in
            let made = try question.rendering.animation(of: question.admitted.text, as: format, options)
            return Response(type: format.mediaType, bytes: made.bytes)
        }
    }

    func hit(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        let points = try points(request, question.root)
        return try await reply(to: question, request) { () throws(RequestError) in
            let map = try question.rendering.hitMap(of: question.admitted.text)
            return .json(.list(points.map { map.hit(at: $0).node }))
        }
    }

    func check(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        return try await reply(to: question, request) {
            let problems = question.rendering.check(question.admitted.text)
            return .json([
                "valid": .bool(!problems.contains { $0.severity == .error }),
                "diagnostics": .list(problems.map(\.node)),
            ])
        }
    }

    /// Runs work on the drawing threads.
    func drawn<Value: Sendable>(
        _ request: ServerRequest, _ work: @escaping @Sendable () throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        try request.key?.usage.checkBudget()
        let digest = hexDigest(Array("\(request.route)|\(request.target)|".utf8) + request.body)
        let subject = request.body.isEmpty ? request.subject(digest) : request.subject(digest, request.body)
        return try await pool.run(subject, cancellation: request.cancellation) { Result(catching: work) }
    }

    func json(_ text: [UInt8]) throws(RequestError) -> JSONNode {
        do throws(Diagnostic) {
            return try JSONDocument(file: "body", text: text).root
        } catch {
            throw RequestError(.badRequest, "the body is not JSON: \(error.message)", diagnostics: [error])
        }
    }

    /// `?at=120,88` (several), or `"at": [[120, 88]]` in the body.
    private func points(_ request: ServerRequest, _ root: JSONNode) throws(RequestError) -> [Point] {
        var points: [Point] = []
        for text in request.query.all("at") {
            guard let n = decimals(text), n.count == 2 else {
                throw .bad("at", "expected x,y, found \"\(text.prefix(40))\"")
            }
            points.append(Point(n[0], n[1]))
        }
        for node in root["at"]?.array ?? [] {
            guard let n = node.array?.compactMap(\.number), n.count == 2 else { throw .bad("at", "expected [x, y]") }
            points.append(Point(n[0], n[1]))
        }
        guard !points.isEmpty, points.count <= 10_000 else { throw .bad("at", "expected 1 to 10000 points") }
        return points
    }

    /// `"coordinates": [[lon, lat]]` and `"points": [[x, y]]`, or the parameters `coordinate` and `point`.
    func project(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        func pairs(_ parameter: String, _ member: String) throws(RequestError) -> [[Double]] {
            var pairs: [[Double]] = []
            for text in request.query.all(parameter) { pairs.append(decimals(text) ?? []) }
            for node in question.root[member]?.array ?? [] { pairs.append(node.array?.compactMap(\.number) ?? []) }
            guard pairs.count <= 10_000, pairs.allSatisfy({ $0.count == 2 }) else {
                throw .bad(parameter, "expected pairs of numbers, at most 10000")
            }
            return pairs
        }
        let coordinates = try pairs("coordinate", "coordinates")
        let points = try pairs("point", "points")
        guard !coordinates.isEmpty || !points.isEmpty else {
            throw .bad("coordinate", "expected coordinates or points")
        }
        for pair in coordinates where abs(pair[1]) > 90 || abs(pair[0]) > 360 {
            throw .bad("coordinate", "expected longitude,latitude, found \(formatted(pair[0])),\(formatted(pair[1]))")
        }
        return try await reply(to: question, request) { () throws(RequestError) in
            let map = try question.rendering.projection(of: question.admitted.text)
            let nodes = map.nodes(
                of: coordinates.map { Coordinate(latitude: $0[1], longitude: $0[0]) },
                and: points.map { Point($0[0], $0[1]) })
            return .json(.list(nodes))
        }
    }

    /// `"drag": [{"target": "annotation/hotel", "to": [120, 88]}]`: the new scene and what an app would have seen.
    func edit(_ request: ServerRequest) async throws(RequestError) -> Response {
        let question = try question(request)
        var drags: [(target: String, point: Point)] = []
        for node in question.root["drag"]?.array ?? [] {
            guard let target = node["target"]?.string, let to = node["to"]?.array?.compactMap(\.number), to.count == 2
            else { throw .bad("drag", "expected {\"target\": …, \"to\": [x, y]}") }
            drags.append((target, Point(to[0], to[1])))
        }
        guard !drags.isEmpty, drags.count <= 1000, let scene = question.root["scene"] else {
            throw .bad("drag", "expected \"scene\" and a list \"drag\"")
        }
        let (rendering, moves) = (question.rendering, drags)
        return try await reply(to: question, request) { () throws(RequestError) in
            try rendering.withinLimits { () throws(RequestError) in
                let map = try rendering.projection(of: question.admitted.text)
                return .json(try edited(try rendering.document(Array(scene.lines.utf8)), map, moves))
            }
        }
    }

    /// As `staticmap locate`: the body says what is known.
    func locate(_ request: ServerRequest) async throws(RequestError) -> Response {
        let text = try sceneText(of: request)
        let rendering = current.rendering
        return try await drawn(request) { () throws(RequestError) in
            let known: LocationRequest
            do throws(RenderError) {
                known = try LocationRequest(text: text, file: "body")
            } catch {
                throw rendering.refusal(error)
            }
            // A search reads as much of the installed base map whatever the request is, and ends with it.
            let gazetteer = rendering.renderer.gazetteer(for: known)
            return Response.json(LocationResolver(gazetteer: gazetteer).resolve(known).json)
        }
    }
}

extension HitMap {
    /// What `project` answers for coordinates, then for points.
    func nodes(of coordinates: [Coordinate], and points: [Point]) -> [JSONNode] {
        coordinates.map { node($0, point(for: $0)) } + points.map { node(coordinate(at: $0), $0) }
    }
}

/// The scene after its items were dragged, and the events of an app.
private func edited(
    _ document: SceneDocument, _ map: HitMap, _ drags: [(target: String, point: Point)]
) throws(RequestError) -> JSONNode {
    do {
        var editor = try SceneEditor(document, map: map)
        var events: [JSONNode] = []
        for drag in drags {
            let moves = try editor.drag(path: drag.target, to: drag.point)
            let target = editor.heldTarget ?? drag.target
            events += moves.map { $0.node(target: target, coordinateSystem: map.coordinateSystem) }
        }
        return [
            "scene": try JSONDocument(file: "scene", text: Array(editor.text.utf8)).root, "events": .list(events),
            "diagnostics": .list(editor.warnings.map(\.node)),
        ]
    } catch {
        throw RequestError(.unprocessableContent, "\(error)", parameter: "drag")
    }
}

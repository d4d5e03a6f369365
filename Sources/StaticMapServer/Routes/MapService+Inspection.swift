// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import StaticMap

extension MapService {
    /// What is asked of a scene besides its picture.
    ///
    /// The body is a scene, or an object with a member "scene" and what the route needs.
    func inspect(_ request: ServerRequest, as route: Substring) async throws(RequestError) -> Answer {
        if route == "locate" { return try await locate(request) }
        let text = try sceneText(of: request)
        let root = try json(text)
        let scene = root["scene"].map { Array($0.line.utf8) } ?? text
        let (catalog, rendering) = current
        let admitted = try SceneGate(catalog: catalog, limits: limits).admit(scene)
        var answer: Answer
        switch route {
        case "report":
            let threads = try threads(of: request)
            let (drawing, count) = try await drawn(request) { [pool] () throws(RequestError) in
                try pool.withThreads(upTo: threads) { count throws(RequestError) in
                    let output = RenderRequest.Output("png")
                    return (try rendering.with(threads: count).draw(admitted.text, as: [output])[0], count)
                }
            }
            answer = .json(drawing.report)
            (answer.metadata.phases, answer.metadata.threads) = (drawing.phases, count)
        case "regions":
            let format = try regionFormat(request.query["format"] ?? "json")
            let regions = try await drawn(request) { () throws(RequestError) in
                try rendering.hitMap(of: admitted.text).regions(as: format)
            }
            let type = ["json": "application/json", "html": "text/html; charset=utf-8"][format.rawValue]
            answer = Answer(type: type ?? "application/geo+json", text: regions)
        case "hit":
            let points = try points(request, root)
            answer = .json(
                try await drawn(request) { () throws(RequestError) in
                    let map = try rendering.hitMap(of: admitted.text)
                    return "[" + points.map { map.hit(at: $0).json }.joined(separator: ",\n") + "]\n"
                })
        case "project": answer = try await project(request, root, admitted, rendering)
        case "edit": answer = try await edit(request, root, admitted, rendering)
        default:
            let problems = try await drawn(request) { rendering.check(admitted.text) }
            answer = .json(
                JSONNode.members([
                    "valid": JSONNode(.bool(!problems.contains { $0.severity == .error })),
                    "diagnostics": .list(problems.map(\.node)),
                ]).lines + "\n")
        }
        answer.headers[.cacheControl] = "no-store"
        answer.metadata.style = admitted.style.id
        return answer
    }

    /// Runs work on the drawing threads.
    func drawn<Value: Sendable>(
        _ request: ServerRequest, _ work: @escaping @Sendable () throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        try await pool.run(cancellation: request.cancellation) { Result(catching: work) }
    }

    func json(_ text: [UInt8]) throws(RequestError) -> JSONNode {
        do throws(Diagnostic) {
            return try JSONDocument(file: "body", text: text).root
        } catch {
            throw RequestError(.badRequest, "the body is not JSON: \(error.message)", diagnostics: [error])
        }
    }

    private func regionFormat(_ text: String) throws(RequestError) -> RegionFormat {
        guard let format = RegionFormat(rawValue: text) else {
            throw .bad("format", "expected json, html or geojson, found \"\(text.prefix(20))\"")
        }
        return format
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
    private func project(
        _ request: ServerRequest, _ root: JSONNode, _ admitted: SceneGate.Admitted, _ rendering: Rendering
    ) async throws(RequestError) -> Answer {
        func pairs(_ parameter: String, _ member: String) throws(RequestError) -> [[Double]] {
            var pairs: [[Double]] = []
            for text in request.query.all(parameter) { pairs.append(decimals(text) ?? []) }
            for node in root[member]?.array ?? [] { pairs.append(node.array?.compactMap(\.number) ?? []) }
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
        let lines = try await drawn(request) { () throws(RequestError) in
            let map = try rendering.projection(of: admitted.text)
            let first = coordinates.map { pair -> (Coordinate, Point) in
                let coordinate = Coordinate(latitude: pair[1], longitude: pair[0])
                return (coordinate, map.point(for: coordinate))
            }
            let second = points.map { (map.coordinate(at: Point($0[0], $0[1])), Point($0[0], $0[1])) }
            return (first + second).map { coordinate, point in
                map.json(coordinate, point)
            }
        }
        return .json("[" + lines.joined(separator: ",\n") + "]\n")
    }

    /// `"drag": [{"target": "annotation/hotel", "to": [120, 88]}]`: the new scene and what an app would have seen.
    private func edit(
        _ request: ServerRequest, _ root: JSONNode, _ admitted: SceneGate.Admitted, _ rendering: Rendering
    ) async throws(RequestError) -> Answer {
        var drags: [(target: String, point: Point)] = []
        for node in root["drag"]?.array ?? [] {
            guard let target = node["target"]?.string, let to = node["to"]?.array?.compactMap(\.number), to.count == 2
            else { throw .bad("drag", "expected {\"target\": …, \"to\": [x, y]}") }
            drags.append((target, Point(to[0], to[1])))
        }
        guard !drags.isEmpty, drags.count <= 1000, let scene = root["scene"] else {
            throw .bad("drag", "expected \"scene\" and a list \"drag\"")
        }
        let moves = drags
        return try await drawn(request) { () throws(RequestError) in
            let map = try rendering.projection(of: admitted.text)
            do {
                let document = try rendering.document(Array(scene.lines.utf8))
                var editor = try SceneEditor(document, map: map)
                var events: [JSONNode] = []
                for move in moves {
                    for event in try editor.drag(path: move.target, to: move.point) {
                        let line = event.json(target: move.target, coordinateSystem: map.coordinateSystem)
                        events.append(try JSONDocument(file: "event", text: Array(line.utf8)).root)
                    }
                }
                let new = try JSONDocument(file: "scene", text: Array(editor.text.utf8)).root
                return Answer.json(
                    JSONNode.members([
                        "scene": new, "events": .list(events), "diagnostics": .list(editor.warnings.map(\.node)),
                    ]).lines + "\n")
            } catch let error as RequestError {
                throw error
            } catch {
                throw RequestError(.unprocessableContent, "\(error)", parameter: "drag")
            }
        }
    }

    /// As `staticmap locate`: the body says what is known.
    private func locate(_ request: ServerRequest) async throws(RequestError) -> Answer {
        let text = try sceneText(of: request)
        let rendering = current.rendering
        return try await drawn(request) { () throws(RequestError) in
            let known: LocationRequest
            do throws(RenderError) {
                known = try LocationRequest(text: text, file: "body")
            } catch {
                throw rendering.refusal(error)
            }
            let here = known.record.flatMap { $0.coordinate.latitude == 0 ? nil : $0.coordinate }
            let gazetteer = rendering.renderer.gazetteer(
                around: here ?? known.coordinate ?? known.userLocation ?? LocationResolver.beijing)
            return Answer.json(LocationResolver(gazetteer: gazetteer).resolve(known).json)
        }
    }
}

// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import StaticMap

/// What an agent may call, by its name in `mcp.json`.
enum MCPTool: String, CaseIterable {
    case renderMap = "render_map"
    case checkScene = "check_scene"
    case describeMap = "describe_map"
    case locate
    case project
    case measure
}

/// What a tool has found.
struct MCPToolResult {
    /// For people and models.
    var text: String
    /// The same for programs, an object.
    var structured: JSONNode
    /// Images and files, before the text.
    var contents: [JSONNode] = []
    var isError = false

    var node: JSONNode {
        let text: JSONNode = ["type": "text", "text": .text(text)]
        return ["content": .list(contents + [text]), "structuredContent": structured, "isError": .bool(isError)]
    }
}

extension MCPServer {
    /// Calls a tool. What goes wrong in it is a result that the model reads: it can mend its call.
    ///
    /// - Throws: when there is no such tool.
    func call(_ message: MCPMessage, _ cancellation: CancellationFlag) async throws(MCPError) -> JSONNode {
        let name = message.params["name"]?.string ?? ""
        guard let tool = MCPTool(rawValue: name) else {
            let names = MCPTool.allCases.map(\.rawValue)
            let hint = didYouMean(name, names) ?? "there are " + names.joined(separator: ", ")
            throw MCPError(.invalidParams, "there is no tool \"\(name.prefix(60))\" (\(hint))")
        }
        do throws(RequestError) {
            var arguments = try MCPArguments(message.params["arguments"] ?? [:])
            let result =
                switch tool {
                case .renderMap: try await render(&arguments, cancellation)
                case .checkScene: try await check(&arguments, cancellation)
                case .describeMap: try await describe(&arguments, cancellation)
                case .locate: try await locate(&arguments, cancellation)
                case .project: try await project(&arguments, cancellation)
                case .measure: try measure(&arguments)
                }
            return result.node
        } catch {
            return Self.failure(error).node
        }
    }

    /// Problems as a model reads them: code, path, what was expected and found, hint.
    private static func failure(_ error: RequestError) -> MCPToolResult {
        let problems =
            error.diagnostics.isEmpty
            ? [
                Diagnostic(
                    code: .init(rawValue: error.code), path: error.parameter ?? "", error.message, hint: error.hint)
            ] : error.diagnostics
        return MCPToolResult(
            text: problemLines(problems), structured: ["problems": .list(problems.prefix(50).map(\.problem))],
            isError: true)
    }

    static func problemLines(_ problems: [Diagnostic]) -> String {
        var lines = problems.prefix(50).map { problem in
            let place = problem.path.isEmpty ? "" : " at \(problem.path)"
            return "\(problem.severity.rawValue) \(problem.code)\(place): \(problem.message)"
                + (problem.hint.map { " (\($0))" } ?? "")
        }
        if problems.count > 50 { lines.append("and \(problems.count - 50) more") }
        return lines.joined(separator: "\n")
    }

    // MARK: Scenes

    /// A scene of a call that may be drawn, and what draws it.
    struct Drawable {
        let admitted: ScenePolicy.Admitted
        let rendering: Rendering
    }

    func drawable(_ scene: [UInt8]) throws(RequestError) -> Drawable {
        let (catalog, rendering) = service.current
        let admitted = try service.policy(catalog).admit(scene)
        return Drawable(admitted: admitted, rendering: rendering)
    }

    /// Runs work on the drawing threads; the text is what it is of.
    func drawn<Value: Sendable>(
        of text: [UInt8], _ cancellation: CancellationFlag, _ work: @escaping @Sendable () throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        try usage?.checkBudget()
        var drawing = DrawingSubject(digest: hexDigest(Array("mcp|".utf8) + text), text: text)
        drawing.usage = usage
        let subject = drawing
        return try await service.pool.run(subject, cancellation: cancellation) { Result(catching: work) }
    }

    private func check(
        _ arguments: inout MCPArguments, _ cancellation: CancellationFlag
    ) async throws(RequestError) -> MCPToolResult {
        let scene = arguments.scene()
        try arguments.finish()
        let map = try drawable(scene)
        let problems = try await drawn(of: map.admitted.text, cancellation) { map.rendering.check(map.admitted.text) }
        let isValid = !problems.contains { $0.severity == .error }
        let head = isValid ? "The scene is valid." : "The scene is not valid."
        return MCPToolResult(
            text: ([head] + (problems.isEmpty ? [] : [Self.problemLines(problems)])).joined(separator: "\n"),
            structured: ["valid": .bool(isValid), "problems": .list(problems.prefix(50).map(\.problem))])
    }

    private func project(
        _ arguments: inout MCPArguments, _ cancellation: CancellationFlag
    ) async throws(RequestError) -> MCPToolResult {
        let scene = arguments.scene()
        let coordinates = arguments.coordinates("coordinates", 0...1000)
        let points = arguments.points("points", 0...1000)
        try arguments.finish()
        guard !coordinates.isEmpty || !points.isEmpty else {
            throw .bad("coordinates", "expected coordinates or points, found neither")
        }
        let map = try drawable(scene)
        let nodes = try await drawn(of: map.admitted.text, cancellation) { () throws(RequestError) in
            try map.rendering.projection(of: map.admitted.text).nodes(of: coordinates, and: points)
        }
        return MCPToolResult(text: nodes.map(\.line).joined(separator: "\n"), structured: ["points": .list(nodes)])
    }
}

extension Diagnostic {
    /// For programs that mend calls. Lines and columns are those of a text that the client has not written.
    var problem: JSONNode {
        [
            "severity": .text(severity.rawValue), "code": .text(code.rawValue),
            "path": path.isEmpty ? nil : .text(path), "message": .text(message),
            "expected": expected.map(JSONNode.text), "found": found.map(JSONNode.text), "hint": hint.map(JSONNode.text),
        ]
    }
}

/// The arguments of a call, read like any document: all that is wrong with them is said at once, with paths and hints.
struct MCPArguments {
    private let diagnostics = DiagnosticSink()
    private var object: ObjectReader

    init(_ node: JSONNode) throws(RequestError) {
        let document = JSONDocument(file: "arguments", root: node)
        guard let object = Field(document, diagnostics: diagnostics).object() else {
            throw RequestError(.badRequest, "expected arguments, an object", diagnostics: diagnostics.all)
        }
        self.object = object
    }

    /// Ends the reading.
    ///
    /// - Throws: when anything was wrong.
    func finish() throws(RequestError) {
        object.finish()
        guard diagnostics.all.contains(where: { $0.severity == .error }) else { return }
        throw RequestError(.badRequest, "the arguments are wrong", diagnostics: diagnostics.all)
    }

    /// The text of the argument `scene`. Models send JSON as a text now and then.
    mutating func scene() -> [UInt8] {
        let text = object.required("scene") { field -> [UInt8]? in
            if let text = field.node.string { return Array(text.utf8) }
            return field.object().map { JSONNode(.object($0.object)).lines.utf8 }.map(Array.init)
        }
        return text ?? []
    }

    mutating func text(_ name: String, limit: Int) -> String? {
        object.optional(name) { field in
            field.string().flatMap { text in
                (1...limit).contains(text.count)
                    ? text : field.expected("a text of 1 to \(limit) characters", problem: .invalidValue)
            }
        }
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        object.optional(name) { $0.choice(of: type) }
    }

    mutating func whole(_ name: String, in range: ClosedRange<Int>) -> Int? {
        object.optional(name) { $0.integer(in: range) }
    }

    mutating func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
        object.optional(name) { $0.number(in: range) }
    }

    mutating func flag(_ name: String) -> Bool { object.optional(name) { $0.bool() } ?? false }

    mutating func coordinate(_ name: String) -> Coordinate? { object.optional(name, Coordinate.init) }

    mutating func coordinates(_ name: String, _ range: ClosedRange<Int>) -> [Coordinate] {
        list(name, range, "coordinates", Coordinate.init)
    }

    mutating func points(_ name: String, _ range: ClosedRange<Int>) -> [Point] {
        list(name, range, "points") { field in
            let numbers = field.array { $0.number(in: -1e6...1e6) } ?? []
            return numbers.count == 2
                ? Point(numbers[0], numbers[1]) : field.expected("[x, y] in points", problem: .wrongType)
        }
    }

    private mutating func list<Item>(
        _ name: String, _ range: ClosedRange<Int>, _ things: String, _ read: (Field) -> Item?
    ) -> [Item] {
        object.optional(name) { field -> [Item]? in
            guard let fields = field.elements() else { return nil }
            guard range.contains(fields.count) else {
                return field.expected(
                    "\(range.lowerBound) to \(range.upperBound) \(things)", problem: .invalidValue)
            }
            return fields.compactMap(read)
        } ?? []
    }
}

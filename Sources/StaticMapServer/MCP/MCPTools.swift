// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapScene
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
        let text = JSONNode.members(["type": .text("text"), "text": .text(text)])
        return .members([
            "content": .list(contents + [text]), "structuredContent": structured,
            "isError": JSONNode(.bool(isError)),
        ])
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
            var arguments = try MCPArguments(message.params["arguments"] ?? .members([:]))
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
            text: problemLines(problems), structured: .members(["problems": .list(problems.prefix(50).map(\.problem))]),
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
        guard service.configuration.allowsInlineImages || !admitted.hasInlineImages else {
            throw RequestError(.unprocessableContent, "images within scenes are switched off on this server")
        }
        return Drawable(admitted: admitted, rendering: rendering)
    }

    /// Runs work on the drawing threads; the text is what it is of.
    func drawn<Value: Sendable>(
        of text: [UInt8], _ cancellation: CancellationFlag, _ work: @escaping @Sendable () throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
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
            structured: .members([
                "valid": JSONNode(.bool(isValid)), "problems": .list(problems.prefix(50).map(\.problem)),
            ]))
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
            let map = try map.rendering.projection(of: map.admitted.text)
            return coordinates.map { map.node($0, map.point(for: $0)) }
                + points.map { map.node(map.coordinate(at: $0), $0) }
        }
        return MCPToolResult(
            text: nodes.map(\.line).joined(separator: "\n"), structured: .members(["points": .list(nodes)]))
    }
}

extension Diagnostic {
    /// For programs that mend calls. Lines and columns are those of a text that the client has not written.
    var problem: JSONNode {
        .members([
            "severity": .text(severity.rawValue), "code": .text(code.rawValue),
            "path": path.isEmpty ? nil : .text(path), "message": .text(message),
            "expected": expected.map(JSONNode.text), "found": found.map(JSONNode.text),
            "hint": hint.map(JSONNode.text),
        ])
    }
}

// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import MapScene

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

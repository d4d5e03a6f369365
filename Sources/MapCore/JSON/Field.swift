// SPDX-License-Identifier: MIT

/// A JSON value with its path and document, which reports problems at its own location.
///
/// A decoder that reports a problem returns nil and its caller continues with the next value, so that one run reports
/// all problems of a document.
package struct Field: Sendable {
    package var node: JSONNode
    private let place: Place
    package let document: JSONDocument
    package var diagnostics: DiagnosticSink

    package init(_ document: JSONDocument, diagnostics: DiagnosticSink) {
        self.init(node: document.root, path: "", document: document, diagnostics: diagnostics)
    }

    package init(node: JSONNode, path: String, document: JSONDocument, diagnostics: DiagnosticSink) {
        self.init(node, at: .path(path), document, diagnostics)
    }

    private init(_ node: JSONNode, at place: Place, _ document: JSONDocument, _ diagnostics: DiagnosticSink) {
        self.node = node
        self.place = place
        self.document = document
        self.diagnostics = diagnostics
    }

    /// Where a value is in its document. Most of the text is never asked for.
    private indirect enum Place: Sendable {
        case path(String)
        case member(of: Place, key: String)
        /// A member whose key stands for itself, whatever it is.
        case plainMember(of: Place, key: String)
        case element(of: Place, index: Int)

        var path: String {
            switch self {
            case .path(let path): return path
            case .member(let place, let key):
                let path = place.path
                let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 != 0x2E && $0 != 0x5B && $0 > 0x20 }
                return path + (isPlain ? (path.isEmpty ? key : "." + key) : "[\"\(key)\"]")
            case .plainMember(let place, let key):
                let path = place.path
                return path.isEmpty ? key : "\(path).\(key)"
            case .element(let place, let index): return "\(place.path)[\(index)]"
            }
        }
    }

    /// Such as `overlays[0].fill`; empty for the root.
    package var path: String { place.path }

    package func member(_ key: String, _ node: JSONNode) -> Field {
        Field(node, at: .member(of: place, key: key), document, diagnostics)
    }

    /// A member with its key as it is in the path, even where it has dots or spaces.
    package func plainMember(_ key: String, _ node: JSONNode) -> Field {
        Field(node, at: .plainMember(of: place, key: key), document, diagnostics)
    }

    package func element(_ index: Int, _ node: JSONNode) -> Field {
        Field(node, at: .element(of: place, index: index), document, diagnostics)
    }

    /// Reports a problem at this value.
    ///
    /// - Parameters:
    ///   - message: the problem in words.
    ///   - severity: how serious it is.
    ///   - code: the kind of problem; without one, the document's `invalid-value`.
    ///   - expected: what would have been valid, when the message compares.
    ///   - found: what the document has instead.
    ///   - hint: how to correct it.
    package func report(
        _ message: String, severity: Diagnostic.Severity = .error, code: Diagnostic.Code? = nil,
        expected: String? = nil, found: String? = nil, hint: String? = nil
    ) {
        let code = code ?? DocumentProblem.invalidValue.code(in: document.kind)
        add(code, message, severity: severity, expected: expected, found: found, hint: hint)
    }

    /// Reports "expected …, found …" with this value.
    package func report(
        expected: String, problem: DocumentProblem = .invalidValue, severity: Diagnostic.Severity = .error,
        hint: String? = nil
    ) {
        guard diagnostics.hasRoom else { return diagnostics.drop(severity) }
        let found = node.summary
        add(
            problem.code(in: document.kind), "expected \(expected), found \(found)", severity: severity,
            expected: expected, found: found, hint: hint)
    }

    /// Reports "expected …, found …", where what was found is not simply this value.
    package func report(
        expected: String, found: String, severity: Diagnostic.Severity = .error, code: Diagnostic.Code? = nil,
        hint: String? = nil
    ) {
        report(
            "expected \(expected), found \(found)", severity: severity, code: code, expected: expected, found: found,
            hint: hint)
    }

    /// As `report(expected:)`; returns nil for the decoder to pass on.
    package func expected<T>(
        _ expected: String, problem: DocumentProblem = .invalidValue, hint: String? = nil
    ) -> T? {
        report(expected: expected, problem: problem, hint: hint)
        return nil
    }

    /// Reports a problem that documents of all kinds can have.
    func report(_ problem: DocumentProblem, _ message: String, found: String? = nil, hint: String?) {
        add(problem.code(in: document.kind), message, severity: .error, expected: nil, found: found, hint: hint)
    }

    private func add(
        _ code: Diagnostic.Code, _ message: String, severity: Diagnostic.Severity, expected: String?, found: String?,
        hint: String?
    ) {
        guard diagnostics.hasRoom else { return diagnostics.drop(severity) }
        diagnostics.add(
            Diagnostic(
                severity, code: code, file: document.file, position: document.position(of: node.offset), path: path,
                message, expected: expected, found: found, hint: hint))
    }
}

extension Field {
    package func string() -> String? { node.string ?? expected("a string", problem: .wrongType) }

    package func bool() -> Bool? { node.bool ?? expected("true or false", problem: .wrongType) }

    /// A number within a range.
    package func number(
        in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    )
        -> Double?
    {
        guard let number = node.number else { return expected("a number", problem: .wrongType) }
        guard range.contains(number) else { return expected(range.description(of: "a number"), problem: .outOfRange) }
        return number
    }

    /// A whole number within a range.
    package func integer(in range: ClosedRange<Int>) -> Int? {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = node.number, let integer = Int(exactly: number), range.contains(integer) else {
            return expected(
                bounds.description(of: "a whole number"), problem: node.number == nil ? .wrongType : .outOfRange)
        }
        return integer
    }

    /// A string that is the raw value of one of an enumeration's cases.
    package func choice<T: RawRepresentable & CaseIterable>(of type: T.Type = T.self) -> T? where T.RawValue == String {
        if let value = node.string.flatMap(T.init) { return value }
        let words = T.allCases.map(\.rawValue)
        guard let word = node.string else { return expected("one of \(listing(words))", problem: .wrongType) }
        return expected("one of \(listing(words))", problem: .unknownValue, hint: didYouMean(word, words))
    }

    package func elements() -> [Field]? {
        guard let array = node.array else { return expected("an array", problem: .wrongType) }
        return array.enumerated().map { element($0.offset, $0.element) }
    }

    /// Decodes every element; those that fail have been reported by `decode` and are left out.
    package func array<T>(_ decode: (Field) -> T?) -> [T]? {
        guard let array = node.array else { return expected("an array", problem: .wrongType) }
        var values: [T] = []
        for (index, node) in array.enumerated() {
            if index & 1023 == 1023, WorkContext.isCancelled { break }
            if let value = decode(element(index, node)) { values.append(value) }
        }
        return values
    }

    package func object() -> ObjectReader? {
        guard case .object(let object) = node.value else { return expected("an object", problem: .wrongType) }
        return ObjectReader(field: self, object: object)
    }
}

extension JSONNode {
    /// The value in a few words, for messages: long strings are cut, arrays and objects are only named.
    package var summary: String {
        switch value {
        case .null: "null"
        case .bool(let b): b ? "true" : "false"
        case .number(let n): formatted(n)
        case .string(let s): s.count > 40 ? "\"\(s.prefix(40))…\"" : "\"\(s)\""
        case .array(let a): a.isEmpty ? "an empty array" : "an array of \(a.count)"
        case .object: "an object"
        }
    }
}

/// A number for messages and JSON: whole numbers without ".0".
package func formatted(_ number: Double) -> String {
    if number == number.rounded(), abs(number) <= 0x1p53 { return String(Int(number)) }
    return "\(number)"
}

extension ClosedRange<Double> {
    /// Such as "a number from 0 to 5"; bounds beyond 1e15 are not mentioned.
    fileprivate func description(of noun: String) -> String {
        let unbounded = 1e15
        switch (lowerBound > -unbounded, upperBound < unbounded) {
        case (true, true): return "\(noun) from \(formatted(lowerBound)) to \(formatted(upperBound))"
        case (true, false): return "\(noun) from \(formatted(lowerBound))"
        case (false, true): return "\(noun) up to \(formatted(upperBound))"
        case (false, false): return noun
        }
    }
}

/// Reads an object's members by name and finally reports the members that no decoder asked for.
package struct ObjectReader {
    package let field: Field
    package let object: JSONObject
    private var knownKeys: [String] = []

    init(field: Field, object: JSONObject) {
        self.field = field
        self.object = object
    }

    /// The member's field, nil when it is absent. From now on the key counts as known.
    package mutating func field(_ key: String) -> Field? {
        if !knownKeys.contains(key) { knownKeys.append(key) }
        return object[key].map { field.member(key, $0) }
    }

    /// Decodes a member; nil when it is absent, or when the decoder has reported a problem.
    package mutating func optional<T>(_ key: String, _ decode: (Field) -> T?) -> T? {
        field(key).flatMap(decode)
    }

    /// Decodes a member; an absent one is an error.
    package mutating func required<T>(_ key: String, _ decode: (Field) -> T?) -> T? {
        guard let member = field(key) else {
            reportMissing(key, known: knownKeys)
            return nil
        }
        return decode(member)
    }

    /// Reports that a key is absent, with the member that may be meant by it; `known` are other keys of the object.
    package func reportMissing(_ key: String, known: [String]) {
        field.report(
            .missingKey, "expected the key \"\(key)\", found none", hint: misspellingHint(key, known))
    }

    /// Reports repeated keys and, with the nearest known name, every key that was not asked for. Keys that begin with
    /// "x-" are the user's own and always allowed.
    package func finish(alsoKnown: [String] = []) {
        let known = knownKeys + alsoKnown
        var seen: Set<String> = []
        for (index, member) in object.members.enumerated() {
            if index & 1023 == 1023, WorkContext.isCancelled { return }
            let isRepeated = !seen.insert(member.key).inserted
            let isKnown = known.contains(member.key) || member.key.hasPrefix("x-")
            if isKnown, !isRepeated { continue }
            let key = JSONNode(.string(member.key)).summary
            let location = field.member(member.key, JSONNode(.null, offset: member.keyOffset))
            if isRepeated {
                location.report(.repeatedKey, "the key \(key) appears more than once", found: key, hint: nil)
            }
            guard !isKnown else { continue }
            guard field.diagnostics.hasRoom else {
                field.diagnostics.drop(.error)
                continue
            }
            location.report(
                .unknownKey, "unknown key \(key)", found: key,
                hint: didYouMean(member.key, known) ?? "known keys: \(known.joined(separator: ", "))")
        }
    }

    /// A hint when an unknown key is the likely misspelling of an absent one.
    private func misspellingHint(_ key: String, _ known: [String]) -> String? {
        // In an object of so many keys a search for each absent one takes too long.
        guard object.members.count <= 1000 else { return nil }
        return suggestion(for: key, among: object.members.map(\.key).filter { !known.contains($0) }).map {
            "is \"\($0)\" meant to be \"\(key)\"?"
        }
    }
}

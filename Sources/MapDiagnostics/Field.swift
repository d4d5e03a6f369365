// SPDX-License-Identifier: MIT

/// A JSON value that knows its file, line and path, and where to report what is wrong with it.
///
/// A decoder returns nil after it has reported a problem, and goes on with the rest, so that one run finds them all.
package struct Field: Sendable {
    package let node: JSONNode
    /// Such as `overlays[0].fill`; empty for the root.
    package let path: String
    package let document: JSONDocument
    package let diagnostics: DiagnosticSink

    package init(_ document: JSONDocument, diagnostics: DiagnosticSink) {
        self.init(node: document.root, path: "", document: document, diagnostics: diagnostics)
    }

    package init(node: JSONNode, path: String, document: JSONDocument, diagnostics: DiagnosticSink) {
        self.node = node
        self.path = path
        self.document = document
        self.diagnostics = diagnostics
    }

    package func member(_ key: String, _ node: JSONNode) -> Field {
        let plain = !key.isEmpty && key.utf8.allSatisfy { $0 != 0x2E && $0 != 0x5B && $0 > 0x20 }
        let step = plain ? (path.isEmpty ? key : "." + key) : "[\"\(key)\"]"
        return Field(node: node, path: path + step, document: document, diagnostics: diagnostics)
    }

    package func element(_ index: Int, _ node: JSONNode) -> Field {
        Field(node: node, path: "\(path)[\(index)]", document: document, diagnostics: diagnostics)
    }

    /// Reports a problem at this field.
    package func report(_ message: String, severity: Diagnostic.Severity = .error, hint: String? = nil) {
        diagnostics.add(
            Diagnostic(
                severity, file: document.file, position: document.position(of: node.offset), path: path, message,
                hint: hint))
    }

    /// Reports "expected …, found …" with the value that stands here; returns nil for the decoder to pass on.
    package func expected<T>(_ what: String, hint: String? = nil) -> T? {
        report("expected \(what), found \(node.found)", hint: hint)
        return nil
    }
}

extension Field {
    package func string() -> String? { node.string ?? expected("a string") }

    package func bool() -> Bool? { node.bool ?? expected("true or false") }

    /// A number within a range.
    package func number(
        in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    )
        -> Double?
    {
        guard let number = node.number else { return expected("a number") }
        guard range.contains(number) else { return expected(range.words(for: "a number")) }
        return number
    }

    /// A whole number within a range.
    package func integer(in range: ClosedRange<Int>) -> Int? {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = node.number, let whole = Int(exactly: number), range.contains(whole) else {
            return expected(bounds.words(for: "a whole number"))
        }
        return whole
    }

    /// One of an enumeration's words.
    package func choice<T: RawRepresentable & CaseIterable>(of type: T.Type = T.self) -> T? where T.RawValue == String {
        let words = T.allCases.map(\.rawValue)
        guard let word = node.string else { return expected("one of \(listing(words))") }
        if let value = T(rawValue: word) { return value }
        return expected("one of \(listing(words))", hint: didYouMean(word, words))
    }

    package func elements() -> [Field]? {
        guard let array = node.array else { return expected("an array") }
        return array.enumerated().map { element($0.offset, $0.element) }
    }

    /// Decodes every element; the wrong ones are reported and left out.
    package func array<T>(_ decode: (Field) -> T?) -> [T]? {
        elements()?.compactMap(decode)
    }

    package func object() -> ObjectReader? {
        guard case .object(let object) = node.value else { return expected("an object") }
        return ObjectReader(field: self, object: object)
    }
}

/// Words in double quotes, separated by commas.
package func listing(_ words: some Sequence<String>) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ", ")
}

/// A hint with the nearest of the known words, nil when none is near.
package func didYouMean(_ word: String, _ known: some Sequence<String>) -> String? {
    suggestion(for: word, among: known).map { "did you mean \"\($0)\"?" }
}

extension JSONNode {
    /// The value in a few words, for messages.
    package var found: String {
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

/// A number as people write it: no ".0" after whole numbers.
package func formatted(_ number: Double) -> String {
    if number == number.rounded(), abs(number) <= 0x1p53 { return String(Int(number)) }
    return "\(number)"
}

extension ClosedRange<Double> {
    fileprivate func words(for noun: String) -> String {
        let huge = 1e15
        switch (lowerBound > -huge, upperBound < huge) {
        case (true, true): return "\(noun) from \(formatted(lowerBound)) to \(formatted(upperBound))"
        case (true, false): return "\(noun) from \(formatted(lowerBound))"
        case (false, true): return "\(noun) up to \(formatted(upperBound))"
        case (false, false): return noun
        }
    }
}

// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Checks of constants against the style reference. Each check reports what it finds, in the words of MapLibre's own
/// validator so that the two can be compared, and returns true for a valid value.
extension Field {
    /// Reports a problem; returns false for a check to return.
    ///
    /// A hint is computed only while diagnostics are kept, since a hostile style can have any number of problems.
    @discardableResult
    func fail(
        _ code: StyleCode, _ message: String, hint: @autoclosure () -> String? = nil, isFatal: Bool = false
    ) -> Bool {
        if isFatal || diagnostics.hasRoom {
            report(message, severity: isFatal ? .error : .warning, code: code, hint: hint())
        }
        return false
    }

    /// Reports that the value has not the type that it should have.
    @discardableResult
    func failType(_ expected: String, isFatal: Bool = false) -> Bool {
        fail(.wrongType, "\(expected) expected, \(node.kindName) found", isFatal: isFatal)
    }

    /// Reports the compile errors of an expression; returns nil for the decoder to pass on.
    func fail<T>(_ code: StyleCode, _ errors: ExpressionErrors) -> T? {
        for error in errors.errors {
            Field(node: node, path: path + error.key, document: document, diagnostics: diagnostics)
                .fail(code, error.message)
        }
        return nil
    }

    /// A member, with the path that the reference validator would print.
    func child(_ key: String, _ node: JSONNode) -> Field {
        Field(
            node: node, path: path.isEmpty ? key : "\(path).\(key)", document: document, diagnostics: diagnostics)
    }

    /// The same path at another value: a problem of an object is shown where its member stands.
    func pointing(at node: JSONNode) -> Field {
        Field(node: node, path: path, document: document, diagnostics: diagnostics)
    }

    /// The same value with another destination for its diagnostics.
    func reporting(to sink: DiagnosticSink) -> Field {
        Field(node: node, path: path, document: document, diagnostics: sink)
    }
}

extension Field {
    @discardableResult
    func checkString() -> Bool { node.string != nil || failType("string") }

    @discardableResult
    func checkBoolean() -> Bool { node.bool != nil || failType("boolean") }

    @discardableResult
    func checkNumber(from minimum: Double? = nil, to maximum: Double? = nil) -> Bool {
        guard let number = node.number else { return failType("number") }
        if let minimum, number < minimum {
            return fail(
                .outOfRange, "\(formatted(number)) is less than the minimum value \(formatted(minimum))")
        }
        if let maximum, number > maximum {
            return fail(
                .outOfRange, "\(formatted(number)) is greater than the maximum value \(formatted(maximum))")
        }
        return true
    }

    @discardableResult
    func checkChoice(of words: [String]) -> Bool {
        if let word = node.string, words.contains(word) { return true }
        return fail(
            .unknownValue, "expected one of [\(words.joined(separator: ", "))], \(node.compactText) found",
            hint: node.string.flatMap { didYouMean($0, words) })
    }

    /// A CSS color, which the expression compiler recognizes.
    @discardableResult
    func checkColor() -> Bool {
        guard let text = node.string else { return failType("color") }
        if (try? StyleExpression.compile(node, spec: .color(nil, .dataDriven))) != nil { return true }
        return fail(.unknownValue, "color expected, \"\(text.clipped)\" found")
    }

    /// An array whose elements all pass a check.
    @discardableResult
    func checkArray(length: Int? = nil, _ checkElement: (Field) -> Bool) -> Bool {
        guard let items = node.array else { return failType("array") }
        if let length, items.count != length {
            return fail(.wrongLength, "array length \(length) expected, length \(items.count) found")
        }
        return checkElements(items, checkElement)
    }

    /// One value, or an array of at least one.
    func checkOneOrMore(_ checkElement: (Field) -> Bool) -> Bool {
        guard let items = node.array else { return checkElement(self) }
        guard !items.isEmpty else { return fail(.wrongLength, "array length at least 1 expected, length 0 found") }
        return checkElements(items, checkElement)
    }

    /// One number for all sides, or one to four numbers as in CSS.
    func checkPadding() -> Bool {
        guard let items = node.array else { return checkNumber() }
        guard 1...4 ~= items.count else {
            return fail(.wrongLength, "padding requires 1 to 4 values; \(items.count) values found")
        }
        return checkElements(items) { $0.checkNumber() }
    }

    /// Anchors, each followed by its offset of two numbers.
    func checkAnchorOffsets() -> Bool {
        guard let items = node.array, !items.isEmpty, items.count.isMultiple(of: 2) else {
            return fail(
                .wrongLength, "variableAnchorOffsetCollection requires a non-empty array of even length")
        }
        var isValid = true
        for (index, item) in items.enumerated() {
            let element = element(index, item)
            let isElementValid =
                index.isMultiple(of: 2)
                ? element.checkChoice(of: PropertySpec.anchors) : element.checkArray(length: 2) { $0.checkNumber() }
            isValid = isElementValid && isValid
        }
        return isValid
    }

    private func checkElements(_ items: [JSONNode], _ checkElement: (Field) -> Bool) -> Bool {
        var isValid = true
        for (index, item) in items.enumerated() where !checkElement(element(index, item)) { isValid = false }
        return isValid
    }
}

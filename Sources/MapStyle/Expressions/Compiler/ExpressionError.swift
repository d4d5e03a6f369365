// SPDX-License-Identifier: MIT

/// A compile error and its location in the expression, such as `[1][2]`.
package struct ExpressionError: Error, Sendable, Hashable {
    package var key: String
    package var message: String

    package init(key: String, message: String) {
        self.key = key
        self.message = message
    }
}

/// All compile errors of one expression.
package struct ExpressionErrors: Error, Sendable {
    package var errors: [ExpressionError]

    package init(_ errors: [ExpressionError]) { self.errors = errors }
}

/// Why an expression has no value for a feature. The message is put together on demand, since an expression can fail for
/// thousands of features.
package struct EvaluationError: Error, Sendable {
    enum Reason: Sendable {
        case text(String)
        case wrongType(expected: ExpressionType, found: Value)
        case unparsable(type: ExpressionType, found: Value)
        case wrongOperand(ordinal: String, expected: String, found: Value)
    }

    /// The location in the expression, such as `[1][2]`.
    package let key: String
    let reason: Reason

    init(_ key: String, _ reason: Reason) {
        self.key = key
        self.reason = reason
    }

    package var message: String {
        switch reason {
        case .text(let text): text
        case .wrongType(let expected, let found):
            "Expected value to be of type \(expected), but found \(found.type) instead."
        case .unparsable(let type, let found):
            "Could not parse \(type) from value '\(found.string ?? found.json)'"
        case .wrongOperand(let ordinal, let expected, let found):
            "Expected \(ordinal) argument to be of type \(expected), but found \(found.type) instead."
        }
    }
}

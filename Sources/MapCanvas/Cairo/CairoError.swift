// SPDX-License-Identifier: MIT
private import CCairo

/// A failed cairo operation.
package struct CairoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation, such as "paint layer/water".
    package let operation: String
    /// Cairo's error message, or ours.
    package let reason: String

    package init(_ operation: String, reason: String) {
        self.operation = operation
        self.reason = reason
    }

    package var description: String { "cannot \(operation): \(reason)" }
}

extension CairoError {
    /// Returns nil for a success status.
    init?(status: UInt32, during operation: @autoclosure () -> String) {
        guard status != 0 else { return nil }
        let reason = cairo_status_to_string(cairo_status_t(rawValue: status)).map { String(cString: $0) }
        self.init(operation(), reason: reason ?? "status \(status)")
    }
}

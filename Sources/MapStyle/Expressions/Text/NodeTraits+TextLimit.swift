// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

extension NodeTraits {
    /// UTF-8 bytes of a text that needs no look at the limits.
    private static let alwaysAllowed = 1024
    /// UTF-8 bytes of a text that is too long where nothing else is limited.
    private static let neverAllowed = 16 << 20

    /// - Parameter count: the UTF-8 bytes of a text that the node makes, or is about to make.
    /// - Throws: when the text is longer than texts of expressions may be, past which the map ends.
    func checkText(_ count: Int) throws(EvaluationError) {
        guard count > Self.alwaysAllowed else { return }
        guard RenderBudget.check(count, .textBytes, at: "expression\(key)"), count <= Self.neverAllowed else {
            throw failure("The text is too long.")
        }
    }
}

// SPDX-License-Identifier: MIT
public import MapDiagnostics

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A scene that cannot be read, with everything that is wrong with it.
public struct SceneError: Error, Hashable, Sendable {
    /// Errors and warnings, in document order; at least one is an error.
    public var diagnostics: [Diagnostic]

    /// Creates an error.
    ///
    /// - Parameter diagnostics: errors and warnings in document order; at least one must be an error.
    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }
}

extension SceneError: CustomStringConvertible, LocalizedError {
    /// One line per diagnostic.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
    /// One line per diagnostic.
    public var errorDescription: String? { description }
}

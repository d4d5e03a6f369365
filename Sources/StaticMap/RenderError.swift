// SPDX-License-Identifier: MIT
public import MapCore
import MapScene

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a map cannot be rendered, with all diagnostics.
public struct RenderError: Error, Hashable, Sendable {
    /// The kinds of errors.
    public enum Kind: String, Hashable, Sendable {
        /// A scene, style or archive is not valid.
        case badData
        /// A file that is referred to does not exist.
        case missingInput
        /// The map cannot be drawn or encoded: it is too large, or memory has run out.
        case unsupported
        /// The map would cost more than the renderer's limits allow.
        case pastLimit
        /// The output cannot be written.
        case cannotWrite
    }

    /// The kind of the error.
    public var kind: Kind
    /// Everything that was found, warnings included; at least one diagnostic is an error.
    public var diagnostics: [Diagnostic]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: the kind of the error.
    ///   - diagnostics: everything that was found, warnings included; at least one must be an error.
    public init(_ kind: Kind, _ diagnostics: [Diagnostic]) {
        self.kind = kind
        self.diagnostics = diagnostics
    }
}

extension RenderError: CustomStringConvertible, LocalizedError {
    /// One line per diagnostic.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
    /// One line per diagnostic.
    public var errorDescription: String? { description }
}

extension RenderError {
    /// Creates an error of kind `badData` from a scene that cannot be read.
    ///
    /// - Parameter error: the error of the scene, whose diagnostics are kept.
    public init(_ error: SceneError) {
        self.init(.badData, error.diagnostics)
    }
}

public import MapDiagnostics
public import MapGeo

// SPDX-License-Identifier: MIT

/// A finished picture and what there is to say about it.
public struct Rendered: Sendable {
    /// The encoded picture.
    public var bytes: [UInt8]
    /// Such as "image/png".
    public var mediaType: String
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// The camera as it was solved: turns coordinates into points of the picture and back.
    public var viewport: Viewport
    /// What was odd, but drawable.
    public var warnings: [Diagnostic]
    /// Whose map it is, as plain text, whether it was drawn or not.
    public var attribution: String
    /// How long each phase took, in seconds, in order.
    public var phases: [Phase]
    /// What the picture links to and must lie beside it: see `EncodingOptions.linkedImages`.
    public var files: [File] = []
    /// What lies where.
    public var hitMap: HitMap
    /// What else is known of it.
    var facts: RenderMetadata

    /// A file beside the picture.
    public struct File: Sendable {
        /// Relative to the picture.
        public var name: String
        /// What is in it.
        public var bytes: [UInt8]
    }

    /// A named stretch of time.
    public struct Phase: Sendable {
        /// "open", "layout", "paint" or "encode".
        public var name: String
        /// Wall clock.
        public var seconds: Double
    }
}

/// Why there is no picture.
public struct RenderError: Error, Sendable {
    /// Which kind of trouble it is, for exit codes.
    public enum Kind: Sendable {
        /// A scene, style or archive is wrong.
        case badData
        /// A file that is asked for is not there.
        case missingInput
        /// The program cannot: too large, no memory.
        case unsupported
    }

    /// Which kind of trouble it is.
    public var kind: Kind
    /// All that was found wrong, warnings included.
    public var diagnostics: [Diagnostic]

    /// Makes a failure.
    public init(kind: Kind, diagnostics: [Diagnostic]) {
        self.kind = kind
        self.diagnostics = diagnostics
    }
}

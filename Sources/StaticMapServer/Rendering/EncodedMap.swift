// SPDX-License-Identifier: MIT
import NIOCore

/// A map in its output format, as it is cached and sent.
struct EncodedMap: Sendable {
    var body: ByteBuffer
    var mediaType: String
    var pixels: Int
    /// Of the scene, in words.
    var warnings: [String]
    var phases: [(name: String, seconds: Double)]
    /// That drew it.
    var threads = 1
}

/// What an address came to when it was asked for last: nothing of the request needs to be read again while the style's
/// files are the same.
struct RememberedTarget: Sendable {
    var tag: String
    var style: ServedStyle
    var fingerprint: String
    /// Files that the scene names.
    var files = SceneFiles([])
    var generation: Int
    var mediaType: String
    var newest: Int
    var warnings: [String]
    var metadata: AnswerMetadata
    var disposition: String?
    var varies: Bool
}

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

// SPDX-License-Identifier: MIT

/// How many values a JSON text may have.
///
/// A value takes far more memory than its text: two bytes, such as `0,`, become a node of an array.
package enum JSONSize {
    /// The memory that a value takes, with its key, and with the room that arrays leave for more.
    package static let bytesPerValue = 96

    /// Of each text that this task reads.
    @TaskLocal package static var maxValues = Int.max

    /// How many values memory has room for; small documents are never too large.
    package static func values(in bytes: Int) -> Int { max(10_000, bytes / bytesPerValue) }
}

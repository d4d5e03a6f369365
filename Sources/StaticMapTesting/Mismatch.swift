// SPDX-License-Identifier: MIT

/// Why a golden test fails, and the files that show it.
package struct Mismatch: Sendable {
    /// A file for the test's report.
    package struct Attachment: Sendable {
        package var name: String
        package var bytes: [UInt8]
    }

    package var message: String
    package var attachments: [Attachment] = []
}

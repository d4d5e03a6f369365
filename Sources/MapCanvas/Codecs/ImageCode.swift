// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Errors of image files.
package enum ImageCode: String, DiagnosticCode {
    /// The bytes are none of the formats that are read.
    case unknownFormat = "image.unknown-format"
    /// The image cannot be decoded, or is empty.
    case undecodable = "image.undecodable"
    /// The image has more pixels than may be decoded here.
    case tooLarge = "image.too-large"
}

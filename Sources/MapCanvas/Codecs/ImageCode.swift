// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Errors of image files.
package enum ImageCode: String, DiagnosticCode {
    /// The bytes are none of the formats that are read.
    case unknownFormat = "image.unknown-format"
    /// The image cannot be decoded, is empty, or has too many pixels.
    case undecodable = "image.undecodable"
}

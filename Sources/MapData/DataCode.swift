// SPDX-License-Identifier: MIT
import MapCore

/// Codes for data files: GeoJSON, TopoJSON, KML, GPX, well-known text and GeoPackages.
package enum DataCode: String, DiagnosticCode {
    /// The file is not in the format that it should be in, or is damaged.
    case invalid = "data.invalid"
    /// The file holds something that a map does not show; the rest is drawn.
    case unsupported = "data.unsupported"
}

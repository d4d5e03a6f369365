// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Diagnostics about what a map shows.
enum ViewCode: String, DiagnosticCode {
    /// The base map has no data at this zoom, nor near it.
    case overzoomed = "basemap.overzoomed"
    /// The base map has no data for so far a view, and that of higher zooms is drawn reduced.
    case underzoomed = "basemap.underzoomed"
    /// A file of features has none that can be drawn.
    case emptyData = "data.empty"
    /// An edit replaced a camera that depends on the scene's content.
    case frozenCamera = "edit.frozen-camera"
}

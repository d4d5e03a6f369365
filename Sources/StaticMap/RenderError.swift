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

/// Errors and warnings of opening, drawing and writing a map.
package enum RenderCode: String, DiagnosticCode {
    /// The map cannot be painted or encoded.
    case failed = "render.failed"
    /// There is text to draw and no font.
    case noFonts = "render.no-fonts"
    /// The task that renders was cancelled.
    case cancelled = "render.cancelled"

    // The base map.
    /// The base map has no tile in the view.
    case emptyBaseMap = "basemap.empty"
    /// No style of this name is installed.
    case unknownStyle = "basemap.unknown-style"
    /// No base map is installed.
    case notInstalled = "basemap.not-installed"

    // Tiles.
    /// Tiles of a kind that cannot be drawn here, such as vector tiles in a tile overlay.
    case unsupportedTiles = "tiles.unsupported-format"
    /// The style draws no layer of an archive.
    case unstyledTiles = "tiles.not-in-style"
    /// Tiles with layers of their own, which are drawn in automatic colors.
    case automaticStyle = "tiles.automatic-style"
    /// A tile path that cannot be flipped.
    case cannotFlip = "tiles.cannot-flip"
    /// A tile provider has thrown an error.
    case providerFailed = "tiles.provider-failed"

    // Images.
    /// There is no such image file.
    case missingImage = "image.missing"
    /// An image outside of the folders that a scene may read.
    case imageOutside = "image.outside-folder"
    /// An image on another machine.
    case remoteImage = "image.remote"
    /// A `data:` URL that is none.
    case invalidDataURL = "image.invalid-data-url"
    /// A scale or size that an image cannot have.
    case invalidImageSize = "image.invalid-size"

    // Editing.
    /// There is nothing of this name to drag.
    case unknownTarget = "edit.unknown-target"
    /// The name of a corner that several areas have.
    case ambiguousTarget = "edit.ambiguous-target"
    /// A thing that cannot be dragged.
    case notDraggable = "edit.not-draggable"
    /// The scene has no text, or cannot be read after the change.
    case notEditable = "edit.not-editable"
}

/// Diagnostics about what a map shows.
enum ViewCode: String, DiagnosticCode {
    /// The base map has no data at this zoom, nor near it.
    case overzoomed = "basemap.overzoomed"
    /// The base map's data end before the content of a fit fills the image.
    case limitedFit = "camera.limited-fit"
    /// The base map has no data for so far a view, and that of higher zooms is drawn reduced.
    case underzoomed = "basemap.underzoomed"
    /// A file of features has none that can be drawn.
    case emptyData = "data.empty"
    /// An edit replaced a camera that depends on the scene's content.
    case frozenCamera = "edit.frozen-camera"
    /// A drag to a point above the horizon.
    case skyDrag = "edit.above-horizon"
    /// A tile overlay that has no tiles for the view.
    case hiddenTileOverlay = "overlays.not-in-view"
}

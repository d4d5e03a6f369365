// SPDX-License-Identifier: MIT
import MapDiagnostics

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

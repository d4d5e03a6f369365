// SPDX-License-Identifier: MIT
import MapCore

/// Errors and warnings of scenes and their data files, beyond those of any JSON document.
package enum SceneCode: String, DiagnosticCode {
    /// A document of another kind in place of a scene.
    case notAScene = "scene.not-a-scene"

    // Keys.
    /// Keys that exclude each other, two names of one key, or none of several keys of which one is required.
    case conflictingKeys = "scene.conflicting-keys"
    /// A key that changes nothing here.
    case noEffect = "scene.no-effect"
    /// An overlay or image that Swift code draws, which has no JSON form.
    case drawnByCode = "scene.drawn-by-code"

    // Names.
    /// Two items have the same id or identifier.
    case duplicateID = "scene.duplicate-id"
    /// A name that no item has.
    case unknownID = "scene.unknown-id"
    /// A value that both versions of a scene that are merged have changed.
    case mergeConflict = "scene.merge-conflict"

    // Coordinates.
    /// Longitude and latitude seem to be swapped.
    case swappedCoordinates = "scene.swapped-coordinates"
    /// A line in Google's encoding that cannot be decoded.
    case invalidPolyline = "scene.invalid-polyline"
    /// A polygon whose edges cross each other.
    case crossingEdges = "scene.crossing-edges"
    /// A coordinate or number that is not finite, which only scenes built in Swift can have.
    case notFinite = "scene.not-finite"

    // Links.
    /// A link that could run code.
    case unsafeLink = "scene.unsafe-link"

    // The camera.
    /// A camera that follows the user of a scene without one.
    case noUser = "camera.no-user"
    /// A camera is to turn with a user who has no heading.
    case noHeading = "camera.no-heading"
    /// A camera that is fitted to nothing.
    case nothingToFit = "camera.nothing-to-fit"
    /// Not everything that the camera is fitted to is visible.
    case incompleteFit = "camera.incomplete-fit"
    /// A zoom beyond the limits of the camera.
    case clampedZoom = "camera.clamped-zoom"
    /// A region or box without width or height.
    case emptyRegion = "camera.empty-region"
    /// Padding and insets that leave no room for the map.
    case noRoom = "camera.no-room"
    /// A tilted camera's angles are not within their limits.
    case invalidTilt = "camera.invalid-tilt"

    // The size of the image.
    /// A scene without a size.
    case missingSize = "scene.missing-size"
    /// An image with too many pixels.
    case tooLarge = "scene.too-large"
}

// SPDX-License-Identifier: MIT

/// What a part of a map that is draped over a terrain takes from the camera that looks at it.
package final class Drape: Sendable {
    /// The view of the whole map.
    package let camera: Viewport
    /// The part of the ground.
    package let tile: TileID
    /// The copy of the world that the tile lies in.
    package let wrap: Int

    package init(camera: Viewport, tile: TileID, wrap: Int) {
        (self.camera, self.tile, self.wrap) = (camera, tile, wrap)
    }
}

extension Drape: Hashable {
    package static func == (a: Drape, b: Drape) -> Bool {
        a === b || (a.tile == b.tile && a.wrap == b.wrap && a.camera == b.camera)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(tile)
        hasher.combine(wrap)
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas

/// A block of tiles as `MetatilePlan` cuts it, drawn.
struct Metatile: Sendable {
    /// Whole blocks are kept as pixels for a short while: clients ask for the tiles of a block together.
    let bitmap: Bitmap
}

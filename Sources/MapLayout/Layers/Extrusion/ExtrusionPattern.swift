// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// A pattern on the roof and the walls of a building.
///
/// - SeeAlso: MapLibre GL JS, `fill_extrusion_pattern.vertex.glsl`.
struct ExtrusionPattern: Sendable {
    let bitmap: Bitmap
    /// From pixels of the ground to those of the bitmap.
    let fromGround: Transform
    /// The tile's corner, in pixels of the bitmap.
    let origin: Point
    /// Pixels of the bitmap.
    let perTileUnit: Double
    /// Pixels of the bitmap; MapLibre takes 128 instead of 119 pixels for a world's metre at zoom 24.
    let perMeter: Double

    /// Where the bitmap is on a roof.
    var roof: (column: SpaceFunction, row: SpaceFunction) {
        let t = fromGround
        return (
            SpaceFunction(AffineFunction(x: t.a, y: t.c, constant: t.tx), height: 0),
            SpaceFunction(AffineFunction(x: t.b, y: t.d, constant: t.ty), height: 0)
        )
    }

    /// Where the bitmap is on a wall.
    ///
    /// - Parameters:
    ///   - a: the start of the edge, in pixels of the ground.
    ///   - b: its end.
    ///   - edge: how far along the walls.
    ///   - pixelsPerMeter: of the ground, upwards.
    /// - Returns: the column and the row in the bitmap.
    func wall(
        _ a: Point, _ b: Point, _ edge: ExtrusionRing.Edge, pixelsPerMeter: Double
    ) -> (column: SpaceFunction, row: SpaceFunction) {
        let direction = b - a
        let k =
            (edge.end - edge.start) * perTileUnit / max(1e-12, direction.x * direction.x + direction.y * direction.y)
        let (x, y) = (direction.x * k, direction.y * k)
        let column = AffineFunction(
            x: x, y: y, constant: origin.x + edge.start * perTileUnit - x * a.x - y * a.y)
        return (
            SpaceFunction(column, height: 0),
            SpaceFunction(AffineFunction(x: 0, y: 0, constant: origin.y), height: -perMeter / pixelsPerMeter)
        )
    }
}

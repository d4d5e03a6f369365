// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

extension MapSnapshot {
    /// A world file: six lines that give the position of the image's pixels in EPSG:3857, in metres. Rotated maps have
    /// a rotated grid; the pixels of tilted maps are in no grid, so that the file fits their ground only.
    ///
    /// - SeeAlso: ESRI, *World files for raster datasets*: the numbers are for pixel centers, x first.
    public var worldFile: String {
        let (t, world) = (viewport.groundToMercator, WebMercator.circumference)
        let middle = t.apply(Point(0.5, 0.5))
        let numbers = [
            t.a * world, -t.b * world, t.c * world, -t.d * world, (middle.x - 0.5) * world, (0.5 - middle.y) * world,
        ]
        // A grid that is not turned has no terms that only rounding makes.
        return numbers.map { "\($0 == 0 ? 0 : $0)\n" }.joined()
    }
}

extension OutputFormat {
    /// The extension of the image's world file: the first and last letter of the image's own, and a w.
    public var worldFileExtension: String {
        switch self {
        case .png, .png8: "pgw"
        case .jpeg: "jgw"
        case .webp: "wpw"
        case .svg: "sgw"
        case .pdf: "pfw"
        }
    }
}

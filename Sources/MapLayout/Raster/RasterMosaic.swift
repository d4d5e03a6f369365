// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane

/// The tiles of a view side by side in one bitmap; missing ones are transparent.
struct RasterMosaic {
    let bitmap: Bitmap
    /// Where the mosaic lies in the unit Mercator square.
    private let mercator: Rect

    /// Nil when there is no picture at all.
    init?(_ plan: [PlacedTile], pictures: [TileID: Bitmap]) {
        guard let first = plan.first, let side = pictures.values.map({ max($0.width, $0.height) }).max() else {
            return nil
        }
        let count = 1 << first.id.z
        let columns = plan.map { $0.id.x + $0.wrap * count }
        let rows = plan.map(\.id.y)
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max(),
            (right - left + 1) * side <= 32_767, (bottom - top + 1) * side <= 32_767
        else { return nil }
        let width = (right - left + 1) * side
        let height = (bottom - top + 1) * side
        var pixels = [UInt32](repeating: 0, count: width * height)
        var filled = 0
        for (tile, column) in zip(plan, columns) {
            guard let picture = pictures[tile.id] else { continue }
            let fitting =
                picture.width == side && picture.height == side
                ? picture : picture.magnified(x: 0, y: 0, side: Double(picture.width), to: side)
            if fitting.isOpaque { filled += 1 }
            let start = (tile.id.y - top) * side * width + (column - left) * side
            for row in 0..<side {
                let target = start + row * width
                pixels.replaceSubrange(
                    target..<(target + side), with: fitting.pixels[(row * side)..<((row + 1) * side)])
            }
        }
        let isFull = filled == (right - left + 1) * (bottom - top + 1)
        bitmap = Bitmap(width: width, height: height, pixels: pixels, isOpaque: isFull)
        let unit = 1 / Double(count)
        mercator = Rect(
            x: Double(left) * unit, y: Double(top) * unit, width: Double(right - left + 1) * unit,
            height: Double(bottom - top + 1) * unit)
    }

    /// Mosaic pixels to output pixels; an unscaled mosaic is put on whole pixels, so that it is copied, not blurred.
    func toPixel(in viewport: Viewport) -> Transform {
        var transform = Transform(
            a: mercator.width / Double(bitmap.width), b: 0, c: 0, d: mercator.height / Double(bitmap.height),
            tx: mercator.minX, ty: mercator.minY
        ).then(viewport.mercatorToPixel)
        if transform.keepsRectangles, abs(transform.a - 1) < 1e-9, abs(transform.d - 1) < 1e-9 {
            transform = .translation(Point(transform.tx.rounded(), transform.ty.rounded()))
        }
        return transform
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapScene

/// The pixels along the lines of a scene, and at the edges of areas such as shores, in coarse cells: names of the map go beside them
/// where they can.
struct LineMask {
    private let area: Rect
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private var isCovered: [Bool]
    /// Lines go on for as long as they like; the mask has enough after so many cells.
    private var room = 500_000

    /// The width of a cell, in pixels. Maps of few pixels for each point have no smaller cells than others.
    static func cell(in viewport: Viewport) -> Double { max(1, 3 * viewport.scale) }

    /// Nil where no line lies below the map's names.
    ///
    /// - Parameters:
    ///   - overlays: those of the scene.
    ///   - viewport: of the map.
    ///   - ribbons: lines of the map itself that names are to leave free as well.
    ///   - areas: areas of the map whose edges names are not to cross, in cells of `cell`.
    init?(_ overlays: [Overlay], in viewport: Viewport, ribbons: [Ribbon] = [], areas: AreaRaster? = nil) {
        area = viewport.pixelRect
        cell = Self.cell(in: viewport)
        columns = Int((area.width / cell).rounded(.up))
        rows = Int((area.height / cell).rounded(.up))
        isCovered = Array(repeating: false, count: columns * rows)
        var isEmpty = true
        var lines = ribbons.filter { $0.perspective == nil }.flatMap(\.centerLines)
        for overlay in overlays where overlay.level == .aboveRoads && overlay.before == nil && overlay.alpha > 0 {
            guard case .polyline(let line) = overlay.content, overlay.isFinite else { continue }
            lines += Self.parts(of: line.coordinates, in: viewport)
        }
        for piece in lines.lazy.flatMap({ [area] in clippedLine($0, to: area) }) {
            for (a, b) in zip(piece, piece.dropFirst()) where !WorkContext.isCancelled {
                cover(from: a, to: b)
                isEmpty = false
            }
        }
        areas?.forEachEdgeCell { column, row in
            isCovered[min(rows - 1, row) * columns + min(columns - 1, column)] = true
            isEmpty = false
        }
        if isEmpty { return nil }
    }

    /// A line in pixels, cut where the camera does not see it, and half a world away from the center.
    private static func parts(of line: [Coordinate], in viewport: Viewport) -> [[Point]] {
        var parts: [[Point]] = [[]]
        var last: (place: Double, pixel: Point)?
        for coordinate in line {
            guard viewport.isInFront(coordinate) else {
                if last != nil { parts.append([]) }
                last = nil
                continue
            }
            let place = wrapLongitude(coordinate.longitude - viewport.center.longitude)
            let pixel = viewport.pixel(for: coordinate)
            if let last, abs(place - last.place) > 180 {
                // On a flat map, the line goes on at both sides.
                let world = viewport.mercatorToGround.applyToVector(Point(place < 0 ? 1 : -1, 0))
                let isFlat = viewport.perspective == nil
                parts[parts.count - 1] += isFlat ? [pixel + world] : []
                parts.append(isFlat ? [last.pixel - world] : [])
            }
            parts[parts.count - 1].append(pixel)
            last = (place, pixel)
        }
        return parts
    }

    private mutating func cover(from a: Point, to b: Point) {
        let steps = min(max(1, Int(((b - a).length / cell).rounded(.up))), room)
        room -= steps
        for step in 0..<steps {
            let p = a.mix(b, (Double(step) + 0.5) / Double(steps))
            isCovered[min(rows - 1, Int(p.y / cell)) * columns + min(columns - 1, Int(p.x / cell))] = true
        }
    }

    /// True where a line goes through a box, in pixels.
    func crosses(_ box: Rect) -> Bool {
        let box = box.intersection(area)
        guard !box.isNull else { return false }
        let (left, right) = (Int(box.minX / cell), min(columns - 1, Int(box.maxX / cell)))
        for row in Int(box.minY / cell)...max(Int(box.minY / cell), min(rows - 1, Int(box.maxY / cell))) {
            guard row < rows, left <= right else { continue }
            if isCovered[(row * columns + left)...(row * columns + right)].contains(true) { return true }
        }
        return false
    }
}

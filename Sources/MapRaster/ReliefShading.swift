// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
package import MapTiles

/// Pictures of the shape of the ground as tiles with opacity, which lie on any map.
package struct ReliefShading: TileArchive {
    package enum Method: String, Sendable, CaseIterable {
        /// Steep ground by classes, as maps for winter tours have it: yellow from 30°, orange from 35°, red from 40°, violet from 45°.
        case slope
        /// The direction to which the ground falls, where it is no plain.
        case aspect
        /// The shadows that hills cast.
        case shadows
        /// Light from the north-west on warm slopes, cool shades, and haze in the valleys, as Imhof paints relief.
        case swiss
    }

    /// Where the sun stands.
    package struct Light: Sendable {
        /// Degrees clockwise from north, from which it shines.
        package var direction: Double
        /// Degrees above the horizon.
        package var altitude: Double

        package init(direction: Double = 315, altitude: Double = 26) {
            (self.direction, self.altitude) = (direction, altitude)
        }
    }

    package let info: ArchiveInfo
    private let field: HeightField
    private let method: Method
    private let light: Light
    /// Heights at which there is haze, and none.
    private let haze: ClosedRange<Double>

    /// Slopes are smooth between the finest heights.
    private static let finerZooms = 2

    /// - Parameters:
    ///   - field: the heights.
    ///   - method: what is shown.
    ///   - light: where the sun stands, for those methods that need one.
    ///   - haze: the heights in metres at which haze is thickest and gone; nil for those that the raster begins and ends with.
    /// - Throws: when the raster cannot be read.
    package init(
        _ field: HeightField, _ method: Method, light: Light, haze: ClosedRange<Double>? = nil
    ) throws(Diagnostic) {
        (self.field, self.method, self.light) = (field, method, light)
        var range = 300.0...3000.0
        if method == .swiss, haze == nil, let found = try field.usualHeights() {
            range = found
        }
        self.haze = haze ?? range
        var info = ArchiveInfo(
            file: field.archive.info.file, container: field.archive.info.container, format: .png,
            minZoom: field.minZoom, maxZoom: min(TileID.maxZoom, field.maxZoom + Self.finerZooms))
        info.bounds = field.archive.info.bounds
        info.attribution = field.archive.info.attribution
        info.tileSide = GeoTIFFArchive.points
        self.info = info
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard (info.minZoom...info.maxZoom).contains(id.z),
            let grid = try field.grid(id, border: method == .shadows ? 256 : 1, cells: GeoTIFFArchive.points)
        else { return nil }
        var pixels = [UInt8](repeating: 0, count: 4 * grid.cells * grid.cells)
        switch method {
        case .slope: slopes(grid, &pixels)
        case .aspect: aspects(grid, &pixels)
        case .shadows: shadows(grid, &pixels)
        case .swiss: relief(grid, &pixels)
        }
        return storedPNG(side: grid.cells, pixels)
    }

    // MARK: - Slopes

    /// The classes of the Swiss and French maps for winter tours.
    private static let classes: [(degrees: Float, color: Tone)] = [
        (45, Tone(0.53, 0.20, 0.62, 0.62)), (40, Tone(0.86, 0.11, 0.16, 0.58)), (35, Tone(0.96, 0.52, 0.10, 0.55)),
        (30, Tone(0.98, 0.86, 0.16, 0.50)),
    ]

    private func slopes(_ grid: HeightField.Grid, _ pixels: inout [UInt8]) {
        let steepness = Self.classes.map { tan($0.degrees * .pi / 180) }
        grid.forEachSlope { index, east, south in
            let slope = (east * east + south * south).squareRoot()
            guard let found = steepness.firstIndex(where: { slope >= $0 }) else { return }
            Self.classes[found].color.write(to: &pixels, at: index)
        }
    }

    private func aspects(_ grid: HeightField.Grid, _ pixels: inout [UInt8]) {
        grid.forEachSlope { index, east, south in
            let slope = (east * east + south * south).squareRoot()
            guard slope > 0.03 else { return }
            // The ground falls against its gradient.
            let angle = atan2(-east, south)
            Tone(hue: angle / (2 * .pi), alpha: min(0.7, 0.15 + slope)).write(to: &pixels, at: index)
        }
    }

    // MARK: - Light

    /// From the ground to the sun: a step to the east, to the south and upwards.
    private var ray: (east: Float, south: Float, rise: Float) {
        let turn = Float(light.direction * .pi / 180)
        return (sin(turn), -cos(turn), tan(Float(max(1, min(89, light.altitude)) * .pi / 180)))
    }

    private static let shade = Tone(0.10, 0.13, 0.26, 1)

    private func shadows(_ grid: HeightField.Grid, _ pixels: inout [UInt8]) {
        let ray = ray
        let highest = grid.heights.reduce(-Float.infinity) { $1 > $0 ? $1 : $0 }
        let rise = ray.rise * Float(grid.spacing)
        // The sun is half a degree wide; on paper, an edge as sharp as that looks hard.
        let softness = Float(grid.spacing) * 0.035
        for row in 0..<grid.cells {
            guard !WorkContext.isCancelled else { return }
            for column in 0..<grid.cells {
                let start = (row + grid.border) * grid.side + column + grid.border
                let own = grid.heights[start]
                guard own.isFinite else { continue }
                var depth: Float = 0
                var step: Float = 1
                while true {
                    let x = Float(column + grid.border) + ray.east * step
                    let y = Float(row + grid.border) + ray.south * step
                    let line = own + rise * step
                    guard line < highest, x >= 0, y >= 0, x < Float(grid.side - 1), y < Float(grid.side - 1) else {
                        break
                    }
                    let above = grid.height(x, y) - line
                    depth = max(depth, above.isFinite ? above / (softness * step + 1) : 0)
                    if depth > 1 { break }
                    // Far hills are wide.
                    step += max(1, step * 0.02)
                }
                guard depth > 0 else { continue }
                var tone = Self.shade
                tone.alpha = 0.42 * min(1, depth)
                tone.write(to: &pixels, at: row * grid.cells + column)
            }
        }
    }

    private func relief(_ grid: HeightField.Grid, _ pixels: inout [UInt8]) {
        let ray = ray
        let length = (1 + ray.rise * ray.rise).squareRoot()
        let (low, width) = (Float(haze.lowerBound), Float(max(1, haze.upperBound - haze.lowerBound)))
        let flat = ray.rise / length
        grid.forEachSlope { index, east, south in
            // Slopes stand out in the mountains more than in the hills.
            let normal = (1 + east * east + south * south).squareRoot()
            let lit = (ray.rise - ray.east * east - ray.south * south) / (length * normal)
            let height = grid.height(ofCell: index)
            let level = max(0, min(1, (height - low) / width))
            let contrast = 0.65 + 0.35 * level
            let difference = lit - flat
            var tone = Tone(0.80, 0.87, 0.95, 0.24 * (1 - level))
            // Tones that bend keep what is in the shade apart, too.
            if difference < 0 {
                let depth = -difference / max(0.2, flat)
                tone = tone.below(Tone(0.20, 0.25, 0.42, contrast * depth / (depth + 0.65)))
            } else {
                let strength = min(1, difference / max(0.2, 1 - flat))
                tone = tone.below(Tone(1.0, 0.95, 0.70, 0.62 * contrast * strength))
            }
            tone.write(to: &pixels, at: index)
        }
    }
}

/// A color with opacity, not premultiplied.
private struct Tone {
    var red: Float
    var green: Float
    var blue: Float
    var alpha: Float

    init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A light color by its place on the circle, of which red is the beginning.
    init(hue: Float, alpha: Float) {
        func part(_ shift: Float) -> Float { 0.62 + 0.36 * cos(2 * .pi * (hue - shift)) }
        self.init(part(0), part(1 / 3), part(2 / 3), alpha)
    }

    func below(_ other: Tone) -> Tone {
        let alpha = other.alpha + alpha * (1 - other.alpha)
        guard alpha > 0 else { return other }
        func mix(_ above: Float, _ below: Float) -> Float {
            (above * other.alpha + below * self.alpha * (1 - other.alpha)) / alpha
        }
        return Tone(mix(other.red, red), mix(other.green, green), mix(other.blue, blue), alpha)
    }

    @inline(__always)
    func write(to pixels: inout [UInt8], at index: Int) {
        func byte(_ share: Float) -> UInt8 { UInt8(max(0, min(255, (share * 255).rounded()))) }
        (pixels[4 * index], pixels[4 * index + 1]) = (byte(red), byte(green))
        (pixels[4 * index + 2], pixels[4 * index + 3]) = (byte(blue), byte(alpha))
    }
}

extension HeightField.Grid {
    func height(ofCell index: Int) -> Float {
        heights[(index / cells + border) * side + index % cells + border]
    }

    /// Between the four heights around a place, in cells from the first.
    @inline(__always)
    func height(_ x: Float, _ y: Float) -> Float {
        let (column, row) = (Int(x), Int(y))
        return height(column, row, across: x - Float(column), down: y - Float(row))
    }

    /// Calls `body` with each cell of the tile and how much the ground rises to the east and to the south there, metres by metre
    /// (Horn).
    func forEachSlope(_ body: (Int, Float, Float) -> Void) {
        let scale = Float(1 / (8 * spacing))
        for row in 0..<cells {
            for column in 0..<cells {
                let at = (row + border) * side + column + border
                let (north, south) = (at - side, at + side)
                let east =
                    heights[north + 1] + 2 * heights[at + 1] + heights[south + 1] - heights[north - 1]
                    - 2 * heights[at - 1] - heights[south - 1]
                let down =
                    heights[south - 1] + 2 * heights[south] + heights[south + 1] - heights[north - 1]
                    - 2 * heights[north] - heights[north + 1]
                guard east.isFinite, down.isFinite else { continue }
                body(row * cells + column, east * scale, down * scale)
            }
        }
    }
}

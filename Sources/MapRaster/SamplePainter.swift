// SPDX-License-Identifier: MIT
internal import CDeflate
import Libc
import MapCore
import MapGeo
package import MapImages

/// How the values of a raster become colors.
package struct RasterOptions: Hashable, Sendable {
    /// What is black and what is white.
    package enum Stretch: Hashable, Sendable {
        /// Values are colors as they are: 0 to 255, or to the highest that samples can have.
        case none
        /// So many percent of the values are darker than black, and as many as 100 less the second brighter than white.
        case percent(Double, Double)
        case range(Double, Double)
    }

    /// A value and its color.
    package struct Stop: Hashable, Sendable {
        package var value: Double
        package var color: Color

        package init(value: Double, color: Color) {
            (self.value, self.color) = (value, color)
        }
    }

    /// Bands for red, green and blue, or one, from 1; nil for those that the file says.
    package var bands: [Int]?
    /// Nil for none where samples have 8 bits, else 2 to 98 percent.
    package var stretch: Stretch?
    /// The colors of a single band, by ascending values; those between two are mixed.
    package var colors: [Stop] = []
    /// The colors of a single band from black to white, evenly spaced, where no values are given for them.
    package var ramp: [Color] = []

    /// True where colors are given for the values of one band.
    var hasColors: Bool { !colors.isEmpty || !ramp.isEmpty }

    package init() {}

    func check(_ raster: GeoTIFF) throws(Diagnostic) {
        guard let bands, !bands.allSatisfy({ (1...raster.bandCount).contains($0) }) else { return }
        throw Diagnostic(
            code: .rasterUnsupported, file: raster.path,
            expected: raster.bandCount == 1 ? "band 1" : "bands from 1 to \(raster.bandCount)",
            found: "\(bands.map(String.init).joined(separator: ", "))")
    }
}

/// Paints what was sampled of one raster.
struct SamplePainter: Sendable {
    let raster: GeoTIFF
    let options: RasterOptions
    /// Numbers from 0, one or three.
    let bands: [Int]
    /// What becomes black and white, for each of the bands; empty where a palette or colors say it.
    private let ranges: [ClosedRange<Double>]
    /// The colors of a single band, by ascending values.
    private let stops: [RasterOptions.Stop]

    init(_ raster: GeoTIFF, _ options: RasterOptions) throws(Diagnostic) {
        (self.raster, self.options) = (raster, options)
        let main = raster.main
        try options.check(raster)
        if let asked = options.bands {
            bands = asked.count == 3 && !options.hasColors ? asked.map { $0 - 1 } : [asked[0] - 1]
        } else {
            let isColor = raster.bandCount >= 3 && !raster.hasPalette && !options.hasColors
            bands = isColor ? [0, 1, 2] : [0]
        }
        let isIndexed = raster.hasPalette && options.bands == nil && options.ramp.isEmpty
        guard options.colors.isEmpty, !isIndexed else {
            (ranges, stops) = ([], options.colors)
            return
        }
        let whole = main.sampleFormat == 3 ? 0...1 : 0...Double((1 << min(32, main.bits)) - 1)
        let found: [ClosedRange<Double>]
        switch options.stretch ?? (main.bits <= 8 ? RasterOptions.Stretch.none : .percent(2, 98)) {
        case .none: found = bands.map { raster.values(whole, band: $0) }
        case .range(let low, let high): found = bands.map { _ in low...max(low, high) }
        case .percent(let low, let high):
            let sample = try raster.sample(bands: bands)
            found = bands.indices.map { [bands] in
                sample.range(band: $0, low / 100, high / 100) ?? raster.values(whole, band: bands[$0])
            }
        }
        stops = Self.stops(options.ramp, over: found[0])
        ranges = stops.isEmpty ? found : []
    }

    private static func stops(_ ramp: [Color], over range: ClosedRange<Double>) -> [RasterOptions.Stop] {
        let width = range.upperBound - range.lowerBound
        return ramp.enumerated().map { index, color in
            let share = Double(index) / Double(max(1, ramp.count - 1))
            return RasterOptions.Stop(value: range.lowerBound + width * share, color: color)
        }
    }

    /// Numbers of a palette are not mixed.
    var isNearest: Bool { raster.hasPalette && ranges.isEmpty && stops.isEmpty }

    /// Paints a tile below what is there: red, green, blue and opacity of each pixel, not premultiplied. Only those without opacity
    /// are painted.
    func paint(_ tile: WarpedTile, below pixels: inout [UInt8]) {
        let inverted = raster.main.photometric == 0
        if isPlainColor { return paintColors(tile, below: &pixels) }
        for index in tile.opacity.indices where tile.opacity[index] > 0 && pixels[4 * index + 3] == 0 {
            var color: (UInt8, UInt8, UInt8)
            var opacity = Double(tile.opacity[index])
            let start = index * tile.bands
            if isNearest {
                let entry = Int(max(0, tile.values[start]))
                guard entry < raster.main.colorMap.count else { continue }
                color = raster.main.colorMap[entry]
            } else if !stops.isEmpty {
                let mixed = Self.color(Double(tile.values[start]), stops)
                func byte(_ share: Double) -> UInt8 { UInt8(max(0, min(255, (share * 255).rounded()))) }
                color = (byte(mixed.red), byte(mixed.green), byte(mixed.blue))
                opacity *= mixed.alpha
            } else if tile.bands >= 3 {
                color = (
                    byte(tile.values[start], 0), byte(tile.values[start + 1], 1), byte(tile.values[start + 2], 2)
                )
            } else {
                let gray = byte(tile.values[start], 0)
                color = (gray, gray, gray)
            }
            if inverted, stops.isEmpty { color = (255 - color.0, 255 - color.1, 255 - color.2) }
            (pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]) = color
            pixels[4 * index + 3] = UInt8(max(1, min(255, (opacity * 255).rounded())))
        }
    }

    /// True for three bands of bytes as they are.
    var isPlainColor: Bool {
        bands.count == 3 && ranges.count == 3 && ranges.allSatisfy { $0 == 0...255 } && raster.main.photometric != 0
    }

    private func paintColors(_ tile: WarpedTile, below pixels: inout [UInt8]) {
        @inline(__always)
        func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
        for index in tile.opacity.indices where tile.opacity[index] > 0 && pixels[4 * index + 3] == 0 {
            let start = index * tile.bands
            pixels[4 * index] = byte(tile.values[start])
            pixels[4 * index + 1] = byte(tile.values[start + 1])
            pixels[4 * index + 2] = byte(tile.values[start + 2])
            pixels[4 * index + 3] = UInt8(max(1, min(255, tile.opacity[index] * 255 + 0.5)))
        }
    }

    @inline(__always)
    private func byte(_ value: Float, _ band: Int) -> UInt8 {
        let range = ranges[band]
        let width = range.upperBound - range.lowerBound
        let share = width > 0 ? (Double(value) - range.lowerBound) / width : 0
        return share > 0 ? UInt8(min(255, (share * 255).rounded())) : 0
    }

    private static func color(_ value: Double, _ stops: [RasterOptions.Stop]) -> Color {
        let after = stops.partitioningIndex { $0.value >= value }
        guard after < stops.count else { return stops[stops.count - 1].color }
        guard after > 0 else { return stops[0].color }
        let (a, b) = (stops[after - 1], stops[after])
        let share = b.value > a.value ? (value - a.value) / (b.value - a.value) : 1
        func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * share }
        return Color(
            red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
            blue: mix(a.color.blue, b.color.blue), alpha: mix(a.color.alpha, b.color.alpha))
    }
}

/// Values from all over a raster, by which it is stretched.
struct RasterSample: Sendable {
    /// Of each band, ascending.
    private let values: [[Float]]

    init(_ window: GeoTIFF.Window) {
        let count = window.width * window.height
        values = (0..<window.bands).map { band in
            (0..<count).compactMap { position -> Float? in
                guard window.opacity.isEmpty || window.opacity[position] > 0 else { return nil }
                let value = window.values[position * window.bands + band]
                return value.isFinite ? value : nil
            }.sorted()
        }
    }

    /// The values at two shares of all of them; nil where there are none.
    func range(band: Int, _ low: Double, _ high: Double) -> ClosedRange<Double>? {
        let sorted = values[band]
        guard let last = sorted.last else { return nil }
        func value(_ share: Double) -> Double {
            Double(sorted[min(sorted.count - 1, Int(max(0, min(1, share)) * Double(sorted.count)))])
        }
        return value(low) < value(high) ? value(low)...value(high) : Double(sorted[0])...Double(last)
    }
}

extension GeoTIFF {
    /// Of so many pixels along each side, from the smallest form of the raster that has them.
    private static let sampleSide = 512

    func sample(bands: [Int]) throws(Diagnostic) -> RasterSample {
        let fine = levels.last { max($0.width, $0.height) >= Self.sampleSide } ?? levels[0]
        let step = max(1, max(fine.width, fine.height) / Self.sampleSide)
        return RasterSample(
            try window(fine, columns: 0..<fine.width, rows: 0..<fine.height, step: step, bands: bands))
    }
}

/// A PNG of red, green, blue and opacity that is not compressed: what is drawn at once is not worth the time.
func storedPNG(side: Int, _ pixels: [UInt8]) -> [UInt8] {
    func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
    var rows: [UInt8] = []
    rows.reserveCapacity(side * (4 * side + 1))
    for row in 0..<side {
        rows.append(0)
        rows += pixels[4 * side * row..<4 * side * (row + 1)]
    }
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(rows.count + rows.count / 4096 + 64)
    let largest = 65535
    for start in stride(from: 0, to: rows.count, by: largest) {
        let count = min(largest, rows.count - start)
        stream.append(start + count == rows.count ? 1 : 0)
        for number in [count, ~count] {
            stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        }
        stream += rows[start..<start + count]
    }
    let sum = rows.withUnsafeBufferPointer { libdeflate_adler32(1, $0.baseAddress, $0.count) }
    stream += bigEndian(sum)

    var file = PNGWriter(capacity: stream.count + 64)
    file.chunk("IHDR") { $0 += bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [8, 6, 0, 0, 0] }
    file.chunk("IDAT") { $0 = stream }
    file.chunk("IEND") { _ in }
    return file.bytes
}

// SPDX-License-Identifier: MIT
import Libc
import MapCore
import Synchronization

/// A raster with a place on the Earth, read in blocks: a GeoTIFF, or a file of heights.
///
/// Only the blocks that somebody asks for are read, from the smallest form of the raster (overview) that is fine enough.
///
/// - SeeAlso: TIFF 6.0, GeoTIFF 1.1 (OGC 19-008r4), Cloud Optimized GeoTIFF 1.0 (OGC 21-026).
final class GeoTIFF: Sendable {
    /// The raster at one resolution.
    struct Level: Sendable {
        var directory: TIFFDirectory
        /// Of a smaller form without one, that of the raster.
        var mask: TIFFDirectory?
        /// Of the file's own readers, or those of the overviews beside it.
        var isExternal = false
        var isMaskExternal = false
        var width: Int { directory.width }
        var height: Int { directory.height }
    }

    /// The values of a part of a level: bands of a pixel stand together.
    struct Window: Sendable {
        var width: Int
        var height: Int
        var bands: Int
        var values: [Float]
        /// 0 where there is no data, else how opaque a pixel is; empty where all are whole.
        var opacity: [Float]
    }

    let path: String
    let position: RasterPosition
    /// The first is the raster itself, others are smaller.
    let levels: [Level]
    /// Bands of color or of values, without those of opacity.
    let bandCount: Int
    let noData: Float?
    /// What makes the values of bands, by their numbers from 0, out of the numbers of the file, where these are others.
    private let scales: [Int: BandMetadata.Scale]
    /// Of a unit of the first band, where it has heights.
    let metres: Double
    /// The band that says how opaque pixels are.
    let alphaBand: Int?
    private let isPremultiplied: Bool
    /// Nil for a TIFF.
    private let heightFile: HeightFile?
    private let readers: Mutex<[TIFFReader]>
    private let externalReaders: Mutex<[TIFFReader]>
    private let blocks: SharedCache<BlockKey, [UInt8]>

    private struct BlockKey: Hashable {
        var offset: UInt64
        var isExternal: Bool
        var number: Int
    }

    /// Bytes of unpacked blocks that are kept of a raster.
    private static let blockCache = 24 << 20
    /// Threads of one map, or so.
    private static let maxReaders = 16
    /// That one window may touch.
    private static let maxBlocks = 1 << 18
    /// So that what scales make of numbers has a place among 32 bits.
    private static let largestValue = Double(Float.greatestFiniteMagnitude)
    /// The parts of one view are read in windows of at most so many pixels.
    static let maxWindow = 1 << 24

    var main: TIFFDirectory { levels[0].directory }
    var hasPalette: Bool { !main.colorMap.isEmpty }

    /// Opens a TIFF, or a file of heights by its name.
    convenience init(_ path: String) throws(Diagnostic) {
        if HeightFile.matches(path) {
            try self.init(HeightFile(path))
        } else {
            try self.init(tiff: path)
        }
    }

    private init(_ file: HeightFile) throws(Diagnostic) {
        path = file.path
        position = try RasterPosition(file.tags, file: path)
        levels = [Level(directory: file.directory)]
        (bandCount, alphaBand, isPremultiplied) = (1, nil, false)
        noData = Float(file.tags.noData)
        (scales, metres) = ([:], 1)
        heightFile = file
        readers = Mutex([])
        externalReaders = Mutex([])
        blocks = SharedCache(limit: Self.blockCache)
    }

    private init(tiff path: String) throws(Diagnostic) {
        let reader = try TIFFReader(path)
        let tags = reader.geographicTags()
        let found = try reader.directories()
        guard let main = found.first else { throw reader.problem("the file has no raster") }
        try Self.check(main, reader, path)
        self.path = path
        position = try RasterPosition(tags, file: path)
        noData = Float(trimmed(tags.noData))
        let metadata = BandMetadata(tags.metadata)
        // Numbers of a palette are no measure.
        scales = main.colorMap.isEmpty ? metadata.scales : [:]
        metres = metadata.metres ?? position.metres ?? 1

        let alpha = main.extraSamples.firstIndex { $0 == 1 || $0 == 2 }
        let colors = main.bands - main.extraSamples.count
        alphaBand = alpha.map { colors + $0 }.flatMap { $0 > 0 && $0 < main.bands ? $0 : nil }
        isPremultiplied = alpha.map { main.extraSamples[$0] == 1 } ?? false
        bandCount = main.bands - (alphaBand == nil ? 0 : 1)

        let own = [main] + found.dropFirst().filter { $0.isReduced && !$0.isMask && $0.fits(main) }
        var levels = Self.levels(own, in: found, isExternal: false)
        var external: [TIFFReader] = []
        if levels.count == 1, fileExists(path + ".ovr"), WorkContext.current.files.permits(path + ".ovr") {
            let reader = try TIFFReader(path + ".ovr")
            let found = try reader.directories()
            levels += Self.levels(found.filter { !$0.isMask && $0.fits(main) }, in: found, isExternal: true)
            external = [reader]
        }
        for index in levels.indices where levels[index].mask == nil { levels[index].mask = levels[0].mask }
        self.levels = levels.sorted { $0.width > $1.width }
        heightFile = nil
        readers = Mutex([reader])
        externalReaders = Mutex(external)
        blocks = SharedCache(limit: Self.blockCache)
    }

    /// Forms of the raster with the masks that a file has of their size.
    private static func levels(
        _ directories: [TIFFDirectory], in found: [TIFFDirectory], isExternal: Bool
    ) -> [Level] {
        directories.map { directory in
            let mask = found.last { mask in
                mask.isMask && mask.bands == 1 && (mask.bits == 1 || mask.bits == 8) && mask.width == directory.width
                    && mask.height == directory.height
            }
            return Level(
                directory: directory, mask: mask, isExternal: isExternal, isMaskExternal: isExternal && mask != nil)
        }
    }

    private static func check(_ d: TIFFDirectory, _ reader: TIFFReader, _ path: String) throws(Diagnostic) {
        guard reader.canUnpack(d) else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path,
                "the raster is packed by a method (\(d.compression)) that is not read",
                hint: "pack it otherwise: gdal_translate -of COG -co COMPRESS=DEFLATE \(path) other.tif")
        }
        let known: Set<Int> =
            d.sampleFormat == 3 ? [32, 64] : d.sampleFormat == 2 ? [8, 16, 32] : [1, 2, 4, 8, 16, 32]
        guard (1...3).contains(d.sampleFormat), known.contains(d.bits), d.bits >= 8 || d.bands == 1 else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path,
                expected: "integers of up to 32 bits, or floating point of 32 or 64",
                found: "samples of \(d.bits) bits")
        }
        guard ![5, 8, 9].contains(d.photometric) else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path, expected: "gray, a palette, or red, green and blue",
                found: d.photometric == 5 ? "CMYK" : "CIE L*a*b*")
        }
    }

    /// Unpacked bytes of a block, from the cache or from the file.
    private func block(_ d: TIFFDirectory, isExternal: Bool, number: Int, rows: Int) throws(Diagnostic) -> [UInt8] {
        let key = BlockKey(offset: d.offset, isExternal: isExternal, number: number)
        return try blocks.value(for: key, cost: \.count) { () throws(Diagnostic) in
            if let heightFile { return try heightFile.block(number: number, rows: rows) }
            return try unpackedBlock(d, isExternal: isExternal, number: number, rows: rows)
        }
    }

    private func unpackedBlock(
        _ d: TIFFDirectory, isExternal: Bool, number: Int, rows: Int
    ) throws(Diagnostic) -> [UInt8] {
        let idle = isExternal ? externalReaders.withLock { $0.popLast() } : readers.withLock { $0.popLast() }
        let reader = if let idle { idle } else { try TIFFReader(isExternal ? path + ".ovr" : path) }
        let bytes = try reader.block(d, number: number, rows: rows)
        if isExternal {
            externalReaders.withLock { if $0.count < Self.maxReaders { $0.append(reader) } }
        } else {
            readers.withLock { if $0.count < Self.maxReaders { $0.append(reader) } }
        }
        return bytes
    }

    /// Reads a part of a level: every `step`-th of some columns and rows, which lie within the level, and of the bands with some
    /// numbers from 0, in this order.
    func window(
        _ level: Level, columns: Range<Int>, rows: Range<Int>, step: Int = 1, bands: [Int]
    ) throws(Diagnostic) -> Window {
        let (width, height) = ((columns.count + step - 1) / step, (rows.count + step - 1) / step)
        var window = Window(
            width: width, height: height, bands: bands.count,
            values: [Float](repeating: 0, count: width * height * bands.count), opacity: [])
        let grid = SampleGrid(columns: columns, rows: rows, step: step)
        if level.directory.isPlanar {
            for (index, band) in bands.enumerated() {
                try read(
                    level.directory, level.isExternal, bands: [band], grid, into: &window.values, index, bands.count)
            }
        } else {
            try read(level.directory, level.isExternal, bands: bands, grid, into: &window.values, 0, bands.count)
        }
        try readOpacity(level, grid, bands, &window)
        for (index, band) in bands.enumerated() {
            guard let scale = scales[band] else { continue }
            for at in stride(from: index, to: window.values.count, by: bands.count) {
                let value = scale.value(Double(window.values[at]))
                window.values[at] = Float(max(-Self.largestValue, min(Self.largestValue, value)))
            }
        }
        return window
    }

    /// A range of the numbers that a band has in the file, as its values.
    func values(_ range: ClosedRange<Double>, band: Int) -> ClosedRange<Double> {
        guard let scale = scales[band] else { return range }
        let (a, b) = (scale.value(range.lowerBound), scale.value(range.upperBound))
        return min(a, b)...max(a, b)
    }

    private func readOpacity(
        _ level: Level, _ grid: SampleGrid, _ bands: [Int], _ window: inout Window
    ) throws(Diagnostic) {
        let count = window.width * window.height
        func whole() { if window.opacity.isEmpty { window.opacity = [Float](repeating: 1, count: count) } }
        if let alphaBand {
            whole()
            let full = main.sampleFormat == 3 ? 1 : Float((1 << main.bits) - 1)
            try read(level.directory, level.isExternal, bands: [alphaBand], grid, into: &window.opacity, 0, 1)
            for position in 0..<count { window.opacity[position] = max(0, min(1, window.opacity[position] / full)) }
        }
        if let mask = level.mask {
            whole()
            var kept = [Float](repeating: 0, count: count)
            try read(mask, of: level, grid, into: &kept)
            for position in 0..<count where kept[position] == 0 { window.opacity[position] = 0 }
        }
        let isFloating = main.sampleFormat == 3
        if noData != nil || isFloating {
            let width = bands.count
            for position in 0..<count {
                let isEmpty = (0..<width).allSatisfy { band in
                    let value = window.values[position * width + band]
                    return value == noData || !value.isFinite
                }
                guard isEmpty else { continue }
                whole()
                window.opacity[position] = 0
            }
        }
        if isPremultiplied {
            for position in 0..<count where window.opacity[position] > 0 {
                for band in 0..<bands.count {
                    window.values[position * bands.count + band] /= window.opacity[position]
                }
            }
        }
    }

    /// Reads the mask of a level: of one that is larger, the pixels in the middles of the level's or close to them.
    private func read(
        _ mask: TIFFDirectory, of level: Level, _ grid: SampleGrid, into kept: inout [Float]
    ) throws(Diagnostic) {
        func places(_ whole: Range<Int>, _ length: Int, of full: Int) -> [Int] {
            let scale = Double(full) / Double(length)
            return stride(from: whole.lowerBound, to: whole.upperBound, by: grid.step).map {
                min(full - 1, Int((Double($0) + 0.5) * scale))
            }
        }
        let columns = places(grid.columns, level.width, of: mask.width)
        let rows = places(grid.rows, level.height, of: mask.height)
        guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
            return
        }
        let scale = (Double(mask.width) / Double(level.width)).rounded()
        let step = grid.step * max(1, Int(scale))
        let fine = SampleGrid(columns: left..<right + 1, rows: top..<bottom + 1, step: step)
        var found = [Float](repeating: 0, count: fine.width * fine.height)
        try read(mask, level.isMaskExternal, bands: [0], fine, into: &found, 0, 1)
        for (y, row) in rows.enumerated() {
            for (x, column) in columns.enumerated() {
                kept[y * columns.count + x] = found[(row - top) / step * fine.width + (column - left) / step]
            }
        }
    }

    /// The pixels of a window within a level.
    private struct SampleGrid {
        var columns: Range<Int>
        var rows: Range<Int>
        var step: Int
        var width: Int { (columns.count + step - 1) / step }
        var height: Int { (rows.count + step - 1) / step }

        /// The first sample at or after a column or row, and that after the last one before an end.
        func range(_ whole: Range<Int>, _ block: Range<Int>) -> Range<Int> {
            let part = block.clamped(to: whole)
            let first = (part.lowerBound - whole.lowerBound + step - 1) / step
            let end = (part.upperBound - whole.lowerBound + step - 1) / step
            return first..<max(first, end)
        }
    }

    /// Three bands of a part of a level, as they are; nil for a raster whose samples are not the bytes of colors, or of which some may have
    /// no data.
    func colors(
        _ level: Level, columns: Range<Int>, rows: Range<Int>, bands: [Int]
    ) throws(Diagnostic) -> [UInt8]? {
        let d = level.directory
        guard d.bits == 8, d.sampleFormat == 1, !d.isPlanar, level.mask == nil, noData == nil, alphaBand == nil,
            scales.isEmpty, bands.count == 3, heightFile == nil
        else { return nil }
        let width = columns.count
        var colors = [UInt8](repeating: 0, count: width * rows.count * 3)
        let grid = SampleGrid(columns: columns, rows: rows, step: 1)
        let isWhole = d.bands == 3 && bands == [0, 1, 2]
        try forEachBlock(d, level.isExternal, band: 0, grid) { bytes, left, top, x, y in
            colors.withUnsafeMutableBytes { colors in
                for line in y {
                    let start =
                        ((rows.lowerBound + line - top) * d.blockWidth + columns.lowerBound + x.lowerBound - left)
                        * d.bands
                    let end = start + x.count * d.bands
                    guard end <= bytes.count else { return }
                    let place = (line * width + x.lowerBound) * 3
                    guard !isWhole else {
                        colors[place..<place + 3 * x.count].copyBytes(from: bytes[start..<end])
                        continue
                    }
                    for pixel in 0..<x.count {
                        for (band, offset) in bands.enumerated() {
                            colors[place + 3 * pixel + band] = bytes[start + pixel * d.bands + offset]
                        }
                    }
                }
            }
        }
        return colors
    }

    /// Reads bands, of which planar rasters give one at a time, into the pixels of a grid, each of which has `stride` values; that of
    /// the first band is the one with the number `first`.
    private func read(
        _ d: TIFFDirectory, _ isExternal: Bool, bands: [Int], _ grid: SampleGrid, into values: inout [Float],
        _ first: Int, _ stride: Int
    ) throws(Diagnostic) {
        let samples = d.isPlanar ? 1 : d.bands
        let offsets = d.isPlanar ? [0] : bands
        let rowBytes = (d.blockWidth * samples * d.bits + 7) / 8
        let empty = d.isMask ? 0 : noData ?? 0
        try forEachBlock(d, isExternal, band: bands[0], grid) { bytes, left, top, x, y in
            let source = SampleSource(bits: d.bits, format: d.sampleFormat, empty: empty, bytes: bytes)
            for line in y {
                let start = (grid.rows.lowerBound + line * grid.step - top) * rowBytes
                for (index, offset) in offsets.enumerated() {
                    var at = (grid.columns.lowerBound + x.lowerBound * grid.step - left) * samples + offset
                    var place = (line * grid.width + x.lowerBound) * stride + first + index
                    for _ in x {
                        values[place] = source.value(row: start, sample: at)
                        at += grid.step * samples
                        place += stride
                    }
                }
            }
        }
    }

    /// Calls `body` with the bytes of each block that has pixels of a grid, its first column and row, and which pixels these are.
    private func forEachBlock(
        _ d: TIFFDirectory, _ isExternal: Bool, band: Int, _ grid: SampleGrid,
        _ body: (UnsafeRawBufferPointer, _ left: Int, _ top: Int, _ x: Range<Int>, _ y: Range<Int>) -> Void
    ) throws(Diagnostic) {
        guard !grid.columns.isEmpty, !grid.rows.isEmpty else { return }
        let across = (grid.columns.upperBound - 1) / d.blockWidth - grid.columns.lowerBound / d.blockWidth + 1
        let down = (grid.rows.upperBound - 1) / d.blockHeight - grid.rows.lowerBound / d.blockHeight + 1
        guard max(across, down) <= Self.maxBlocks, across * down <= Self.maxBlocks else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path, "the view needs more blocks of the raster than are read",
                hint: "add smaller forms of it: gdaladdo -r average \(path)")
        }
        for row in grid.rows.lowerBound / d.blockHeight...(grid.rows.upperBound - 1) / d.blockHeight {
            for column in grid.columns.lowerBound / d.blockWidth...(grid.columns.upperBound - 1) / d.blockWidth {
                guard !WorkContext.isCancelled else { return }
                let (left, top) = (column * d.blockWidth, row * d.blockHeight)
                let x = grid.range(grid.columns, left..<left + d.blockWidth)
                let y = grid.range(grid.rows, top..<top + d.blockHeight)
                guard !x.isEmpty, !y.isEmpty else { continue }
                let blockRows = d.isTiled ? d.blockHeight : min(d.blockHeight, d.height - top)
                var number = row * d.columns + column
                if d.isPlanar { number += band * d.columns * d.rows }
                let bytes = try block(d, isExternal: isExternal, number: number, rows: blockRows)
                bytes.withUnsafeBytes { body($0, left, top, x, y) }
            }
        }
    }
}

/// The samples of a block.
private struct SampleSource {
    let bits: Int
    let format: Int
    /// The value of blocks without bytes.
    let empty: Float
    let bytes: UnsafeRawBufferPointer

    /// The sample of a number in the row that begins at an offset.
    @inline(__always)
    func value(row: Int, sample: Int) -> Float {
        let at = row + sample * bits / 8
        guard at + max(1, bits / 8) <= bytes.count else { return empty }
        switch (bits, format) {
        case (8, 2): return Float(bytes.loadUnaligned(fromByteOffset: at, as: Int8.self))
        case (8, _): return Float(bytes[at])
        case (16, 2): return Float(bytes.loadUnaligned(fromByteOffset: at, as: Int16.self))
        case (16, _): return Float(bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self))
        case (32, 3): return bytes.loadUnaligned(fromByteOffset: at, as: Float.self)
        case (32, 2): return Float(bytes.loadUnaligned(fromByteOffset: at, as: Int32.self))
        case (32, _): return Float(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        case (64, _): return Float(bytes.loadUnaligned(fromByteOffset: at, as: Double.self))
        default:
            // Several samples share a byte, the first in its highest bits.
            let shift = 8 - bits - sample * bits % 8
            return Float(Int(bytes[at]) >> shift & ((1 << bits) - 1))
        }
    }
}

extension TIFFDirectory {
    /// True for a smaller form of a raster.
    fileprivate func fits(_ main: TIFFDirectory) -> Bool {
        bands == main.bands && bits == main.bits && sampleFormat == main.sampleFormat && width <= main.width
            && height <= main.height && width > 0 && height > 0
    }
}

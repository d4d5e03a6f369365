// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
package import MapImages
import Synchronization

/// Paints a drawing into pixels.
///
/// The output is divided into horizontal bands, each with a cairo surface over its own rows of one buffer, which
/// threads process in parallel. The bytes are the same for any number of threads: what cairo paints is painted in the same
/// bands always.
package struct RasterPainter: Sendable {
    /// The maximum width and height, in pixels.
    package static let maxSide = CairoSurface.maxSide

    private let baseMaps: PaintedBaseMaps?
    private let shapes: PaintedShapes?

    /// - Parameters:
    ///   - baseMaps: those of earlier drawings; nil to keep none.
    ///   - shapes: those of earlier drawings; nil to keep none.
    package init(baseMaps: PaintedBaseMaps? = nil, shapes: PaintedShapes? = nil) {
        self.baseMaps = baseMaps
        self.shapes = shapes
    }

    /// Paints on a transparent background, on up to `threads` threads including the calling one.
    ///
    /// - Parameters:
    ///   - drawing: what is painted.
    ///   - threads: how many threads paint, at most.
    ///   - area: the part of the drawing that is painted; nil for all of it.
    /// - Returns: the pixels of the area.
    /// - Throws: when the drawing or the area is empty or too large, or cairo reports an error.
    package func paint(_ drawing: Drawing, threads: Int, area: PixelRect? = nil) throws(CairoError) -> Bitmap {
        try paint(drawing, threads: threads, area: area, inBandsFor: threads)
    }

    /// - Parameters:
    ///   - drawing: what is painted.
    ///   - threads: how many threads paint, at most.
    ///   - area: the part of the drawing that is painted; nil for all of it.
    ///   - suited: the number of threads that the bands suit.
    /// - Returns: the pixels of the area.
    /// - Throws: when the drawing or the area is empty or too large, or cairo reports an error.
    package func paint(
        _ drawing: Drawing, threads: Int, area: PixelRect? = nil, inBandsFor suited: Int
    ) throws(CairoError) -> Bitmap {
        try Self.check(drawing)
        let (threads, suited) = (max(1, min(threads, 64)), max(1, min(suited, 64)))
        var baseMap: PaintedBaseMaps.BaseMap?
        if area == nil {
            baseMap = try baseMaps?.baseMap(of: drawing) { lower throws(CairoError) in
                try paint(lower, threads: threads, Self.runs(lower, threads: suited))
            }
        }
        let runs = Self.runs(drawing, from: baseMap?.count ?? 0, threads: suited)
        return try paint(drawing, threads: threads, runs, area: area, over: baseMap)
    }

    /// - Parameters:
    ///   - drawing: what is painted.
    ///   - threads: how many threads paint, at most.
    ///   - bandHeight: the rows of each band.
    /// - Returns: all pixels.
    /// - Throws: when the drawing is empty or too large, or cairo reports an error.
    package func paint(_ drawing: Drawing, threads: Int, bandHeight: Int) throws(CairoError) -> Bitmap {
        try Self.check(drawing)
        let rows = RowBands(height: drawing.height, bandHeight: bandHeight)
        return try paint(drawing, threads: threads, [PaintRun(items: drawing.items.indices, rows: rows)])
    }

    /// Rejects drawings that are empty or too large.
    static func check(_ drawing: Drawing) throws(CairoError) {
        guard (1...Self.maxSide).contains(drawing.width), (1...Self.maxSide).contains(drawing.height) else {
            throw CairoError(
                "paint \(drawing.width) × \(drawing.height) pixels",
                reason: "width and height must be 1...\(Self.maxSide) pixels")
        }
    }

    private func paint(
        _ drawing: Drawing, threads: Int, _ runs: [PaintRun], area: PixelRect? = nil,
        over baseMap: PaintedBaseMaps.BaseMap? = nil
    ) throws(CairoError) -> Bitmap {
        let whole = PixelRect(minX: 0, minY: 0, maxX: drawing.width, maxY: drawing.height)
        let painted = area.map(whole.intersection) ?? whole
        guard !painted.isEmpty else { throw CairoError("paint a part of a drawing", reason: "it lies outside") }
        let (width, height) = (painted.width, painted.height)
        let needed = runs.map { $0.rows.range(painted.minY, painted.maxY) }
        let bandCount = needed.reduce(0) { $0 + $1.count }
        let downscaled = DownscaledBitmaps()
        let figures = FigureIndexCache()
        // Of masks, cleared, one for each thread.
        let memories = Mutex<[[UInt8]]>([])
        let failure = Mutex<CairoError?>(nil)
        let opaque = Atomic(true)
        let progress = WorkContext.current.progress
        let done = Atomic(0)

        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            // Each band is painted by one thread, and no two bands of a run share a row.
            nonisolated(unsafe) let rows = buffer
            for (number, (run, needed)) in zip(runs, needed).enumerated() {
                let bands = BandIndex(drawing, run.rows, run.items)
                parallelLoop(count: needed.count, threads: threads) { index in
                    let band = needed.lowerBound + index
                    let area = bands.area(of: band).intersection(painted)
                    let (top, bottom) = (area.minY - painted.minY, area.maxY - painted.minY)
                    let bandPixels = UnsafeMutableBufferPointer(rebasing: rows[top * width..<bottom * width])
                    var items = bands.items(of: band)[...]
                    let lowest = items.first.map { drawing.items[$0].mark }
                    if number > 0 {
                        // Painted by the run before.
                    } else if let baseMap {
                        _ = bandPixels.initialize(fromContentsOf: baseMap.bitmap.pixels[top * width..<bottom * width])
                    } else if let pixel = lowest?.pixel(filling: area) {
                        bandPixels.initialize(repeating: pixel)
                        items.removeFirst()
                    } else if let (bitmap, corner) = lowest?.image(filling: area) {
                        for y in 0..<area.height {
                            let start = (area.minY + y - corner.y) * bitmap.width + area.minX - corner.x
                            _ = bandPixels[y * width..<(y + 1) * width]
                                .initialize(fromContentsOf: bitmap.pixels[start..<start + width])
                        }
                        items.removeFirst()
                    } else {
                        bandPixels.initialize(repeating: 0)
                    }
                    guard !WorkContext.isCancelled else { return }
                    var memory = memories.withLock { $0.popLast() } ?? []
                    do throws(CairoError) {
                        try BandPainter.paint(
                            items, of: drawing, area, into: bandPixels, downscaled, figures, shapes, &memory)
                    } catch {
                        failure.withLock { $0 = $0 ?? error }
                    }
                    memories.withLock { $0.append(memory) }
                    if number == runs.count - 1, !PremultipliedPixel.areOpaque(UnsafeBufferPointer(bandPixels)) {
                        opaque.store(false, ordering: .relaxed)
                    }
                    progress?.advance(done.wrappingAdd(1, ordering: .relaxed).newValue, of: bandCount)
                }
            }
            count = width * height
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: opaque.load(ordering: .relaxed))
    }
}

/// The items that touch each horizontal band of a drawing.
package struct BandIndex: Sendable {
    private let width: Int
    private let rows: RowBands
    /// For each band, ascending indices in `Drawing.items`.
    private let itemIndices: [[Int]]

    package init(_ drawing: Drawing, bandHeight: Int) {
        self.init(drawing, RowBands(height: drawing.height, bandHeight: bandHeight), drawing.items.indices)
    }

    /// - Parameters:
    ///   - drawing: whose items.
    ///   - rows: all of the drawing.
    ///   - items: those that count.
    init(_ drawing: Drawing, _ rows: RowBands, _ items: Range<Int>) {
        (width, self.rows) = (drawing.width, rows)
        let output = PixelRect(minX: 0, minY: 0, maxX: drawing.width, maxY: drawing.height)
        var itemIndices = [[Int]](repeating: [], count: rows.count)
        for index in items {
            let area = output.touched(by: drawing.items[index].bounds)
            guard !area.isEmpty else { continue }
            for band in rows.range(area.minY, area.maxY) { itemIndices[band].append(index) }
        }
        self.itemIndices = itemIndices
    }

    package var count: Int { itemIndices.count }

    package func area(of band: Int) -> PixelRect {
        PixelRect(minX: 0, minY: rows[band].lowerBound, maxX: width, maxY: rows[band].upperBound)
    }

    package func items(of band: Int) -> [Int] { itemIndices[band] }
}

extension Mark {
    /// True for a background of a single color.
    func fills(_ drawing: Drawing) -> Bool {
        pixel(filling: PixelRect(minX: 0, minY: 0, maxX: drawing.width, maxY: drawing.height)) != nil
    }

    /// The pixel that a background has everywhere in an area; nil for other marks.
    fileprivate func pixel(filling area: PixelRect) -> UInt32? {
        guard case .fill(let path, _, .color(let color)) = self, color.isOpaque, let box = path.box,
            box.union(area.rect) == box
        else { return nil }
        return SolidBlender(color, asCairo: true).pixel
    }

    /// The opaque bitmap, and the position of its first pixel, whose pixels are those of an area; nil for other marks.
    fileprivate func image(filling area: PixelRect) -> (bitmap: Bitmap, corner: (x: Int, y: Int))? {
        guard case .image(let image) = self, image.opacity >= 1, image.inverseDepth == nil, image.bitmap.isOpaque,
            let corner = PlacedImage(image.bitmap, image.transform, 1, image.sampling, .pad).wholeOffset
        else { return nil }
        let (right, bottom) = (corner.x + image.bitmap.width, corner.y + image.bitmap.height)
        let isFilled = corner.x <= area.minX && corner.y <= area.minY && right >= area.maxX && bottom >= area.maxY
        return isFilled ? (image.bitmap, corner) : nil
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapVector

/// Writes one drawing in any number of formats; pixels are painted once.
struct OutputWriter {
    /// What is written: a file, and others that belong to it.
    struct Output {
        var bytes: [UInt8]
        var files: [MapSnapshot.File] = []
    }

    let drawing: Drawing
    /// In points.
    let size: Size
    let options: EncodingOptions
    let attribution: String
    let threads: Int
    let painter: RasterPainter
    /// Metadata of the drawn items; made only for formats that write it.
    let metadata: () -> MapMetadata
    /// What the map shows; asked only by formats that write it.
    let description: () -> MapDescription
    /// Where the map lies on the Earth; asked only by formats that write it.
    let georeference: () -> PDFGeoreference?
    /// Where the page is cut; nil for an image that is the map.
    let sheet: PDFSheet?
    private(set) var bitmap: Bitmap?

    init(
        _ drawing: Drawing, size: Size, _ options: EncodingOptions, attribution: String, threads: Int,
        painter: RasterPainter, metadata: @escaping () -> MapMetadata,
        description: @escaping () -> MapDescription, georeference: @escaping () -> PDFGeoreference?,
        sheet: PDFSheet? = nil
    ) {
        self.drawing = drawing
        self.size = size
        self.options = options
        self.attribution = attribution
        self.threads = threads
        self.painter = painter
        self.metadata = metadata
        self.description = description
        self.georeference = georeference
        self.sheet = sheet
    }

    /// An image that is written strip by strip goes to the file, if there is one, and leaves no bytes.
    ///
    /// - Throws: what cairo, an encoder or the file says.
    mutating func write(_ format: OutputFormat, to file: StripFile?, clock: inout PhaseClock) throws -> Output {
        var output = try encoded(format, options.describes ? nil : file, &clock)
        if options.describes, format == .png || format == .png8 {
            let description = description()
            output.bytes = described(
                png: output.bytes, ["Title": description.sentence, "Description": description.paragraph],
                language: description.language)
        }
        return output
    }

    private mutating func encoded(
        _ format: OutputFormat, _ file: StripFile?, _ clock: inout PhaseClock
    ) throws -> Output {
        switch format {
        case .png where isReduced, .png8 where isReduced, .jpeg where isReduced, .webp where isReduced:
            let bitmap = try painted(&clock)
            clock.begin(.encode)
            return Output(bytes: try encode(bitmap, format == .png8 ? .png : format))
        case .png where isLarge && options.compression == .fast, .png8 where isLarge && options.compression == .fast,
            .jpeg where isLarge:
            clock.begin(.paint)
            var bytes: [UInt8] = []
            if let file, file.open() {
                try writeStrips(format, file.write)
            } else {
                try writeStrips(format) { bytes += $0 }
            }
            return Output(bytes: bytes)
        case .png, .png8, .jpeg, .webp:
            let bitmap = try painted(&clock)
            clock.begin(.encode)
            return Output(bytes: try encode(bitmap, format))
        case .svg:
            clock.begin(.encode)
            let words = words
            var svg = SVGOptions(title: words.title, description: words.text, background: options.background)
            svg.text = options.text == .fonts ? .fonts : .outlines
            let metadata = metadata()
            (svg.metadata, svg.bitmapNames) = (metadata.parts, metadata.bitmapNames)
            if let prefix = options.linkedImages { svg.images = .linked(prefix: prefix) }
            let document = try SVGWriter(options: svg).write(drawing)
            return Output(
                bytes: document.bytes, files: document.files.map { MapSnapshot.File(name: $0.name, bytes: $0.bytes) })
        case .pdf:
            clock.begin(.encode)
            let words = words
            let pdf = PDFWriter(
                title: words.title, author: options.author, subject: words.text, background: options.background,
                language: description().language, georeference: georeference(), sheet: sheet)
            return Output(bytes: try pdf.write(drawing, size: size))
        }
    }

    /// The title of a document, and what it shows with the credit of its data.
    private var words: (title: String, text: String) {
        let description = description()
        let title = options.title == EncodingOptions().title ? description.sentence : options.title
        return (title, description.text(credit: attribution))
    }

    private var isReduced: Bool { options.display != nil }

    /// A point is a CSS pixel: 96 an inch (CSS Values 4, §6.2).
    private var pixelsPerInch: Double { drawing.scale * 96 }

    /// True for what is painted and written strip by strip, as it would take more than 256 MiB.
    private var isLarge: Bool {
        bitmap == nil && drawing.width * drawing.height > Self.largestBitmap
    }

    private static let largestBitmap = 1 << 26

    private func writeStrips(_ format: OutputFormat, _ output: ([UInt8]) throws -> Void) throws {
        let pixelsPerMeter = pixelsPerInch / 0.0254
        switch format {
        case .jpeg:
            try encodeJPEG(
                painting: drawing, quality: options.quality ?? 90, background: options.background ?? .white,
                threads: threads, pixelsPerInch: pixelsPerInch, to: output)
        case .png8:
            try encodePNG8(
                painting: drawing, background: options.background, threads: threads, pixelsPerMeter: pixelsPerMeter,
                to: output)
        default:
            try encodePNG(
                painting: drawing, background: options.background, threads: threads, pixelsPerMeter: pixelsPerMeter,
                to: output)
        }
    }

    private mutating func painted(_ clock: inout PhaseClock) throws -> Bitmap {
        if let bitmap { return bitmap }
        clock.begin(.paint)
        let painted = try reduced(painter.paint(drawing, threads: threads))
        bitmap = painted
        return painted
    }

    /// In the colors of the display, if the map is for one.
    private func reduced(_ bitmap: Bitmap) throws -> Bitmap {
        guard let display = options.display else { return bitmap }
        func flat(_ bitmap: Bitmap) -> Bitmap {
            let pixels = bitmap.flattened(on: (options.background ?? .white).onWhite)
            return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
        }
        let areas = try RasterPainter().paint(drawing.areas, threads: threads)
        return flat(bitmap).reduced(to: display.palette.colors, display.dither, areas: flat(areas))
    }

    private func encode(_ bitmap: Bitmap, _ format: OutputFormat) throws -> [UInt8] {
        if format == .jpeg {
            return try encodeJPEG(
                bitmap, quality: options.quality ?? 90, background: options.background ?? .white,
                pixelsPerInch: pixelsPerInch)
        }
        let flat =
            options.background.map {
                Bitmap(width: bitmap.width, height: bitmap.height, pixels: bitmap.flattened(on: $0))
            } ?? bitmap
        if format == .webp { return try encodeWebP(flat, options.quality.map { .quality($0) } ?? .lossless) }
        return try encodePNG(
            format == .png8 ? flat.quantized : flat, options.compression == .small ? .small : .fast, threads: threads,
            pixelsPerMeter: pixelsPerInch / 0.0254)
    }
}

/// A file that takes a large image strip by strip, and replaces what stands at its path once the map is finished.
package final class StripFile {
    private let path: String
    private var file: FileReplacement?

    package init(_ path: String) { self.path = path }

    /// Makes the file. False where that fails, and for devices and pipes: the image is kept in memory then.
    func open() -> Bool {
        file = try? FileReplacement(path)
        return file != nil
    }

    func write(_ bytes: [UInt8]) throws { try file?.write(bytes) }

    /// Puts the file in its place. False if no image was written to it.
    package func finish() throws(Diagnostic) -> Bool {
        try file?.finish()
        return file != nil
    }
}

extension PDFSheet {
    /// Nil for an image that is the map.
    init?(_ map: MapRenderer.OpenedMap) {
        guard let (page, geometry) = map.input.page else { return nil }
        self.init(trim: geometry.paper, bleed: geometry.paper.inset(by: -page.bleed))
    }
}

extension PDFGeoreference {
    /// Nil for what lies not flat: tilted maps, globes, and a projection that ends within the image; and for other datums than WGS 84.
    init?(_ map: MapRenderer.OpenedMap) {
        let viewport = map.input.viewport
        guard viewport.tilt.isFlat, !viewport.isGlobe, viewport.terrain == nil, map.systems.map == .wgs84 else {
            return nil
        }
        let frame = map.input.page?.geometry.map ?? Rect(size: viewport.size)
        let corners = [
            Point(frame.minX, frame.minY), Point(frame.minX, frame.maxY), Point(frame.maxX, frame.maxY),
            Point(frame.maxX, frame.minY),
        ]
        guard corners.allSatisfy(viewport.showsGround) else { return nil }
        let places = corners.map { WebMercator.unproject(viewport.mercator(atPixel: $0 * viewport.scale)) }
        guard places.allSatisfy({ abs($0.latitude) <= 90 }) else { return nil }
        let projection = viewport.projection.cartographic
        self.init(
            frame: frame, corners: places.map { Point($0.longitude, $0.latitude) },
            epsg: projection == nil ? 3857 : projection?.epsg, wellKnownText: projection?.wellKnownText ?? "")
    }
}

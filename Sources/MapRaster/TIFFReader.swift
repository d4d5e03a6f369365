// SPDX-License-Identifier: MIT
internal import CTIFF
import Libc
import MapCore

/// libtiff, which is loaded when the first raster is opened.
private let libtiff = LateLibrary(TIFFFunctions(), { TIFFFunctionsLoad(&$0) }) { reason in
    Diagnostic(
        code: .rasterNoLibrary, "GeoTIFF needs libtiff, which cannot be loaded: \(reason)",
        hint: "on Debian, it is in the package libtiff6")
}

/// An image of a TIFF file: the raster itself, a smaller form of it, or a mask.
struct TIFFDirectory: Sendable {
    var offset: UInt64
    var isReduced = false
    var isMask = false
    var width = 0
    var height = 0
    var blockWidth = 0
    var blockHeight = 0
    var isTiled = false
    var bands = 1
    var bits = 8
    /// 1 for unsigned integers, 2 for signed ones, 3 for floating point.
    var sampleFormat = 1
    /// Each band has blocks of its own.
    var isPlanar = false
    var photometric = 1
    var compression = 1
    /// The kinds of samples after those of the color: 1 for premultiplied alpha, 2 for plain alpha.
    var extraSamples: [Int] = []
    /// Red, green and blue of each index.
    var colorMap: [(UInt8, UInt8, UInt8)] = []

    var columns: Int { (width + blockWidth - 1) / blockWidth }
    var rows: Int { (height + blockHeight - 1) / blockHeight }
}

/// One handle of libtiff on a file. One thread at a time uses it.
final class TIFFReader: @unchecked Sendable {
    /// A block, or a list of blocks, of more bytes is refused.
    static let largestAllocation = 1 << 28
    /// Smaller forms and masks; each halves the raster, so that thirty are far too many.
    private static let maxDirectories = 80

    /// So that products fit into 64 bits.
    private static let longestSide = 1 << 30
    private static let mostBlocks = 1 << 31

    private let functions: TIFFFunctions
    private let input: UnsafeMutablePointer<TIFFInput>
    private let tiff: OpaquePointer
    private let path: String
    private var current: UInt64?

    init(_ path: String) throws(Diagnostic) {
        let functions = try libtiff.functions()
        let file = try openFile(path)
        guard file.kind == .file else {
            close(file.descriptor)
            throw Diagnostic(code: .rasterInvalid, file: path, expected: "a file", found: "something else")
        }
        let input = UnsafeMutablePointer<TIFFInput>.allocate(capacity: 1)
        var start = TIFFInput()
        (start.descriptor, start.size) = (file.descriptor, toff_t(file.size))
        input.initialize(to: start)
        let opened = withUnsafePointer(to: functions) { TIFFInputOpen($0, input, tmsize_t(Self.largestAllocation)) }
        guard let opened else {
            let problem = Self.problem(path, input, "the file is no TIFF that can be read")
            close(file.descriptor)
            input.deallocate()
            throw problem
        }
        (self.functions, self.input, self.path, tiff) = (functions, input, path, opened)
    }

    deinit {
        functions.TIFFClose(tiff)
        close(input.pointee.descriptor)
        input.deallocate()
    }

    private static func problem(
        _ path: String, _ input: UnsafeMutablePointer<TIFFInput>, _ words: String
    ) -> Diagnostic {
        let text = withUnsafeBytes(of: &input.pointee.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let reason = text.unicodeScalars.filter { $0.value >= 32 }.map(String.init).joined()
        return Diagnostic(code: .rasterInvalid, file: path, words + (reason.isEmpty ? "" : ": \(reason)"))
    }

    func problem(_ words: String) -> Diagnostic { Self.problem(path, input, words) }

    private func short(_ tag: Int32) -> Int {
        var value: UInt16 = 0
        let isThere = withUnsafePointer(to: functions) { TIFFInputShort($0, tiff, UInt32(tag), &value) }
        return isThere != 0 ? Int(value) : 1
    }

    private func long(_ tag: Int32, or usual: Int) -> Int {
        var value: UInt32 = 0
        let isThere = withUnsafePointer(to: functions) { TIFFInputLong($0, tiff, UInt32(tag), &value) }
        return isThere != 0 ? Int(value) : usual
    }

    /// Of a tag that libtiff does not know itself, in the current directory.
    private func array<Value>(_ tag: UInt32, of _: Value.Type) -> [Value] {
        var count: UInt32 = 0
        var values: UnsafeRawPointer?
        let isThere = withUnsafePointer(to: functions) { TIFFInputArray($0, tiff, tag, &count, &values) }
        guard isThere != 0, let values, count > 0, count <= 1 << 20 else { return [] }
        let bytes = UnsafeRawBufferPointer(start: values, count: Int(count) * MemoryLayout<Value>.stride)
        return Array(bytes.bindMemory(to: Value.self))
    }

    /// What the first directory says of the place on the Earth, and of the values.
    func geographicTags() -> GeographicTags {
        GeographicTags(
            keys: array(34735, of: UInt16.self), doubles: array(34736, of: Double.self),
            text: String(decoding: array(34737, of: UInt8.self).prefix { $0 != 0 }, as: UTF8.self),
            scale: array(33550, of: Double.self), tiePoints: array(33922, of: Double.self),
            transformation: array(34264, of: Double.self),
            noData: String(decoding: array(42113, of: UInt8.self).prefix { $0 != 0 }, as: UTF8.self),
            metadata: String(decoding: array(42112, of: UInt8.self).prefix { $0 != 0 }, as: UTF8.self))
    }

    /// All directories that a chain leads to, in order; the first is the current one afterwards only if there is just one.
    func directories() throws(Diagnostic) -> [TIFFDirectory] {
        var found: [TIFFDirectory] = []
        var offsets: Set<UInt64> = []
        repeat {
            let directory = try directory()
            guard offsets.insert(directory.offset).inserted, found.count < Self.maxDirectories else {
                throw problem("the file has more than \(Self.maxDirectories) images, or they lead in a circle")
            }
            found.append(directory)
        } while functions.TIFFReadDirectory(tiff) != 0
        current = found.last?.offset
        return found
    }

    /// The current directory.
    private func directory() throws(Diagnostic) -> TIFFDirectory {
        var d = TIFFDirectory(offset: functions.TIFFCurrentDirOffset(tiff))
        let kind = long(TIFFTAG_SUBFILETYPE, or: 0)
        (d.isReduced, d.isMask) = (kind & 1 != 0, kind & 4 != 0)
        (d.width, d.height) = (long(TIFFTAG_IMAGEWIDTH, or: 0), long(TIFFTAG_IMAGELENGTH, or: 0))
        d.isTiled = functions.TIFFIsTiled(tiff) != 0
        if d.isTiled {
            (d.blockWidth, d.blockHeight) = (long(TIFFTAG_TILEWIDTH, or: 0), long(TIFFTAG_TILELENGTH, or: 0))
        } else {
            (d.blockWidth, d.blockHeight) = (d.width, min(d.height, long(TIFFTAG_ROWSPERSTRIP, or: d.height)))
        }
        d.bands = short(TIFFTAG_SAMPLESPERPIXEL)
        d.bits = short(TIFFTAG_BITSPERSAMPLE)
        d.sampleFormat = short(TIFFTAG_SAMPLEFORMAT)
        d.isPlanar = short(TIFFTAG_PLANARCONFIG) == 2 && d.bands > 1
        d.photometric = short(TIFFTAG_PHOTOMETRIC)
        d.compression = short(TIFFTAG_COMPRESSION)
        var count: UInt16 = 0
        var values: UnsafeRawPointer?
        let hasExtra = withUnsafePointer(to: functions) {
            TIFFInputShortArray($0, tiff, UInt32(TIFFTAG_EXTRASAMPLES), &count, &values)
        }
        if hasExtra != 0, let values {
            let kinds = UnsafeRawBufferPointer(start: values, count: Int(count) * 2).bindMemory(to: UInt16.self)
            d.extraSamples = kinds.map(Int.init)
        }
        if d.photometric == 3, d.bits <= 8 { d.colorMap = colorMap(bits: d.bits) }
        guard d.width > 0, d.height > 0, d.blockWidth > 0, d.blockHeight > 0, d.bands > 0, d.bands <= 4096 else {
            throw problem("the raster has no pixels")
        }
        guard max(d.width, d.height, d.blockWidth, d.blockHeight) <= Self.longestSide,
            d.columns * d.rows <= Self.mostBlocks
        else {
            throw Diagnostic(
                code: .rasterUnsupported, file: path, expected: "sides of up to \(Self.longestSide) pixels",
                found: "\(d.width) × \(d.height)")
        }
        return d
    }

    private func colorMap(bits: Int) -> [(UInt8, UInt8, UInt8)] {
        var (red, green, blue): (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?)
        let isThere = withUnsafePointer(to: functions) { TIFFInputColorMap($0, tiff, &red, &green, &blue) }
        guard isThere != 0, let red, let green, let blue else { return [] }
        return (0..<1 << bits).map { (UInt8(red[$0] >> 8), UInt8(green[$0] >> 8), UInt8(blue[$0] >> 8)) }
    }

    /// True where libtiff can unpack what a directory is packed with.
    func canUnpack(_ d: TIFFDirectory) -> Bool { functions.TIFFIsCODECConfigured(UInt16(d.compression)) != 0 }

    /// The bytes of a block with some rows, none for one that was never written, in the order of this machine: rows of the block's
    /// width without padding between them. Blocks are numbered from the upper left, in planar rasters band after band.
    func block(_ d: TIFFDirectory, number: Int, rows: Int) throws(Diagnostic) -> [UInt8] {
        if current != d.offset {
            current = nil
            guard functions.TIFFSetSubDirectory(tiff, d.offset) != 0 else { throw problem("the file is damaged") }
            current = d.offset
        }
        if d.compression == Int(COMPRESSION_JPEG), d.photometric == Int(PHOTOMETRIC_YCBCR) {
            withUnsafePointer(to: functions) { TIFFInputAsRGB($0, tiff) }
        }
        let rowBytes = (d.blockWidth * (d.isPlanar ? 1 : d.bands) * d.bits + 7) / 8
        let size = min(rowBytes, Self.largestAllocation + 1) * rows
        let claimed = d.isTiled ? functions.TIFFTileSize64(tiff) : functions.TIFFStripSize64(tiff)
        guard size > 0, size <= Self.largestAllocation, claimed <= UInt64(Self.largestAllocation),
            !d.isTiled || claimed == UInt64(size)
        else {
            throw Diagnostic(
                code: .rasterInvalid, file: path,
                "a block of the raster has \(d.blockWidth) × \(d.blockHeight) pixels, more than can be read at once",
                hint: "cut it into tiles: gdal_translate -of COG \(path) tiled.tif")
        }
        // Blocks that were never written have no bytes.
        guard functions.TIFFGetStrileByteCount(tiff, UInt32(number)) > 0 else { return [] }
        guard RenderBudget.spend(size, .bytes, at: path) else {
            throw Diagnostic(code: LimitCode.bytes.code, file: path, "no memory is left for the raster")
        }
        input.pointee.message.0 = 0
        return try Result<[UInt8], Diagnostic> { () throws(Diagnostic) in
            var bytes = [UInt8](repeating: 0, count: size)
            let done = bytes.withUnsafeMutableBytes { buffer in
                d.isTiled
                    ? functions.TIFFReadEncodedTile(tiff, UInt32(number), buffer.baseAddress, tmsize_t(size))
                    : functions.TIFFReadEncodedStrip(tiff, UInt32(number), buffer.baseAddress, tmsize_t(size))
            }
            guard done >= 0 else { throw problem("a block of the raster is damaged") }
            return bytes
        }.get()
    }
}

/// What GeoTIFF adds to TIFF.
struct GeographicTags: Sendable {
    var keys: [UInt16]
    var doubles: [Double]
    var text: String
    var scale: [Double]
    var tiePoints: [Double]
    var transformation: [Double]
    var noData: String
    /// GDAL's, as XML.
    var metadata: String
}

/// What GDAL's metadata in a TIFF say of the values of its bands.
///
/// - SeeAlso: <https://gdal.org/drivers/raster/gtiff.html>, "Metadata".
struct BandMetadata: Sendable {
    /// How the numbers of a band become its values.
    struct Scale: Sendable {
        var factor = 1.0
        var offset = 0.0

        func value(_ number: Double) -> Double { number * factor + offset }
    }

    /// By the numbers of the bands from 0; others have their values as they are.
    private(set) var scales: [Int: Scale] = [:]
    /// Of a unit of the first band, where it has heights; nil where that is not known.
    private(set) var metres: Double?

    /// - Parameter text: XML, empty for none. What follows something broken is passed over.
    init(_ text: String) {
        var scanner = XMLScanner(Array(text.utf8), file: nil, code: .rasterInvalid)
        var (attributes, value): ([String: String], String) = ([:], "")
        while let token = try? scanner.next() {
            switch token {
            case .open(_, let found): (attributes, value) = (found, "")
            case .text(let more): value += more
            case .close:
                if let band = attributes["sample"].flatMap({ Int($0) }), let role = attributes["role"] {
                    add(role, trimmed(value), band)
                }
                attributes = [:]
            }
        }
    }

    private mutating func add(_ role: String, _ value: String, _ band: Int) {
        switch role {
        case "scale":
            if let factor = Double(value), factor.isFinite { scales[band, default: Scale()].factor = factor }
        case "offset":
            if let offset = Double(value), offset.isFinite { scales[band, default: Scale()].offset = offset }
        case "unittype": if band == 0 { metres = Self.metres(value.lowercased()) }
        default: break
        }
    }

    private static func metres(_ unit: String) -> Double? {
        switch unit {
        case "m", "metre", "metres", "meter", "meters": 1
        case "ft", "foot", "feet": Foot.international
        case "us-ft", "us survey foot", "us survey feet", "ftus": Foot.survey
        default: nil
        }
    }
}

/// In metres.
enum Foot {
    static let international = 0.3048
    static let survey = 1200.0 / 3937
}

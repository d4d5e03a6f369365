// SPDX-License-Identifier: MIT
import Libc
import MapCore

/// A file of heights as the Shuttle Radar Topography Mission gave them out: a square of whole metres, one degree wide, whose name says
/// where it is, such as `N47E010.hgt`.
struct HeightFile: Sendable {
    let path: String
    /// Heights along a side; those at the edges are those of the neighbors too.
    let side: Int
    private let west: Double
    private let south: Double

    /// Rows that are read at once.
    static let rows = 16
    private static let sides = 2...14_401

    /// True for names that such files have.
    static func matches(_ path: String) -> Bool { corner(path) != nil }

    /// - Throws: when the file is no such square, or its name is none.
    init(_ path: String) throws(Diagnostic) {
        guard let corner = Self.corner(path) else {
            throw Diagnostic(
                code: .rasterNoPosition, file: path, "the name of the file does not say where it is",
                hint: "such names are N47E010.hgt, after the lower left corner")
        }
        let file = try openFile(path)
        close(file.descriptor)
        let side = Int(Double(file.size / 2).squareRoot().rounded())
        guard file.kind == .file, Self.sides.contains(side), 2 * side * side == file.size else {
            throw Diagnostic(
                code: .rasterInvalid, file: path, expected: "a square of heights with two bytes each",
                found: "\(file.size) bytes")
        }
        (self.path, self.side) = (path, side)
        (west, south) = corner
    }

    private static func corner(_ path: String) -> (west: Double, south: Double)? {
        let name = path.split(separator: "/").last.map { Array($0.uppercased().utf8) } ?? []
        guard name.count >= 11, name.suffix(4).elementsEqual(".HGT".utf8) else { return nil }
        let (ns, ew) = (name[0], name[3])
        let digits = String(decoding: name[1...2], as: UTF8.self)
        let more = String(decoding: name[4...6], as: UTF8.self)
        guard [UInt8(ascii: "N"), UInt8(ascii: "S")].contains(ns), [UInt8(ascii: "E"), UInt8(ascii: "W")].contains(ew),
            let latitude = UInt8(digits), let longitude = UInt8(more), latitude <= 90, longitude <= 180
        else { return nil }
        return (
            ew == UInt8(ascii: "W") ? -Double(longitude) : Double(longitude),
            ns == UInt8(ascii: "S") ? -Double(latitude) : Double(latitude)
        )
    }

    /// As an image of a TIFF would be described.
    var directory: TIFFDirectory {
        var d = TIFFDirectory(offset: 0)
        (d.width, d.height) = (side, side)
        (d.blockWidth, d.blockHeight) = (side, Self.rows)
        (d.bits, d.sampleFormat) = (16, 2)
        return d
    }

    /// Of values that stand for points, of which the first is the upper left corner.
    var tags: GeographicTags {
        let step = 1 / Double(side - 1)
        return GeographicTags(
            keys: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326], doubles: [], text: "",
            scale: [step, step, 0], tiePoints: [0, 0, 0, west, south + 1, 0], transformation: [], noData: "-32768",
            metadata: "")
    }

    /// The bytes of some rows, in the order of this machine.
    func block(number: Int, rows: Int) throws(Diagnostic) -> [UInt8] {
        let count = 2 * side * rows
        guard RenderBudget.spend(count, .bytes, at: path) else {
            throw Diagnostic(code: LimitCode.bytes.code, file: path, "no memory is left for the raster")
        }
        let file = try openFile(path)
        defer { close(file.descriptor) }
        var bytes = fileBytes(file.descriptor, at: 2 * side * Self.rows * number, count: count)
        guard bytes.count == count else {
            throw Diagnostic(code: .rasterInvalid, file: path, "the file ends too early")
        }
        // Numbers of two bytes begin with the high one.
        for index in stride(from: 0, to: count, by: 2) { bytes.swapAt(index, index + 1) }
        return bytes
    }
}

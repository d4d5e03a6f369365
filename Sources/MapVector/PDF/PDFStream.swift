// SPDX-License-Identifier: MIT
import CCairo
import MapGeometry

/// Takes what cairo writes, adds what cairo does not know, and hands it on page by page.
///
/// A file that cairo writes in another way than version 1.16 is handed on as it is.
final class PDFStream {
    private let take: ([UInt8]) -> Bool
    private var structure: PDFStructure
    /// What cairo wrote and is not handed on.
    private var held: [UInt8] = []
    /// Bytes that were handed on.
    private var length = 0
    private var offsets: [Int: Int] = [:]
    private var isPlain = false
    private var isWritable = true

    init(_ structure: PDFStructure, _ take: @escaping ([UInt8]) -> Bool) {
        (self.structure, self.take) = (structure, take)
    }

    private func hand(on bytes: [UInt8]) {
        isWritable = isWritable && (bytes.isEmpty || take(bytes))
        length += bytes.count
    }

    /// Hands on what belongs to a page.
    ///
    /// - Parameters:
    ///   - figure: what it shows.
    ///   - size: its true size, in points of PDF.
    ///   - layers: of the markers in its content.
    func endPage(_ figure: PDFFigure, size: Size, layers: [PDFLayer]) {
        guard !isPlain else { return }
        var rest = held
        var objects = PDFObjects(reading: &rest)
        guard structure.addPage(figure, size: size, layers: layers, to: &objects) else {
            isPlain = length == 0
            isWritable = isWritable && isPlain
            return
        }
        if length == 0 { hand(on: Array("%PDF-1.7\n%".utf8) + [0xB5, 0xED, 0xAE, 0xFB, 10]) }
        held = rest
        write(objects)
    }

    /// Hands on what is left, once cairo has finished; false when it cannot be written.
    func finish() -> Bool {
        guard length > 0 else {
            hand(on: held)
            return isWritable
        }
        var objects = PDFObjects(reading: &held)
        guard let trailer = held.firstRange(of: "trailer"),
            let root = PDFObjects.reference("Root", in: held[trailer.upperBound...])
        else { return false }
        let info = PDFObjects.reference("Info", in: held[trailer.upperBound...]).map { "/Info \($0) 0 R " } ?? ""
        let last = held[..<trailer.lowerBound].count { $0 == UInt8(ascii: "\n") }
        structure.finish(root: root, next: max(last, (offsets.keys.max() ?? 0) + 1), &objects)
        write(objects)
        let count = (offsets.keys.max() ?? 0) + 1
        var table = "xref\n0 \(count)\n0000000000 65535 f \n"
        for number in 1..<max(1, count) {
            let offset = offsets[number].map(String.init)
            table +=
                offset.map { String(repeating: "0", count: max(0, 10 - $0.utf8.count)) + $0 + " 00000 n \n" }
                ?? "0000000000 00000 f \n"
        }
        hand(
            on: Array(
                "\(table)trailer\n<< /Size \(count) /Root \(root) 0 R \(info)>>\nstartxref\n\(length)\n%%EOF\n".utf8))
        return isWritable
    }

    private func write(_ objects: PDFObjects) {
        for number in objects.numbers {
            guard let body = objects.bodies[number] else { continue }
            offsets[number] = length
            hand(on: Array("\(number) 0 obj".utf8) + body + Array("endobj\n".utf8))
        }
    }

    static let write: cairo_write_func_t = { stream, data, count in
        guard let stream, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let object = Unmanaged<PDFStream>.fromOpaque(stream).takeUnretainedValue()
        object.held.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return object.isWritable ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }
}

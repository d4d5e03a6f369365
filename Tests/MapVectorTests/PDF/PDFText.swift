// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// Reads the words of PDFs with `pdftotext`.
enum PDFText {
    private static let program = "/usr/bin/pdftotext"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    static func read(_ pdf: [UInt8]) throws -> String {
        let folder = try ScratchFolder()
        let file = folder.file("map.pdf")
        try Data(pdf).write(to: URL(filePath: file))
        _ = try ChildProcess(program, ["-raw", file, folder.file("map.txt")]).runBlocking()
        return String(decoding: try folder.contents("map.txt"), as: UTF8.self)
    }
}

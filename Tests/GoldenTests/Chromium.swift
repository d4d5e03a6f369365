// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapPlane
import TestSupport

/// Draws SVGs with Chromium, all on one page, as it takes a second to begin.
enum Chromium {
    private static let program = "/usr/bin/chromium"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    struct AnnotationImage {
        var svg: [UInt8]
        /// Pixels.
        var width: Int
        var height: Int
    }

    /// - Returns: the pictures in their order, one pixel for each of theirs, on white.
    static func draw(_ pictures: [AnnotationImage]) throws -> [Bitmap] {
        let folder = try ScratchFolder()
        let width = pictures.map(\.width).max() ?? 0
        var (y, places, page) = (0, [Int](), "<!doctype html><body style='margin:0;background:#fff'>")
        for (index, picture) in pictures.enumerated() {
            try folder.write("\(index).svg", picture.svg)
            page += """
                <img src='\(index).svg' style='position:absolute;left:0;top:\(y)px;\
                width:\(picture.width)px;height:\(picture.height)px'>
                """
            places.append(y)
            y += picture.height
        }
        try folder.write("page.html", Array(page.utf8))
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
            "--user-data-dir=\(folder.file("profile"))", "--window-size=\(max(500, width)),\(y)",
            "--screenshot=\(folder.file("page.png"))", folder.file("page.html"),
        ]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let sheet = try decodeImage([UInt8](try folder.contents("page.png")), maxPixels: 1 << 26)
        return zip(pictures, places).map { picture, top in
            let rows = (top..<top + picture.height).flatMap { row in
                sheet.pixels[row * sheet.width..<row * sheet.width + picture.width]
            }
            return Bitmap(width: picture.width, height: picture.height, pixels: rows)
        }
    }
}

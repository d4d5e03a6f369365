// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import TestSupport

/// Draws SVGs with Chromium, all on one page, as it takes a second to begin.
enum Chromium {
    private static let program = "/usr/bin/chromium"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    struct SVGImage {
        var svg: [UInt8]
        /// Pixels.
        var width: Int
        var height: Int
    }

    /// - Returns: the images in their order, one pixel for each of theirs, on white.
    static func draw(_ images: [SVGImage]) throws -> [Bitmap] {
        let folder = try ScratchFolder()
        let width = images.map(\.width).max() ?? 0
        var (y, tops, page) = (0, [Int](), "<!doctype html><body style='margin:0;background:#fff'>")
        for (index, image) in images.enumerated() {
            try folder.write("\(index).svg", image.svg)
            page += """
                <img src='\(index).svg' style='position:absolute;left:0;top:\(y)px;\
                width:\(image.width)px;height:\(image.height)px'>
                """
            tops.append(y)
            y += image.height
        }
        try folder.write("page.html", Array(page.utf8))
        let browser = ChildProcess(
            program,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                "--user-data-dir=\(folder.file("profile"))", "--window-size=\(max(500, width)),\(y)",
                "--screenshot=\(folder.file("page.png"))", folder.file("page.html"),
            ])
        _ = try browser.runBlocking()
        let sheet = try decodeImage([UInt8](try folder.contents("page.png")), maxPixels: 1 << 26)
        return zip(images, tops).map { image, top in
            let rows = (top..<top + image.height).flatMap { row in
                sheet.pixels[row * sheet.width..<row * sheet.width + image.width]
            }
            return Bitmap(width: image.width, height: image.height, pixels: rows)
        }
    }
}

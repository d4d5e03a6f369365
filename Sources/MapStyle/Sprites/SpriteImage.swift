// SPDX-License-Identifier: MIT
package import MapImages
private import Synchronization

/// One image of a sprite, cut out of the sheet on first use.
package final class SpriteImage: Sendable {
    /// How the image is resized to the text that it frames, in width or height.
    package enum TextFit: String, Sendable, CaseIterable {
        case stretchOrShrink, stretchOnly, proportional
    }

    /// The image's rectangle in the sheet, in pixels; always within the sheet.
    struct Cutout: Sendable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// Pixels per point.
    package let pixelRatio: Double
    /// True when alpha is a signed distance field, so that the image can be coloured and have a halo.
    package let isSDF: Bool
    /// Left, top, right, bottom of the part that text should cover, in the image's pixels.
    package let content: [Double]?
    /// Parts of the width that may be stretched, in pixels, ascending; empty when all of it may.
    package let stretchX: [ClosedRange<Double>]
    package let stretchY: [ClosedRange<Double>]
    package let textFitWidth: TextFit
    package let textFitHeight: TextFit

    private let sheet: Bitmap
    private let cutout: Cutout
    private let cut = Mutex<Bitmap?>(nil)
    private let bordered = Mutex<Bitmap?>(nil)

    init(
        sheet: Bitmap, cutout: Cutout, pixelRatio: Double, isSDF: Bool, content: [Double]?,
        stretch: (x: [ClosedRange<Double>], y: [ClosedRange<Double>]), textFit: (width: TextFit, height: TextFit)
    ) {
        self.sheet = sheet
        self.cutout = cutout
        self.pixelRatio = pixelRatio
        self.isSDF = isSDF
        self.content = content
        stretchX = stretch.x
        stretchY = stretch.y
        textFitWidth = textFit.width
        textFitHeight = textFit.height
    }

    /// Creates an image from a whole bitmap, such as one of a scene.
    package convenience init(_ bitmap: Bitmap, pixelRatio: Double = 1, isSDF: Bool = false) {
        self.init(
            sheet: bitmap, cutout: Cutout(x: 0, y: 0, width: bitmap.width, height: bitmap.height),
            pixelRatio: pixelRatio, isSDF: isSDF, content: nil, stretch: ([], []),
            textFit: (.stretchOrShrink, .stretchOrShrink))
    }

    /// Pixels.
    package var pixelWidth: Int { cutout.width }
    package var pixelHeight: Int { cutout.height }
    /// Points.
    package var width: Double { Double(cutout.width) / pixelRatio }
    package var height: Double { Double(cutout.height) / pixelRatio }

    /// The image's pixels.
    package var bitmap: Bitmap {
        cut.withLock { cut in
            if let cut { return cut }
            let result = sheet.cutting(cutout)
            cut = result
            return result
        }
    }
}

extension SpriteImage {
    /// The image with a transparent border of one pixel, into which smoothed edges fade.
    package var borderedBitmap: Bitmap {
        let plain = bitmap
        return bordered.withLock { bordered in
            if let bordered { return bordered }
            let result = plain.bordered
            bordered = result
            return result
        }
    }
}

extension SpriteImage {
    /// The bitmaps that were requested so far.
    package var madeBitmaps: [Bitmap] {
        [cut.withLock { $0 }, bordered.withLock { $0 }].compactMap { $0 }
    }
}

extension Bitmap {
    fileprivate var bordered: Bitmap {
        let (columns, rows) = (width + 2, height + 2)
        var padded = [UInt32](repeating: 0, count: columns * rows)
        for y in 0..<height {
            let start = (y + 1) * columns + 1
            padded.replaceSubrange(start..<(start + width), with: pixels[(y * width)..<((y + 1) * width)])
        }
        return Bitmap(width: columns, height: rows, pixels: padded, isOpaque: false)
    }

    fileprivate func cutting(_ cutout: SpriteImage.Cutout) -> Bitmap {
        if cutout.width == width, cutout.height == height { return self }
        var rows: [UInt32] = []
        rows.reserveCapacity(cutout.width * cutout.height)
        for y in cutout.y..<(cutout.y + cutout.height) {
            let start = y * width + cutout.x
            rows.append(contentsOf: pixels[start..<(start + cutout.width)])
        }
        return Bitmap(width: cutout.width, height: cutout.height, pixels: rows)
    }
}

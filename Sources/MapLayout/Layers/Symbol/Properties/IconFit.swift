// SPDX-License-Identifier: MIT
import MapPlane
import MapStyle

/// How an icon is fitted to its text (`icon-text-fit`).
struct IconFit: Sendable {
    var fitsWidth: Bool
    var fitsHeight: Bool
    /// `icon-text-fit-padding` in points: top, right, bottom, left.
    var padding: [Double]
    /// True with variable anchors: MapLibre draws such icons only where their text is placed.
    var needsText: Bool
}

extension IconProperties {
    /// The icon fitted to a label; as it is for a label without visible glyphs.
    func fitted(to option: TextProperties.Option, of text: TextProperties) -> IconProperties {
        let block = option.block.bounds
        guard let fit, !option.block.glyphs.isEmpty else { return self }
        var icon = self
        let center = option.middle
        let factor = text.layoutScale / pixelRatio
        let box = Rect(
            x: (center.x - block.width / 2) * factor, y: (center.y - block.height / 2) * factor,
            width: block.width * factor, height: block.height * factor)
        var (left, right) = (box.center.x - image.width / 2, box.center.x + image.width / 2)
        var (top, bottom) = (box.center.y - image.height / 2, box.center.y + image.height / 2)
        if fit.fitsWidth { (left, right) = (box.minX - fit.padding[3], box.maxX + fit.padding[1]) }
        if fit.fitsHeight { (top, bottom) = (box.minY - fit.padding[0], box.maxY + fit.padding[2]) }
        icon.frame = Rect(minX: left, minY: top, maxX: right, maxY: bottom).offset(by: offset)
        icon.fitsText = true
        icon.textRotation = option.block.rotation
        if let content = image.content {
            let ratio = image.pixelRatio
            icon.contentInsets = [
                content[1] / ratio, image.width - content[2] / ratio, image.height - content[3] / ratio,
                content[0] / ratio,
            ]
            icon.keepProportions(content)
        }
        return icon
    }

    /// Applies `textFitWidth` and `textFitHeight` to the frame.
    private mutating func keepProportions(_ content: [Double]) {
        let height = content[3] - content[1]
        guard height > 0, frame.width > 0, frame.height > 0 else { return }
        let aspect = (content[2] - content[0]) / height
        let (across, down) = (image.textFitWidth, image.textFitHeight)
        if down == .proportional {
            if across == .proportional || (across == .stretchOnly && frame.width / frame.height < aspect) {
                let width = (frame.height * aspect).rounded(.up)
                let left = frame.minX * width / frame.width
                frame = Rect(x: left, y: frame.minY, width: width, height: frame.height)
            }
        } else if across == .proportional, down == .stretchOnly, aspect > 0, frame.width / frame.height > aspect {
            let height = (frame.width / aspect).rounded(.up)
            let top = frame.minY * height / frame.height
            frame = Rect(x: frame.minX, y: top, width: frame.width, height: height)
        }
    }
}

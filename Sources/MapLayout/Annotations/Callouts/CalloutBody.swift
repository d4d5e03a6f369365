// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// The laid-out content of a callout's bubble; points from the bubble's top-left corner.
struct CalloutBody {
    /// A part with a hit target of its own, such as "left".
    struct Part {
        var name: String
        var rect: Rect
        var marks: [Mark]

        mutating func move(by v: Point) {
            marks = marks.moved(by: v)
            rect = rect.offset(by: v)
        }
    }

    static let maxWidth = 280.0
    static let minHeight = 44.0
    static let minWidth = 60.0
    private static let padding = Size(width: 12, height: 10)
    private static let slot = 44.0
    private static let gap = 2.0

    var size = Size(width: 0, height: 0)
    var parts: [Part] = []
    /// The bubble's corner radius.
    var radius = 12.0

    init() {}

    init(
        _ callout: Callout, _ palette: CalloutPalette, _ text: AnnotationText, _ images: [ImageAsset: AnnotationImage],
        maxWidth: Double = CalloutBody.maxWidth
    ) {
        let left = callout.left.flatMap { AccessoryBox($0, palette, text, images) }
        let right = callout.right.flatMap { AccessoryBox($0, palette, text, images) }
        let leftWidth = left.map { max(Self.slot, $0.width) } ?? Self.padding.width
        let rightWidth = right.map { max(Self.slot, $0.width) } ?? Self.padding.width
        let availableWidth = max(24, maxWidth - leftWidth - rightWidth)

        let title = text.line(callout.title ?? "", size: 15, weight: 600, maxWidth: availableWidth)
        let secondary = SecondaryContent(callout, availableWidth: availableWidth, palette, text, images)
        let titleHeight = AnnotationText.lineHeight(15)
        let textHeight = titleHeight + (secondary.height > 0 ? Self.gap + secondary.height : 0)
        let column = max(title.width, secondary.width).rounded(.up)
        // The tail needs space between the rounded corners.
        let width = max(leftWidth + column + rightWidth, Self.minWidth)
        let slotHeight = max(left?.height ?? 0, right?.height ?? 0)
        let height = max(
            Self.minHeight, (textHeight + 2 * Self.padding.height).rounded(.up), (slotHeight + 8).rounded(.up))
        size = Size(width: width, height: height)

        let textWidth = width - leftWidth - rightWidth
        let top = ((height - textHeight) / 2).rounded()
        let remaining = textWidth - title.width
        let centered = left == nil && right == nil && secondary.width == 0
        let titleX = leftWidth + (centered ? remaining / 2 : title.isRightToLeft ? remaining : 0)
        parts.append(
            Part(
                name: "title", rect: Rect(x: titleX, y: top, width: title.width, height: titleHeight),
                marks: [title.mark(x: titleX, top: top, lineHeight: titleHeight, color: palette.title)]))
        if secondary.height > 0 {
            let corner = Point(leftWidth, top + titleHeight + Self.gap)
            parts.append(
                Part(
                    name: secondary.name,
                    rect: Rect(x: corner.x, y: corner.y, width: textWidth, height: secondary.height),
                    marks: secondary.marks(textWidth).moved(by: corner)))
        }
        if let left { parts.append(left.part("left", in: Rect(x: 0, y: 0, width: leftWidth, height: height))) }
        if let right {
            let slot = Rect(x: width - rightWidth, y: 0, width: rightWidth, height: height)
            parts.append(right.part("right", in: slot))
        }
    }

    /// The subtitle or detail below the title.
    private struct SecondaryContent {
        var name = "subtitle"
        var width = 0.0
        var height = 0.0
        /// The marks from the top-left corner of a column of the given width.
        var marks: (Double) -> [Mark] = { _ in [] }

        init(
            _ callout: Callout, availableWidth: Double, _ palette: CalloutPalette, _ text: AnnotationText,
            _ images: [ImageAsset: AnnotationImage]
        ) {
            if let detail = callout.detail {
                let block = CalloutDetailBlock(detail, availableWidth: availableWidth, palette, text, images)
                name = "detail"
                guard !block.isEmpty else { return }
                // Text continues directly below the title; images and boxes get a gap.
                let isText = if case .text = detail.content { true } else { false }
                let gap = isText ? 0.0 : 4.0
                (width, height) = (block.size.width, block.size.height + gap)
                marks = { _ in block.marks.moved(by: Point(0, gap)) }
            } else if let subtitle = callout.subtitle, !subtitle.isEmpty {
                let line = text.line(subtitle, size: 13, weight: 400, maxWidth: availableWidth)
                let lineHeight = AnnotationText.lineHeight(13)
                (width, height) = (line.width, lineHeight)
                marks = { column in
                    let x = line.isRightToLeft ? column - line.width : 0
                    return [line.mark(x: x, top: 0, lineHeight: lineHeight, color: palette.secondary)]
                }
            }
        }
    }
}

/// A measured accessory.
private struct AccessoryBox {
    /// Including the margins to text and edge.
    var width: Double
    var height: Double
    private var size: Size
    private var marks: [Mark]

    private static let maxImageHeight = 40.0
    private static let maxTextWidth = 96.0

    /// Nil for an image that is not available.
    init?(
        _ accessory: CalloutAccessory, _ palette: CalloutPalette, _ text: AnnotationText,
        _ images: [ImageAsset: AnnotationImage]
    ) {
        switch accessory.content {
        case .button(let kind):
            size = Size(width: CalloutButton.size, height: CalloutButton.size)
            let middle = Point(size.width / 2, size.height / 2)
            marks = CalloutButton(kind: kind, palette: palette).marks.moved(by: middle)
        case .image(let source):
            guard let image = images[source] else { return nil }
            let shrink = min(1, Self.maxImageHeight / image.size.height, 120 / image.size.width)
            size = image.size * shrink
            marks = [image.mark(in: Rect(x: 0, y: 0, width: size.width, height: size.height))]
        case .text(let string):
            let line = text.line(string, size: 13, weight: 500, maxWidth: Self.maxTextWidth)
            let lineHeight = AnnotationText.lineHeight(13)
            size = Size(width: line.width, height: lineHeight)
            let color = accessory.href == nil ? palette.secondary : palette.tint
            marks = [line.mark(x: 0, top: 0, lineHeight: lineHeight, color: color)]
        }
        (width, height) = ((size.width + 22).rounded(.up), size.height)
        if case .image = accessory.content { width = (size.width + 18).rounded(.up) }
    }

    func part(_ name: String, in slot: Rect) -> CalloutBody.Part {
        let corner = Point(
            slot.minX + ((slot.width - size.width) / 2).rounded(),
            slot.minY + ((slot.height - size.height) / 2).rounded())
        return CalloutBody.Part(name: name, rect: slot, marks: marks.moved(by: corner))
    }
}

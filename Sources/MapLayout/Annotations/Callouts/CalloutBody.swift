// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapScene
import MapText

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
            marks = [image.mark(in: Rect(size: size))]
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

extension CalloutBody {
    private static let cardTextSize = 12.0

    /// A card: the icon at the left, the text to its right, and the rating image below the text. Images that are not
    /// available take no space.
    init(
        _ card: CalloutCard, _ palette: CalloutPalette, _ text: AnnotationText, _ images: [ImageAsset: AnnotationImage],
        maxWidth: Double = .infinity
    ) {
        self.init()
        radius = 8
        let gap = card.padding
        var (x, iconEnd) = (gap, gap)
        if let icon = card.icon.flatMap({ images[$0] }) {
            add(icon, "icon", at: Point(gap, gap))
            x += icon.size.width + gap
            iconEnd += icon.size.height
        }
        let lines = text.lines(
            card.text, size: Self.cardTextSize, weight: 400,
            maxWidth: min(card.maxTextWidth, max(24, maxWidth - x - gap)),
            maxHeight: CalloutCard.maxTextHeight, wrap: card.wrap == .word ? .word : .character)
        let label = Rect(x: x, y: gap, width: lines.width.rounded(.up), height: lines.height)
        parts.append(
            Part(
                name: "text", rect: label,
                marks: lines.marks(at: Point(label.minX, label.minY), width: label.width, color: palette.title)))
        var (right, bottom) = (label.maxX, max(label.maxY, iconEnd))
        if let rating = card.rating.flatMap({ images[$0] }) {
            add(rating, "rating", at: Point(x, label.maxY + gap))
            right = max(right, x + rating.size.width)
            bottom = max(bottom, label.maxY + gap + rating.size.height)
        }
        size = Size(width: right + gap, height: bottom + gap)
    }

    private mutating func add(_ image: AnnotationImage, _ name: String, at corner: Point) {
        let rect = Rect(x: corner.x, y: corner.y, width: image.size.width, height: image.size.height)
        parts.append(Part(name: name, rect: rect, marks: [image.mark(in: rect)]))
    }
}

/// A callout's detail view, laid out; points from its top-left corner.
struct CalloutDetailBlock {
    static let textSize = 13.0

    var size = Size(width: 0, height: 0)
    var marks: [Mark] = []

    /// `availableWidth` applies to text without a width constraint.
    init(
        _ detail: CalloutDetail, availableWidth: Double, _ palette: CalloutPalette, _ text: AnnotationText,
        _ images: [ImageAsset: AnnotationImage]
    ) {
        switch detail.content {
        case .text(let string): layOut(string, detail, availableWidth, palette, text)
        case .image(let source):
            guard let image = images[source] else { return }
            size = CalloutDetailBlock.fit(image.size, detail)
            marks = [image.mark(in: Rect(size: size))]
        case .box(let color):
            guard let width = detail.width, let height = detail.height else { return }
            size = Size(width: width, height: height)
            marks = [.fill(.rectangle(Rect(x: 0, y: 0, width: width, height: height)), .nonZero, .color(color))]
        case .stack(let axis, let spacing, let parts):
            let availableWidth = detail.width ?? availableWidth
            stack(
                parts.map { CalloutDetailBlock($0, availableWidth: availableWidth, palette, text, images) }, axis,
                spacing)
            size = Size(width: detail.width ?? size.width, height: detail.height ?? size.height)
        }
    }

    var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

    private mutating func layOut(
        _ string: String, _ detail: CalloutDetail, _ availableWidth: Double, _ palette: CalloutPalette,
        _ text: AnnotationText
    ) {
        let lines = text.lines(
            string, size: CalloutDetailBlock.textSize, weight: 400, maxWidth: detail.width ?? availableWidth,
            maxHeight: detail.height ?? .infinity)
        size = Size(width: detail.width ?? lines.width.rounded(.up), height: detail.height ?? lines.height)
        marks = lines.marks(at: .zero, width: size.width, color: palette.title)
    }

    private mutating func stack(_ blocks: [CalloutDetailBlock], _ axis: CalloutDetail.Axis, _ spacing: Double) {
        let blocks = blocks.filter { !$0.isEmpty }
        let isRow = axis == .horizontal
        let across = blocks.map { isRow ? $0.size.height : $0.size.width }.max() ?? 0
        var along = 0.0
        for block in blocks {
            // Rows are aligned to the center and columns to the leading edge, the defaults of UIStackView.
            let corner = isRow ? Point(along, (across - block.size.height) / 2) : Point(0, along)
            marks += block.marks.moved(by: corner)
            along += (isRow ? block.size.width : block.size.height) + spacing
        }
        along = max(0, along - spacing)
        size = isRow ? Size(width: along, height: across) : Size(width: across, height: along)
    }

    /// One constraint preserves the aspect ratio.
    private static func fit(_ unscaled: Size, _ detail: CalloutDetail) -> Size {
        switch (detail.width, detail.height) {
        case (nil, nil): unscaled
        case (let width?, nil): Size(width: width, height: unscaled.height * width / unscaled.width)
        case (nil, let height?): Size(width: unscaled.width * height / unscaled.height, height: height)
        case (let width?, let height?): Size(width: width, height: height)
        }
    }
}

/// UIKit's button types, drawn in 22 points around the origin.
struct CalloutButton {
    static let size = 22.0

    var kind: CalloutAccessory.Button
    var palette: CalloutPalette

    /// In points.
    var marks: [Mark] {
        switch kind {
        case .contactAdd:
            ring + [line([Point(-5, 0), Point(5, 0)], 1.5), line([Point(0, -5), Point(0, 5)], 1.5)]
        case .detailDisclosure, .infoLight, .infoDark:
            ring + [
                .fill(.circle(center: Point(-0.1, -4.9), radius: 1.2), .nonZero, .color(palette.tint)),
                line([Point(-1.8, -1.7), Point(0.3, -1.7), Point(0.3, 5)], 1.4),
                line([Point(-2.2, 5), Point(2.6, 5)], 1.4),
            ]
        case .close:
            [
                .fill(.circle(center: .zero, radius: 11), .nonZero, .color(palette.closeDisc)),
                line(cross, 2, palette.closeCross),
            ]
        }
    }

    private var ring: [Mark] {
        [.stroke(.circle(center: .zero, radius: 10.25), StrokeStyle(width: 1.5, join: .round), palette.tint)]
    }

    /// One path for both strokes, so that a translucent color is not doubled where they cross.
    private var cross: Path {
        var path = Path()
        path.addLines([Point(-3.6, -3.6), Point(3.6, 3.6)], closed: false)
        path.addLines([Point(-3.6, 3.6), Point(3.6, -3.6)], closed: false)
        return path
    }

    private func line(_ points: [Point], _ width: Double) -> Mark {
        let path = Path(points, closed: false)
        return line(path, width, palette.tint)
    }

    private func line(_ path: Path, _ width: Double, _ color: Color) -> Mark {
        .stroke(path, StrokeStyle(width: width, cap: .round, join: .round), color)
    }
}

/// The colors of a callout: iOS system colors for labels and tints.
struct CalloutPalette {
    var ground: Color
    /// The hairline between bubble and map.
    var edge: Color
    var shadow: Color
    var title: Color
    var secondary: Color
    var tint: Color
    /// The close button's disc and cross.
    var closeDisc: Color
    var closeCross: Color

    init(_ appearance: Appearance) {
        switch appearance {
        case .light:
            ground = .white
            edge = Color.black.opacity(0.1)
            shadow = Color.black.opacity(0.22)
            title = .black
            secondary = Color(rgb: 0x3C3C43).opacity(0.6)
            tint = Color(rgb: 0x007AFF)
            closeDisc = Color(rgb: 0x767680).opacity(0.14)
            closeCross = Color(rgb: 0x3C3C43).opacity(0.62)
        case .dark:
            ground = Color(rgb: 0x1C1C1E)
            edge = Color(rgb: 0x48484A)
            shadow = Color.black.opacity(0.4)
            title = .white
            secondary = Color(rgb: 0xEBEBF5).opacity(0.6)
            tint = Color(rgb: 0x0A84FF)
            closeDisc = Color(rgb: 0x767680).opacity(0.3)
            closeCross = Color(rgb: 0xEBEBF5).opacity(0.68)
        }
    }

    /// - Parameters:
    ///   - callout: may set its own appearance or background.
    ///   - scene: the appearance of callouts that do not.
    init(_ callout: Callout, scene: Appearance) {
        let appearance = callout.appearance ?? scene
        self.init(appearance)
        guard let card = callout.content else { return }
        ground = card.background ?? (appearance == .light ? Color(rgb: 0xD1D1D6) : Color(rgb: 0x3A3A3C))
        title = ground.brightness < 0.5 ? .white : .black
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

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

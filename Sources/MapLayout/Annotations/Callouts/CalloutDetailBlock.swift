// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

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
            marks = [image.mark(in: Rect(x: 0, y: 0, width: size.width, height: size.height))]
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

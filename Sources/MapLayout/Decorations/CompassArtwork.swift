// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapText

/// A 36-point dial with a red needle that points north; points from its top-left corner.
struct CompassArtwork {
    /// Degrees clockwise from north to the top of the output.
    let bearing: Double
    let palette: DecorationPalette
    let fonts: FontLibrary

    static let size = Size(width: 36, height: 36)
    private let center = Point(18, 18)
    private let radius = 18.0

    var marks: [Mark] {
        let disk = Path.circle(center: center, radius: radius)
        let shadow = SoftShadow.circle(
            center: center + Point(0, 1.2), radius: radius - 0.5, blur: 4.5, color: .black.opacity(0.24))
        return [
            shadow,
            .fill(disk, .nonZero, .color(palette.background.opacity(0.94))),
            .stroke(.circle(center: center, radius: radius - 0.25), StrokeStyle(width: 0.5), palette.hairline),
        ]
            + ticks + [needle] + letter
    }

    /// The dial, centered on the origin, to points; it rotates against the map's bearing.
    private var dialTransform: Transform { .rotation(-bearing * .pi / 180).then(.translation(center)) }

    private var ticks: [Mark] {
        (1..<24).map { step in
            let isMain = step % 6 == 0
            var path = Path()
            path.addLines([Point(0, -radius + 2.6), Point(0, -radius + (isMain ? 6 : 4.6))], closed: false)
            let angle = Double(step) * 15 * .pi / 180
            return .stroke(
                path.transformed(by: Transform.rotation(angle).then(dialTransform)),
                StrokeStyle(width: isMain ? 1.3 : 0.8, cap: .round), palette.foreground.opacity(isMain ? 0.75 : 0.35))
        }
    }

    private var needle: Mark {
        let path = Path([Point(0, -radius + 1.8), Point(3.6, -radius + 7.6), Point(-3.6, -radius + 7.6)], closed: true)
        let turned = path.transformed(by: dialTransform)
        return .group(
            Group(marks: [
                .fill(turned, .nonZero, .color(palette.accent)),
                .stroke(turned, StrokeStyle(width: 0.8, join: .round), palette.accent),
            ]))
    }

    /// The letter stays upright at any bearing.
    private var letter: [Mark] {
        let block = fonts.layout(
            [TextSection("N", font: .interface(weight: 700))],
            options: TextBlockOptions(size: 12.5, lineHeight: 15, justify: .center))
        let corner = Point(center.x - block.width / 2, center.y - block.height / 2)
        return block.runs(anchor: .zero, at: corner, colors: [palette.foreground], halo: nil).map { .glyphs($0) }
    }
}

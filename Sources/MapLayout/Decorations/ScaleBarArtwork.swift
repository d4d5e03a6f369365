// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
package import MapScene
import MapText

/// A bar of four alternating fields with its length above the end; points from its top-left corner.
struct ScaleBarArtwork {
    let distance: RoundDistance
    /// In points.
    let width: Double
    let palette: DecorationPalette
    let fonts: FontLibrary

    private static let barHeight = 4.0
    private static let textSize = 10.0
    private static let textHeight = 12.0

    static let height = textHeight + 2 + barHeight

    /// Nil when the limit allows no round distance.
    ///
    /// - Parameters:
    ///   - bar: sets units and the maximal width.
    ///   - metersPerPoint: at the latitude of the bar.
    ///   - palette: the colors.
    ///   - fonts: for the labels.
    init?(_ bar: ScaleBar, metersPerPoint: Double, palette: DecorationPalette, fonts: FontLibrary) {
        guard let distance = RoundDistance(atMost: bar.maxWidth * metersPerPoint, units: bar.units) else { return nil }
        self.distance = distance
        width = distance.meters / metersPerPoint
        self.palette = palette
        self.fonts = fonts
    }

    var size: Size { Size(width: width, height: Self.height) }

    /// The bar without its labels.
    private var bar: Rect { Rect(x: 0, y: Self.textHeight + 2, width: width, height: Self.barHeight) }

    var marks: [Mark] {
        let edge = Path.roundedRectangle(bar.inset(by: -1.5), radius: 2)
        let fields = 4
        let field = width / Double(fields)
        let dark = stride(from: 0, to: fields, by: 2).map { index in
            Mark.fill(
                .rectangle(Rect(x: Double(index) * field, y: bar.minY, width: field, height: bar.height)), .nonZero,
                .color(palette.foreground))
        }
        let outline = Mark.stroke(
            .rectangle(bar.inset(by: 0.4)), StrokeStyle(width: 0.8, join: .miter), palette.foreground)
        return [.fill(edge, .nonZero, .color(palette.background.opacity(0.85)))]
            + [.fill(.rectangle(bar), .nonZero, .color(palette.background))] + dark + [outline] + letters
    }

    private var letters: [Mark] {
        func word(_ text: String, at fraction: Double) -> [Mark] {
            let block = fonts.layout(
                [TextSection(text, font: .interface(weight: 600))],
                options: TextBlockOptions(size: Self.textSize, lineHeight: Self.textHeight, justify: .left))
            let x = max(0, (width - block.width) * fraction)
            return block.marks(at: Point(x, 0), [palette.foreground], halo: palette.halo)
        }
        let end = word(distance.text, at: 1)
        return width < 60 ? end : word("0", at: 0) + end
    }
}

/// The map's scale as a ratio, and where it is true; points from its top-left corner.
struct ScaleRatioArtwork {
    let size: Size
    let marks: [Mark]

    private static let (textSize, lineHeight) = (10.0, 13.0)

    init(_ viewport: Viewport, palette: DecorationPalette, fonts: FontLibrary) {
        let block = fonts.layout(
            [
                TextSection(Self.ratio(viewport), font: .interface(weight: 700)),
                TextSection(" " + Self.place(viewport), font: .interface(weight: 500)),
            ],
            options: TextBlockOptions(size: Self.textSize, lineHeight: Self.lineHeight, justify: .left))
        size = Size(width: block.width, height: Self.lineHeight)
        marks = block.marks(at: .zero, [palette.foreground, palette.foreground], halo: palette.halo)
    }

    /// Such as `1:25 000`; of a map whose camera has no scale, to three digits.
    static func ratio(_ viewport: Viewport) -> String {
        var denominator = viewport.mapScale
        if !viewport.isTrueToScale {
            var unit = 1.0
            while denominator / unit >= 1000 { unit *= 10 }
            denominator = (denominator / unit).rounded() * unit
        }
        // A camera's scale is a number that went through a zoom.
        let exact = (denominator * 1e6).rounded() / 1e6
        let text = formatted(exact >= 1000 ? exact.rounded() : exact)
        return "1:" + (exact >= 10_000 ? grouped(text) : text)
    }

    /// Web Mercator has one scale along each parallel.
    private static func place(_ viewport: Viewport) -> String {
        guard viewport.perspective == nil else { return "at the center" }
        let latitude = (viewport.center.latitude * 100).rounded() / 100
        return "at \(formatted(abs(latitude)))°" + (latitude == 0 ? "" : latitude > 0 ? " N" : " S")
    }

    /// Digits in threes, with narrow spaces that do not break between them.
    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append("\u{202F}") }
            text.append(digit)
        }
        return text
    }
}

extension DecorationArtwork {
    /// The artwork below the ratio.
    func below(_ ratio: ScaleRatioArtwork) -> DecorationArtwork {
        var artwork = self
        artwork.size = Size(width: max(size.width, ratio.size.width), height: size.height + ratio.size.height)
        artwork.marks = ratio.marks + marks.moved(by: Point(0, ratio.size.height))
        return artwork
    }
}

/// A round distance: 1, 2 or 5 times a power of ten of a unit.
package struct RoundDistance: Hashable {
    package var meters: Double
    /// Such as "500 m".
    package var text: String

    /// The longest round distance of at most `limit` metres; nil when the limit is out of range.
    package init?(atMost limit: Double, units: ScaleBar.Units) {
        guard limit > 1e-3, limit < 1e9 else { return nil }
        var (unit, name) = (units.large, units.largeName)
        switch units {
        case .metric where limit < unit: (unit, name) = (1, "m")
        case .imperial where limit < unit: (unit, name) = (0.3048, "ft")
        case .metric, .imperial, .nautical: break
        }
        var step = 1.0
        while step > limit / unit { step /= 10 }
        while step * 10 <= limit / unit { step *= 10 }
        // Tolerates rounding errors of sums.
        let leading = limit / unit / step * (1 + 1e-9)
        let count = leading >= 5 ? step * 5 : leading >= 2 ? step * 2 : step
        meters = count * unit
        text = "\(RoundDistance.decimal(count)) \(name)"
    }

    private static func decimal(_ number: Double) -> String {
        guard number < 1 else { return String(Int(number.rounded())) }
        var digits = 0
        var whole = number
        while whole < 0.999, digits < 9 {
            whole *= 10
            digits += 1
        }
        return "0." + String(repeating: "0", count: digits - 1) + String(Int(whole.rounded()))
    }
}

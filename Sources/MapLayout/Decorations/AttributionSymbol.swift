// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// An "i" in a circle that stands for an attribution without room; points from its top-left corner.
struct AttributionSymbol {
    let palette: DecorationPalette

    private static let size = 14.0
    /// The distance to the output's edges.
    private static let margin = 3.0

    /// The bottom right corner of an output; nil when it is hardly larger than the symbol.
    static func frame(in output: Size) -> Rect? {
        let side = size + margin
        guard min(output.width, output.height) >= side + 2 * margin else { return nil }
        return Rect(x: output.width - side, y: output.height - side, width: size, height: size)
    }

    var marks: [Mark] {
        let center = Point(Self.size / 2, Self.size / 2)
        let ink = palette.foreground.opacity(0.9)
        let stem = Path.roundedRectangle(
            Rect(x: center.x - 0.75, y: center.y - 1.2, width: 1.5, height: 4.6), radius: 0.75)
        return [
            .fill(.circle(center: center, radius: center.x), .nonZero, .color(palette.background.opacity(0.85))),
            .stroke(.circle(center: center, radius: center.x - 1.6), StrokeStyle(width: 1), ink),
            .fill(stem, .nonZero, .color(ink)),
            .fill(.circle(center: Point(center.x, center.y - 3), radius: 0.95), .nonZero, .color(ink)),
        ]
    }
}

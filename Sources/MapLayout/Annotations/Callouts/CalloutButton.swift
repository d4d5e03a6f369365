// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

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
        var path = Path()
        path.addLines(points, closed: false)
        return line(path, width, palette.tint)
    }

    private func line(_ path: Path, _ width: Double, _ color: Color) -> Mark {
        .stroke(path, StrokeStyle(width: width, cap: .round, join: .round), color)
    }
}

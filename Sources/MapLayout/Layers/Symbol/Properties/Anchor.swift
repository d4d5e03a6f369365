// SPDX-License-Identifier: MIT
import MapPlane

/// The part of a label or icon that lies on its anchor (`text-anchor`, `icon-anchor`).
enum Anchor: String, Sendable {
    case center, left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// As a fraction of the box; (0, 0) is the top left.
    var fraction: Point {
        let x: Double =
            switch self {
            case .left, .topLeft, .bottomLeft: 0
            case .right, .topRight, .bottomRight: 1
            default: 0.5
            }
        let y: Double =
            switch self {
            case .top, .topLeft, .topRight: 0
            case .bottom, .bottomLeft, .bottomRight: 1
            default: 0.5
            }
        return Point(x, y)
    }

    /// The justification for `text-justify: auto`.
    var justify: String {
        switch fraction.x {
        case 0: "left"
        case 1: "right"
        default: "center"
        }
    }
}

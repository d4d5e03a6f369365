// SPDX-License-Identifier: MIT
import MapPlane

/// Which point of a label or icon lies on its place.
enum Anchor: String, Sendable {
    case center, left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// The anchor as a fraction of the box; (0, 0) is the top left.
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

    /// How lines of text are set against each other when `text-justify` is "auto".
    var justify: String {
        switch fraction.x {
        case 0: "left"
        case 1: "right"
        default: "center"
        }
    }
}

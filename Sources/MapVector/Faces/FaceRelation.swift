// SPDX-License-Identifier: MIT
import MapPlane

/// Which of two pieces hides the other.
enum FaceRelation {
    case apart
    /// The first one lies behind, and is hidden wholly or partly.
    case behind(isHidden: Bool)
    case before(hides: Bool)
    /// The planes meet within both: this function is zero there, and positive where the first one is nearer.
    case crossing(AffineFunction)

    init(_ a: FacePiece, _ b: FacePiece) {
        guard a.bounds.intersects(b.bounds) else {
            self = .apart
            return
        }
        let difference = a.nearness - b.nearness
        var (nearer, farther, level, shared) = (0.0, 0.0, 0.0, 0.0)
        for part in a.parts where part.bounds.intersects(b.bounds) {
            for other in b.parts {
                let overlap = part.intersection(other)
                guard overlap.count >= 3 else { continue }
                let area = signedArea(overlap)
                guard area > ConvexPart.minArea else { continue }
                shared += area
                // What differs by less lies in one plane.
                let tolerance = 1e-5 * abs(a.nearness(overlap[0]))
                let values = overlap.map(difference.callAsFunction)
                if values.allSatisfy({ abs($0) <= tolerance }) {
                    level += area
                } else if values.allSatisfy({ $0 >= -tolerance }) {
                    nearer += area
                } else if values.allSatisfy({ $0 <= tolerance }) {
                    farther += area
                } else {
                    let front = max(0, signedArea(cutting(overlap, by: difference)))
                    nearer += front
                    farther += max(0, area - front)
                }
            }
        }
        let least = Self.minOverlap
        switch (nearer > least, farther > least) {
        case (true, true): self = .crossing(difference)
        case (true, false): self = .before(hides: shared > b.area * 0.9999)
        case (false, true): self = .behind(isHidden: shared > a.area * 0.9999)
        // Of faces in one plane, the later one is on top.
        case (false, false): self = level > least ? .before(hides: shared > b.area * 0.9999) : .apart
        }
    }

    /// In square pixels.
    private static let minOverlap = 0.05
}

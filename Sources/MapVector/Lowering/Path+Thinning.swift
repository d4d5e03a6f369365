// SPDX-License-Identifier: MIT
import MapPlane

extension Path {
    /// The path without corners that lie within a tolerance of the line without them, and without closed figures that are
    /// smaller than it. Curves stay as they are.
    func thinned(_ tolerance: Double) -> Path {
        guard tolerance > 0 else { return self }
        var thinned = Path()
        for figure in figures {
            guard figure.isStraight, figure.points.count > 2 else {
                thinned.append(figure.path)
                continue
            }
            let box = figure.bounds
            if figure.isClosed, max(box.width, box.height) < tolerance { continue }
            var line = figure.points
            if figure.isClosed, line.first == line.last { line.removeLast() }
            let kept = simplified(line, tolerance: tolerance, closed: figure.isClosed)
            // A ring needs three corners to cover something.
            thinned.addLines(figure.isClosed && kept.count < 3 ? line : kept, closed: figure.isClosed)
        }
        return thinned
    }
}

// SPDX-License-Identifier: MIT
import MapPlane

extension Path {
    /// The path simplified to a tolerance, without closed figures that are smaller. Curves stay as they are.
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
            let simplifiedLine = simplified(line, tolerance: tolerance, closed: figure.isClosed)
            // A ring needs three vertices to cover an area.
            thinned.addLines(
                figure.isClosed && simplifiedLine.count < 3 ? line : simplifiedLine, closed: figure.isClosed)
        }
        return thinned
    }
}

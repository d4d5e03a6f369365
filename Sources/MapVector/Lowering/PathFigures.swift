// SPDX-License-Identifier: MIT
import MapGeometry

/// A figure of a path, from a move to the next one.
struct PathFigure {
    var verbs: ArraySlice<Path.Verb>
    var points: [Point]

    var isClosed: Bool { verbs.last == .close }
    var isStraight: Bool { !verbs.contains(.curve) }

    var bounds: Rect {
        Rect(around: points)
    }

    var path: Path {
        var path = Path()
        var rest = points[...]
        for verb in verbs {
            switch verb {
            case .move: path.move(to: rest.removeFirst())
            case .line: path.line(to: rest.removeFirst())
            case .curve: path.curve(rest.removeFirst(), rest.removeFirst(), to: rest.removeFirst())
            case .close: path.close()
            }
        }
        return path
    }
}

extension Path {
    /// The figures that begin with a move and have finite coordinates only.
    var figures: [PathFigure] {
        var figures: [PathFigure] = []
        var (verb, point) = (0, 0)
        while verb < verbs.count {
            let (firstVerb, firstPoint) = (verb, point)
            repeat {
                point += verbs[verb].pointCount
                verb += 1
            } while verb < verbs.count && verbs[verb] != .move
            guard verbs[firstVerb] == .move, point <= points.count else { continue }
            let part = Array(points[firstPoint..<point])
            guard part.allSatisfy({ abs($0.x) <= 1e9 && abs($0.y) <= 1e9 }) else { continue }
            figures.append(PathFigure(verbs: verbs[firstVerb..<verb], points: part))
        }
        return figures
    }
}

extension Path {
    /// Figures grouped with the holes that follow them, which have the opposite orientation.
    var polygons: [[PathFigure]] {
        var polygons: [[PathFigure]] = []
        var outside = 0.0
        for figure in figures {
            let area = signedArea(figure.points)
            if polygons.isEmpty || area * outside > 0 {
                if polygons.isEmpty { outside = area }
                polygons.append([figure])
            } else {
                polygons[polygons.count - 1].append(figure)
            }
        }
        return polygons
    }
}

extension Path.Verb {
    fileprivate var pointCount: Int {
        switch self {
        case .move, .line: 1
        case .curve: 3
        case .close: 0
        }
    }
}

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

// SPDX-License-Identifier: MIT
import MapPlane

/// One place at which a symbol could stand.
struct SymbolCandidate: Sendable {
    let look: SymbolLook
    let place: Point
    /// The line and the distance along it, for symbols on lines.
    let line: (MeasuredLine, at: Double)?
}

extension SymbolLayer {
    /// Every place at which one of the layer's symbols could stand, in order of preference.
    var candidates: [SymbolCandidate] {
        placement == .point ? pointCandidates : lineCandidates
    }

    private var pointCandidates: [SymbolCandidate] {
        features.flatMap { feature -> [SymbolCandidate] in
            guard case .points(let points) = feature.place else { return [] }
            return points.map { SymbolCandidate(look: feature.look, place: $0, line: nil) }
        }
    }

    private var lineCandidates: [SymbolCandidate] {
        var found: [SymbolCandidate] = []
        for street in streets {
            let lines = LineJoiner.join(street.lines, tolerance: 3)
            for line in lines.map(MeasuredLine.init) where line.length > 0 {
                for distance in stops(on: line) {
                    found.append(
                        SymbolCandidate(
                            look: street.look, place: line.point(at: distance), line: (line, distance)))
                }
            }
        }
        return found
    }

    /// All pieces with the same name and rank together, in the order in which they first appear.
    private var streets: [(look: SymbolLook, lines: [[Point]])] {
        struct Key: Hashable {
            let text: String?
            let size: Double?
            let sortKey: Double
        }
        var streets: [(look: SymbolLook, lines: [[Point]])] = []
        var known: [Key: Int] = [:]
        for feature in features {
            guard case .lines(let pieces) = feature.place else { continue }
            let key = Key(
                text: feature.look.text?.plain, size: feature.look.text?.size, sortKey: feature.look.sortKey)
            if key.text != nil, let index = known[key] {
                streets[index].lines += pieces.map(\.points)
            } else {
                known[key] = streets.count
                streets.append((feature.look, pieces.map(\.points)))
            }
        }
        return streets
    }

    /// Evenly spread distances at which symbols stand on a line, half a gap from its ends.
    private func stops(on line: MeasuredLine) -> [Double] {
        guard placement == .line else { return [line.length / 2] }
        let count = max(1, Int(min(10_000, line.length / spacing)))
        let gap = line.length / Double(count)
        return (0..<count).map { (Double($0) + 0.5) * gap }
    }
}

// SPDX-License-Identifier: MIT
import MapGeometry

/// Labels street names that found no anchor in any tile, on lines joined across tiles.
///
/// MapLibre leaves such streets unlabeled. Styles with their own glyph files are drawn exactly as MapLibre draws them;
/// for others a static map can do better.
struct CrossTileLineLabels {
    /// The largest gap between the ends of joined lines, in points.
    private static let tolerance = 3.0

    private struct Key: Hashable {
        let name: String
        let size: Double
    }

    private var order: [Key] = []
    private var streets: [Key: (properties: SymbolProperties, lines: [[Point]])] = [:]
    private var placedNames: Set<String> = []

    init(_ features: [SymbolFeature]) {
        for feature in features where !feature.pieces.isEmpty {
            guard let text = feature.properties.text else { continue }
            let key = Key(name: text.text, size: text.size)
            if streets[key] == nil {
                order.append(key)
                streets[key] = (feature.properties, feature.pieces)
            } else {
                streets[key]?.lines += feature.pieces
            }
        }
    }

    /// Records that a name is on the map.
    mutating func markPlaced(_ properties: SymbolProperties) {
        if let name = properties.text?.text { placedNames.insert(name) }
    }

    /// The anchors of names that are not yet on the map, in the order of their first appearance.
    ///
    /// - Parameters:
    ///   - spacing: how far apart names are, in pixels.
    ///   - maxAngle: how much a line may turn below a name, in radians.
    ///   - scale: pixels for each point.
    ///   - isSmooth: true where names follow the course of lines rather than each of their bends: those of rivers.
    ///   - perspective: how the camera sees a point of the ground.
    /// - Returns: the names with their anchors.
    func candidates(
        spacing: Double, maxAngle: Double, scale: Double, isSmooth: Bool = false,
        perspective: (Point) -> Perspective?
    ) -> [(SymbolProperties, [SymbolAnchor])] {
        order.filter { !placedNames.contains($0.name) }.compactMap { key in
            guard let street = streets[key], let text = street.properties.text, let block = text.options.first?.block,
                !block.bounds.isNull
            else { return nil }
            let finder = LineAnchorFinder(
                extent: .infinity, spacing: spacing, maxAngle: maxAngle, labelLength: block.bounds.width,
                angleWindow: 0.6 * text.size, boxScale: text.size / 24, overscaling: 1)
            let anchors = LineJoiner.join(street.lines, tolerance: Self.tolerance * scale).flatMap { own in
                let line = isSmooth ? own.smoothed(over: block.bounds.width / 2) : own
                let measured = MeasuredLine(line)
                return finder.evenlySpacedAnchors(on: line).compactMap { anchor -> SymbolAnchor? in
                    // Beside the river, a name would be that of something else.
                    if isSmooth, !own.passes(anchor.position, within: 1.5 * text.size) { return nil }
                    let perspective = perspective(anchor.position)
                    if let perspective, !perspective.shows(anchor.position) { return nil }
                    return SymbolAnchor(
                        ground: anchor.position, perspective, line: measured, distance: anchor.distance)
                }
            }
            return (street.properties, anchors)
        }
    }
}

extension [Point] {
    private static let mostSamples = 4000

    /// The course of a line: each point is the mean of those around it, twice.
    ///
    /// - Parameter length: of the part of the line that is averaged.
    /// - Returns: evenly spaced points; the line itself where it is short.
    fileprivate func smoothed(over length: Double) -> [Point] {
        let line = MeasuredLine(self)
        let reach = 4
        let step = Swift.max(length / Double(2 * reach), line.length / Double(Self.mostSamples))
        guard count > 2, step > 0, line.length > 4 * length else { return self }
        let samples = Int((line.length / step).rounded(.up))
        var points = (0...samples).map { line.point(at: line.length * Double($0) / Double(samples)) }
        for _ in 0..<2 {
            points = points.indices.map { index in
                // Ends stay where they are.
                let around = Swift.min(reach, index, points.count - 1 - index)
                let part = points[(index - around)...(index + around)]
                return part.reduce(.zero, +) * (1 / Double(part.count))
            }
        }
        return points
    }

    /// Whether a line comes as near to a point as a distance.
    fileprivate func passes(_ point: Point, within distance: Double) -> Bool {
        zip(self, dropFirst()).contains { squaredDistance(point, $0, $1) <= distance * distance }
    }
}

/// Joins lines of the same street that meet end to end across tile edges and junctions.
struct LineJoiner {
    /// The largest distance between ends that are joined, in pixels.
    private let tolerance: Double
    private var lines: [LineDeque?] = []
    /// The ends that are looked at around an end of a line: more are short lines in one place.
    private static let maxCandidates = 64
    private var ends: [Cell: [Int]] = [:]

    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    init(tolerance: Double) {
        self.tolerance = tolerance
    }

    static func join(_ pieces: [[Point]], tolerance: Double) -> [[Point]] {
        var joiner = LineJoiner(tolerance: tolerance)
        for piece in pieces where piece.count >= 2 { joiner.add(piece) }
        return joiner.lines.compactMap { $0?.points.removingRepeats(nearerThan: tolerance / 3) }
    }

    private mutating func add(_ piece: [Point]) {
        var line = LineDeque(piece)
        while let other = takeLine(meeting: line) {
            join(consume other, to: &line)
        }
        let index = lines.count
        lines.append(line)
        for end in [line.first, line.last] { ends[cell(of: end), default: []].append(index) }
    }

    /// Removes and returns an earlier line that has an end near either end of this one.
    private mutating func takeLine(meeting line: LineDeque) -> LineDeque? {
        guard line.first.distance(to: line.last) > tolerance else { return nil }
        for end in [line.first, line.last] {
            let middle = cell(of: end)
            for dx in -1...1 {
                for dy in -1...1 {
                    for index in (ends[Cell(x: middle.x + dx, y: middle.y + dy)] ?? []).prefix(Self.maxCandidates) {
                        guard let other = lines[index],
                            other.first.distance(to: end) <= tolerance || other.last.distance(to: end) <= tolerance
                        else { continue }
                        lines[index] = nil
                        for end in [other.first, other.last] { ends[cell(of: end)]?.removeAll { $0 == index } }
                        return other
                    }
                }
            }
        }
        return nil
    }

    /// Joins two lines at the ends that meet; the direction is that of the one that comes first.
    private func join(_ other: consuming LineDeque, to line: inout LineDeque) {
        if line.last.distance(to: other.first) > tolerance {
            if other.last.distance(to: line.first) <= tolerance {
                swap(&line, &other)
            } else {
                other.reverse()
                if line.last.distance(to: other.first) > tolerance { swap(&line, &other) }
            }
        }
        line.append(consume other)
    }

    private func cell(of p: Point) -> Cell {
        Cell(x: cellIndex(p.x), y: cellIndex(p.y))
    }

    private func cellIndex(_ value: Double) -> Int {
        Int(max(-1e9, min(1e9, (value / tolerance).rounded(.down))))
    }
}

extension [Point] {
    /// Without points close to the previous one, which make the line turn back where lines overlap slightly.
    fileprivate func removingRepeats(nearerThan distance: Double) -> [Point] {
        var result: [Point] = []
        for p in self where result.last.map({ $0.distance(to: p) >= distance }) ?? true { result.append(p) }
        if let end = last, result.count > 1, result.last != end { result[result.count - 1] = end }
        return result.count > 1 ? result : self
    }
}

// SPDX-License-Identifier: MIT
import MapCore
import MapData
package import MapGeo
import MapGeometry

/// Where the height of something on the map comes from.
public enum ElevationSource: String, CaseIterable, Hashable, Sendable {
    /// The ground: `Elevation` of the base map, else the heights of the style.
    case terrain
}

/// The heights of the ground, for what stands on it.
package struct GroundHeights: Sendable {
    /// Heights around the equator, as many as there are in a row.
    private let samples: Double
    private let find: @Sendable (Coordinate) -> Double?

    /// - Parameters:
    ///   - samples: how many heights there would be in a row around the equator.
    ///   - find: the height at a place in metres; nil where none is known.
    package init(samples: Double, _ find: @escaping @Sendable (Coordinate) -> Double?) {
        (self.samples, self.find) = (samples, find)
    }

    /// In metres above the sea; nil where none is known.
    package func height(at place: Coordinate) -> Double? { find(place) }

    /// The same for places in another datum.
    package func from(_ system: CoordinateSystem, to own: CoordinateSystem) -> GroundHeights {
        guard system != own else { return self }
        return GroundHeights(samples: samples) { [find] in find(system.convert($0, to: own)) }
    }

    /// Metres between two heights.
    private func spacing(at latitude: Double) -> Double {
        512 * WebMercator.metersPerPoint(at: latitude, zoom: 0) / max(1, samples)
    }
}

extension GroundHeights {
    /// Corners that one line gets besides its own.
    private static let mostCorners = 4096.0

    /// A line with the heights of the ground, also between its corners, where the ground goes up and down as well.
    ///
    /// - Parameters:
    ///   - line: at least one corner.
    ///   - samples: what was measured at the corners; heights are left out.
    ///   - place: how messages name the line.
    /// - Returns: the line as it was where no height is known, and how many corners have one.
    func standing(
        _ line: [Coordinate], _ samples: TrackSamples, at place: String
    ) -> (coordinates: [Coordinate], samples: TrackSamples, known: Int) {
        var rest = samples
        rest.elevations = []
        guard line.count > 1 else { return (line, rest, 0) }
        let lengths = zip(line, line.dropFirst()).map { $0.geodesic(to: $1).meters }
        let way = lengths.reduce(0, +)
        let step = max(spacing(at: line[0].latitude), way / Self.mostCorners)
        var (corners, origins): ([Coordinate], [Int?]) = ([line[0]], [0])
        for (index, length) in lengths.enumerated() {
            let parts = step > 0 && length.isFinite ? max(1, (length / step).rounded(.up)) : 1
            let (from, to) = (WebMercator.project(line[index]), WebMercator.project(line[index + 1]))
            for part in stride(from: 1.0, to: parts, by: 1) {
                corners.append(WebMercator.unproject(from + (to - from) * (part / parts)))
                origins.append(nil)
            }
            corners.append(line[index + 1])
            origins.append(index + 1)
        }
        guard RenderBudget.spend(corners.count - line.count, .vertices, at: place) else {
            return (line, rest, 0)
        }
        var own = TrackSamples()
        for path in TrackSamples.columns where rest[keyPath: path].count == line.count {
            let column = rest[keyPath: path]
            own[keyPath: path] = origins.map { $0.map { column[$0] } ?? .nan }
        }
        var known = 0
        own.elevations = corners.map { corner in
            guard !WorkContext.isCancelled, let height = height(at: corner) else { return .nan }
            known += 1
            return height
        }
        return known > 0 ? (corners, own, known) : (line, rest, 0)
    }
}

extension Annotation {
    /// The name of the property that has the height, and of the word in texts, with a dollar.
    private static let word = "elevation"

    /// Writes its height where it is asked for.
    mutating func stand(at height: Double, _ text: String) {
        self.height = height
        properties.set(Self.word, .number((height * 10).rounded() / 10))
        replace("$" + Self.word, with: text)
    }

    /// Leaves out what is not known.
    mutating func standNowhere() { replace("$" + Self.word, with: "–") }
}

extension Scene {
    /// True where something is to stand on the ground.
    package var needsGround: Bool {
        annotations.contains { $0.elevation == .terrain }
            || overlays.contains { if case .data(let data) = $0.content { data.elevation == .terrain } else { false } }
    }

    /// The scene, in the datum of its base map, with the heights of annotations that take theirs from the ground.
    ///
    /// - Parameters:
    ///   - ground: its heights.
    ///   - report: gets the indexes of annotations at which none is known.
    /// - Returns: the scene with the heights as texts of its annotations.
    package func standing(on ground: GroundHeights, _ report: (Int) -> Void) -> Scene {
        var scene = self
        let symbols = NumberSymbols(basemap.language)
        let isImperial = basemap.elevation?.contours?.unit == .feet
        for index in annotations.indices where annotations[index].elevation == .terrain {
            guard !WorkContext.isCancelled else { break }
            guard let height = ground.height(at: annotations[index].coordinate) else {
                scene.annotations[index].standNowhere()
                report(index)
                continue
            }
            let value = isImperial ? height / 0.3048 : height
            let number = symbols.text(value.rounded(), decimals: 0, isGrouped: abs(value) >= 10_000)
            scene.annotations[index].stand(at: height, "\(number)\u{A0}\(isImperial ? "ft" : "m")")
        }
        return scene
    }
}

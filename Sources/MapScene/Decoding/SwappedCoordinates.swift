// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// Finds annotations whose longitude and latitude seem to stand in the wrong order: alone they lie far from all else in
/// the scene, the other way round they lie among it.
struct SwappedCoordinates {
    /// The two least and the two greatest values, so that one may be left out.
    private struct Extent {
        private var low = (Double.infinity, Double.infinity)
        private var high = (-Double.infinity, -Double.infinity)

        mutating func add(_ value: Double) {
            if value < low.0 { low = (value, low.0) } else { low.1 = min(low.1, value) }
            if value > high.0 { high = (value, high.0) } else { high.1 = max(high.1, value) }
        }

        /// Of all but one value that was added, grown by as much again, and by a degree at least.
        func range(without value: Double) -> ClosedRange<Double>? {
            let (from, to) = (value == low.0 ? low.1 : low.0, value == high.0 ? high.1 : high.0)
            guard from <= to else { return nil }
            let margin = max(1, to - from)
            return from - margin...to + margin
        }
    }

    private var longitudes = Extent()
    private var latitudes = Extent()
    private let annotations: [Annotation]

    init(_ scene: Scene) {
        annotations = scene.annotations
        for c in annotations.map(\.coordinate) + scene.overlays.flatMap(\.samplePlaces) {
            longitudes.add(c.longitude)
            latitudes.add(c.latitude)
        }
    }

    /// Warns at the coordinates; `list` is the scene's list of annotations, of which none was left out.
    func warn(_ list: Field) {
        guard let fields = list.elements(), fields.count == annotations.count else { return }
        for (field, annotation) in zip(fields, annotations) {
            let c = annotation.coordinate
            guard abs(c.longitude) <= 90, let node = field.node["coordinate"], node.array != nil,
                let eastWest = longitudes.range(without: c.longitude),
                let northSouth = latitudes.range(without: c.latitude)
            else { continue }
            let lies = eastWest.contains(c.longitude) && northSouth.contains(c.latitude)
            let wouldLie = eastWest.contains(c.latitude) && northSouth.contains(c.longitude)
            guard !lies, wouldLie else { continue }
            field.member("coordinate", node).report(
                "the place lies far from all others, and among them the other way round", severity: .warning,
                code: SceneCode.swappedCoordinates,
                hint: "[lon, lat]: are they swapped?")
        }
    }
}

extension Overlay {
    /// Some of its places, enough to tell where it lies.
    fileprivate var samplePlaces: [Coordinate] {
        switch content {
        case .polyline(let line): Array(line.coordinates.prefix(100))
        case .polygon(let polygon): Array(polygon.coordinates.prefix(100))
        case .circle(let circle): [circle.center]
        case .fog, .tiles, .data, .graticule, .drawing: []
        }
    }
}

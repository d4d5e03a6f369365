// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Members that only some types of source have.
extension StyleSource {
    /// Image and video: the corners clockwise from the top left, longitude and latitude in degrees; nil unless all
    /// four are sound.
    package var corners: [(longitude: Double, latitude: Double)]? {
        let corners = members["coordinates"]?.array?.map { $0.array?.compactMap(\.number) ?? [] } ?? []
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else { return nil }
        return corners.map { ($0[0], $0[1]) }
    }

    /// How elevation is packed into colors (`encoding` and the factors of "custom"): metres are
    /// `red * r + green * g + blue * b - base` with components 0 to 255.
    package struct ElevationCode: Sendable, Hashable {
        package var red: Double
        package var green: Double
        package var blue: Double
        package var base: Double

        package init(red: Double, green: Double, blue: Double, base: Double) {
            self.red = red
            self.green = green
            self.blue = blue
            self.base = base
        }

        /// Mapbox Terrain-RGB, the default: tenths of a metre from -10,000 m.
        package static let mapbox = ElevationCode(red: 6553.6, green: 25.6, blue: 0.1, base: 10_000)
        /// Mapzen Terrarium: 1/256 metres from -32,768 m.
        package static let terrarium = ElevationCode(red: 256, green: 1, blue: 1 / 256, base: 32_768)
    }

    package var elevationCode: ElevationCode {
        switch members["encoding"]?.string {
        case "terrarium": .terrarium
        case "custom":
            ElevationCode(
                red: number("redFactor", 1), green: number("greenFactor", 1), blue: number("blueFactor", 1),
                base: number("baseShift", 0))
        default: .mapbox
        }
    }

    /// GeoJSON: true when lines know how far along they are (`line-gradient`).
    package var hasLineMetrics: Bool { members["lineMetrics"]?.bool ?? false }

    /// GeoJSON: how points are gathered; nil when they are not.
    package struct Clustering: Sendable, Hashable {
        /// Points of a 512-point tile.
        package var radius: Double
        /// The maximum zoom with clusters; nil means one less than the source's maximum.
        package var maxZoom: Double?
        package var minPoints: Double

        package init(radius: Double, maxZoom: Double?, minPoints: Double) {
            self.radius = radius
            self.maxZoom = maxZoom
            self.minPoints = minPoints
        }
    }

    package var clustering: Clustering? {
        guard members["cluster"]?.bool == true else { return nil }
        return Clustering(
            radius: max(number("clusterRadius", 50), 0), maxZoom: members["clusterMaxZoom"]?.number.map(boundedZoom),
            minPoints: max(number("clusterMinPoints", 2), 2))
    }

    /// The property that is used as the feature's id (`promoteId`) in a layer of the source.
    package func promotedID(layer: String) -> String? {
        members["promoteId"]?.string ?? members["promoteId"]?[layer]?.string
    }

    private func number(_ key: String, _ absent: Double) -> Double {
        members[key]?.number ?? absent
    }
}

// SPDX-License-Identifier: MIT
import MapDiagnostics

extension GeoJSONError {
    /// Why a position is out of range, as far as its numbers tell.
    var cause: String? {
        guard let numbers = node.array?.compactMap(\.number), numbers.count >= 2 else { return nil }
        let (x, y) = (abs(numbers[0]), abs(numbers[1]))
        if x <= 90, y > 90, y <= 180 { return "[longitude, latitude]: are they swapped?" }
        guard x > 720 || y > 720 else { return nil }
        return
            "these look like projected coordinates, in meters: GeoJSON is in longitudes and latitudes; convert it with "
            + "ogr2ogr -t_srs EPSG:4326"
    }

    /// The type that a misspelt one may be meant to be.
    var misspelling: String? {
        node.string.flatMap { didYouMean($0, ["Feature", "FeatureCollection"] + GeoJSONGeometry.types) }
    }
}

/// The member "crs" of GeoJSON before RFC 7946, section 4.
struct GeoJSONReferenceSystem {
    let node: JSONNode
    /// Such as `urn:ogc:def:crs:EPSG::3857`.
    let name: String

    init?(_ root: JSONNode) {
        guard let node = root["crs"], let name = node["properties"]?["name"]?.string else { return nil }
        self.node = node
        self.name = name
    }

    /// True for WGS 84, and for datums in degrees that are within meters of it: ETRS89 and NAD83.
    var isGeographic: Bool {
        if name.uppercased().contains("CRS84") { return true }
        let code = name.split(separator: ":").last.map(String.init)
        return ["4326", "4979", "4258", "4269", "84"].contains(code)
    }
}

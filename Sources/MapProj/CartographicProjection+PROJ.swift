// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo
package import MapGeometry
import Synchronization

extension CartographicProjection {
    /// Those that are known: their samples are kept for the next map.
    private static let known = Mutex<[String: CartographicProjection]>([:])
    private static let maxKnown = 32

    /// PROJ's names of projections that cut the Earth along more than one meridian.
    private static let interrupted: Set = [
        "igh", "igh_o", "imoll", "imoll_o", "healpix", "rhealpix", "isea", "qsc", "s2", "airocean", "peirce_q",
        "adams_hemi", "adams_ws1", "adams_ws2", "guyou",
    ]

    /// The projection of a coordinate system.
    ///
    /// - Parameters:
    ///   - definition: as `ReferenceSystem` takes it.
    ///   - title: for people; nil for what PROJ says.
    /// - Returns: nil for Web Mercator.
    /// - Throws: when the system is unknown or PROJ is not installed.
    package static func system(
        _ definition: String, title: String? = nil
    ) throws(Diagnostic) -> CartographicProjection? {
        if let found = known.withLock({ $0[definition] }) { return found }
        let system = try ReferenceSystem(definition)
        guard !system.isWebMercator else { return nil }
        let kind = system.parameters.kind
        guard !interrupted.contains(kind) else {
            throw Diagnostic(
                code: .basemapInterruptedProjection,
                "the Earth of the projection \(quoted(kind)) is in several pieces, in which no maps are drawn",
                hint: "take \"equalEarth\", \"mollweide\" or \"robinson\" for the world")
        }
        let projection = plane(of: system, title: title)
        known.withLock { known in
            if known.count >= maxKnown { known.removeAll() }
            known[definition] = projection
        }
        return projection
    }

    /// The plane of a coordinate system, also of Web Mercator.
    ///
    /// - Parameters:
    ///   - system: of the plane.
    ///   - title: for people; nil for what PROJ says.
    /// - Returns: a projection without samples.
    package static func plane(of system: ReferenceSystem, title: String? = nil) -> CartographicProjection {
        let parameters = system.parameters
        return CartographicProjection(
            definition: system.definition, name: title ?? (system.name == "unknown" ? system.definition : system.name),
            wellKnownText: system.wellKnownText, centralMeridian: parameters.centralMeridian,
            // Operations between datums are not each other's inverse everywhere: grids end, and others take their place.
            reach: parameters.reach, latitudes: parameters.latitudes, hemisphere: parameters.hemisphere,
            slack: system.isGeographic ? 0.002 : 200,
            forward: { places in
                var points = places
                // Without memory, there is nothing to be drawn.
                do { try system.fromLongitudeLatitude(&points) } catch { return places.map { _ in Point(.nan, .nan) } }
                guard system.isGeographic else { return points }
                // Longitudes go on beyond 180 degrees.
                return zip(points, places).map { Point($0.x + 360 * (($1.x - $0.x) / 360).rounded(), $0.y) }
            },
            inverse: { points in
                var places = points
                do { try system.toLongitudeLatitude(&places) } catch { return points.map { _ in Point(.nan, .nan) } }
                return places
            })
    }
}

/// What a map needs to know of a projection.
private struct ProjectionParameters {
    /// PROJ's name of it.
    let kind: String
    let centralMeridian: Double
    let reach: Double
    let latitudes: ClosedRange<Double>
    let hemisphere: CartographicProjection.Hemisphere?
}

extension ReferenceSystem {
    /// What a map needs to know of a projection.
    fileprivate var parameters: ProjectionParameters {
        let text = projString ?? ""
        func value(_ name: String) -> String? {
            text.split(separator: " ").first { $0.hasPrefix("+\(name)=") }.map {
                String($0.dropFirst(name.utf8.count + 2))
            }
        }
        let kind = value("proj") ?? ""
        let zone = kind == "utm" ? value("zone").flatMap(Double.init).map { $0 * 6 - 183 } : nil
        let meridian = zone ?? (value("lon_0") ?? value("lonc")).flatMap(Double.init) ?? 0
        // Half a world from its meridian, a transverse projection goes to infinity and beyond.
        let isTransverse = ["utm", "tmerc", "etmerc", "cass", "poly", "omerc", "somerc"].contains(kind)
        let latitude = value("lat_0").flatMap(Double.init) ?? 0
        let parallels = ["lat_1", "lat_2", "lat_0", "lat_ts"].compactMap { value($0).flatMap(Double.init) }
        // Halfway from the equator to the pole that is infinitely far, things are three to four times as large.
        let latitudes: ClosedRange<Double> =
            switch kind {
            case "lcc" where parallels.prefix(2).reduce(0, +) < 0: -90...45
            case "lcc": -45...90
            case "merc": -WebMercator.maxLatitude...WebMercator.maxLatitude
            case "stere" where latitude < -89.9: -90...45
            case "stere" where latitude > 89.9: -45...90
            default: -90...90
            }
        let radius: Double? =
            switch kind {
            // Around a pole, the cut goes along a meridian, and nothing is wrong.
            case "laea", "aeqd", "stere", "sterea": abs(latitude) > 89.9 ? nil : 85
            case "ortho", "gnom", "geos", "nsper", "tpers": 60
            default: nil
            }
        return ProjectionParameters(
            kind: kind, centralMeridian: meridian.isFinite ? meridian : 0, reach: isTransverse ? 80 : 180,
            latitudes: latitudes,
            hemisphere: radius.map {
                CartographicProjection.Hemisphere(latitude: latitude.isFinite ? latitude : 0, radius: $0)
            })
    }
}

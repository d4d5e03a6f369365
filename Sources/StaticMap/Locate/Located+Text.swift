// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension LocationResolver.Located {
    /// What was found, as JSON over several lines, as `staticmap locate` prints it.
    public var json: String {
        JSONNode.members([
            "rule": .text(rule.rawValue), "failed": failed.isEmpty ? nil : .list(failed.map { .text($0.rawValue) }),
            "reason": .text(reason.rawValue), "coordinate": .coordinate(coordinate),
            "coordinateSystem": coordinateSystem.node, "name": place.map { .text($0.name) },
            "address": place.map { .text($0.address) }, "nameSource": nameSource.map { .text($0.rawValue) },
            "properties": place?.properties,
            "nearby": .list(
                nearby.map { neighbor in
                    .members([
                        "name": .text(neighbor.place.name), "address": .text(neighbor.place.address),
                        "coordinate": .coordinate(neighbor.place.coordinate), "distance": .count(neighbor.distance),
                        "properties": neighbor.place.properties,
                    ])
                }),
        ]).lines + "\n"
    }
}

// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo

/// Converts what is known in the map's datum into the scene's: all outputs are in that, and say so.
struct SceneDatum: Sendable {
    let scene: CoordinateSystem
    let map: CoordinateSystem

    init(_ systems: (scene: CoordinateSystem, map: CoordinateSystem)) {
        scene = systems.scene
        map = systems.map
    }

    func inScene(_ coordinate: Coordinate) -> Coordinate { map.convert(coordinate, to: scene) }

    func inScene(_ box: CoordinateBox) -> CoordinateBox { map == scene ? box : box.mapped(inScene) }
}

extension CoordinateSystem {
    /// The member "coordinateSystem" of outputs.
    package var node: JSONNode { .text(rawValue) }
}

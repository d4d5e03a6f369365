// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo
import MapPlane

extension Scene {
    /// Decodes a scene and reports all that is wrong with it.
    /// - Returns: nil when there was an error; warnings leave a scene.
    package static func decode(_ field: Field) -> Scene? {
        let errors = field.diagnostics.errorCount
        guard var object = field.object() else { return nil }
        _ = object.field("$schema")?.string()
        object.required("version", checkVersion)
        var scene = Scene(
            size: object.optional("size", Size.init),
            scale: object.optional("scale") { $0.number(in: Scene.scales) } ?? 1,
            basemap: object.optional("basemap", BaseMap.init) ?? BaseMap(),
            camera: object.optional("camera", Camera.init) ?? Camera())
        let annotations = object.field("annotations")
        scene.annotations = annotations?.array(Annotation.init) ?? []
        scene.selection = object.optional("selection") { $0.choice(of: Selection.self) } ?? .multiple
        let clusters = object.field("clusters")
        scene.clusters = clusters?.array(ClusterStyle.init) ?? []
        scene.numbering = object.optional("numbering", Numbering.init) ?? Numbering()
        scene.userLocation = object.optional("userLocation", UserLocation.init)
        scene.appearance = object.optional("appearance") { $0.choice(of: Appearance.self) }
        let overlays = object.field("overlays")
        scene.overlays = overlays?.array(Overlay.init) ?? []
        scene.decorations = object.optional("decorations") { $0.array(Decoration.init) } ?? []
        scene.coordinateSystem = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) } ?? .wgs84
        scene.attribution = object.optional("attribution", Attribution.init) ?? .automatic
        object.finish()
        scene.reportSelections(annotations)
        ClusterNames(annotations, clusters).check()
        SceneIDs(annotations, overlays).check(camera: object.object["camera"].map { field.member("camera", $0) })
        guard field.diagnostics.errorCount == errors else { return nil }
        if let annotations { SwappedCoordinates(scene).warn(annotations) }
        return scene
    }

    private static func checkVersion(_ field: Field) -> Void? {
        field.node.number == 1 ? () : field.expected("1, the one version of scenes there is")
    }
}

extension Size {
    /// `[width, height]` in points.
    fileprivate init?(_ field: Field) {
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "[width, height]")
            return nil
        }
        let sides = 1...Scene.longestSide
        let (width, height) = (fields[0].number(in: sides), fields[1].number(in: sides))
        guard let width, let height else { return nil }
        self.init(width: width, height: height)
    }
}

extension Attribution {
    /// "auto", "none", or the text itself.
    fileprivate init?(_ field: Field) {
        switch field.string() {
        case "auto": self = .automatic
        case "none": self = .hidden
        case .some(let text): self = .text(text)
        case nil: return nil
        }
    }
}

// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapPlane

extension Scene {
    /// Decodes a scene and reports all that is wrong with it.
    /// - Returns: nil when there was an error; warnings leave a scene.
    package static func decode(_ field: Field) -> Scene? {
        let errors = field.problems.errorCount
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
        scene.appearance = object.optional("appearance") { $0.choice(of: Appearance.self) } ?? .light
        scene.attribution = object.optional("attribution", Attribution.init) ?? .automatic
        object.finish()
        checkIDs(annotations, camera: object.object["camera"].map { field.member("camera", $0) })
        return field.problems.errorCount == errors ? scene : nil
    }

    private static func checkVersion(_ field: Field) -> Void? {
        field.node.number == 1 ? () : field.expected("1, the one version of scenes there is")
    }

    /// Ids are unique, and those that the camera fits exist.
    private static func checkIDs(_ annotations: Field?, camera: Field?) {
        var ids: Set<String> = []
        for annotation in annotations?.node.array.flatMap({ _ in annotations?.elements() }) ?? [] {
            guard let node = annotation.node["id"], let id = node.string else { continue }
            if !ids.insert(id).inserted {
                annotation.member("id", node).report("expected an id of its own, found \(node.found) again")
            }
        }
        guard let camera, let fit = camera.node["fit"], fit.array != nil else { return }
        for element in camera.member("fit", fit).elements() ?? [] {
            guard let id = element.node.string, !ids.contains(id) else { continue }
            element.report(
                "expected the id of an annotation, found \(element.node.found)", hint: didYouMean(id, ids.sorted()))
        }
    }
}

extension Size {
    /// `[width, height]` in points.
    fileprivate init?(_ field: Field) {
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report("expected [width, height], found \(field.node.found)")
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

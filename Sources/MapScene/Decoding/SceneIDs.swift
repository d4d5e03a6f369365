// SPDX-License-Identifier: MIT
import MapDiagnostics

/// The names that a scene's items have, and those that they are called by.
struct SceneIDs {
    private let items: [Field]
    private let overlays: [Field]

    /// Takes the scene's lists as they stand in the text.
    init(_ annotations: Field?, _ overlays: Field?) {
        func members(_ list: Field?) -> [Field] { list?.node.array == nil ? [] : list?.elements() ?? [] }
        self.overlays = members(overlays)
        items = members(annotations) + self.overlays
    }

    /// Ids are unique, and those that the camera fits and that fog clears around exist.
    func check(camera: Field?) {
        var ids: Set<String> = []
        for item in items {
            guard let node = item.node["id"], let id = node.string else { continue }
            if !ids.insert(id).inserted {
                item.member("id", node).report(
                    expected: "an id of its own", found: "\(node.summary) again", code: SceneCode.duplicateID)
            }
        }
        if let camera, let fit = camera.node["fit"], fit.array != nil {
            camera.member("fit", fit).checkNames(in: ids, of: "an annotation or overlay")
        }
        let tracks = Set(overlays.compactMap { $0.node["type"]?.string == "fog" ? nil : $0.node["id"]?.string })
        for overlay in overlays {
            guard let reveal = overlay.node["reveal"], reveal.array != nil else { continue }
            for hole in overlay.member("reveal", reveal).elements() ?? [] {
                guard let track = hole.node["track"] else { continue }
                hole.member("track", track).checkNames(in: tracks, of: "an overlay")
            }
        }
    }
}

extension Field {
    /// Reports names, one or an array of them, that nothing has.
    fileprivate func checkNames(in ids: Set<String>, of things: String) {
        for name in node.array == nil ? [self] : elements() ?? [] {
            guard let id = name.node.string, !ids.contains(id) else { continue }
            name.report(
                expected: "the id of \(things)", found: name.node.summary, code: SceneCode.unknownID,
                hint: didYouMean(id, ids.sorted()))
        }
    }
}

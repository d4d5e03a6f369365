// SPDX-License-Identifier: MIT
public import MapDiagnostics
import MapPlane
import MapScene
import MapStyle

extension MapRenderer {
    /// All problems of a scene and of the style and tiles that it names, or of a MapLibre style.
    ///
    /// - Parameters:
    ///   - text: UTF-8 JSON.
    ///   - file: how messages name it; relative paths begin in its folder.
    /// - Returns: what is wrong, in the order in which it was found.
    public func check(_ text: [UInt8], file: String) -> [Diagnostic] {
        let diagnostics = DiagnosticSink()
        do {
            try withinLimits { () throws(RenderError) in check(text, file: file, diagnostics) }
        } catch {
            error.diagnostics.forEach(diagnostics.add)
        }
        return diagnostics.all
    }

    private func check(_ text: [UInt8], file: String, _ diagnostics: DiagnosticSink) {
        do {
            let json = try JSONDocument(file: file, text: text)
            if json.root.isStyle { return StyleValidation.diagnostics(for: json).forEach(diagnostics.add) }
            var document = try SceneDocument(text: text, file: file)
            document.diagnostics.forEach(diagnostics.add)
            document.scene.size = document.scene.size ?? Size(width: 800, height: 600)
            _ = try open(document, diagnostics)
        } catch let error as Diagnostic {
            diagnostics.add(error)
        } catch let error as SceneError {
            error.diagnostics.forEach(diagnostics.add)
        } catch {
            // `open` has added its diagnostics.
        }
    }
}

extension JSONNode {
    /// True for a MapLibre style rather than a scene, also for one with mistakes in its very first keys: for all that has no
    /// key of a scene, nor one that is nearly such a key.
    var isStyle: Bool {
        if self["layers"]?.array != nil || self["version"]?.number == 8 { return true }
        let keys = Set((object?.members ?? []).map(\.key))
        let sceneKeys = [
            "basemap", "camera", "annotations", "overlays", "decorations", "userLocation", "size", "scale", "selection",
            "clusters", "numbering", "appearance", "coordinateSystem", "attribution",
        ]
        guard keys.isDisjoint(with: sceneKeys) else { return false }
        let styleKeys = ["layers", "sources", "glyphs", "sprite", "constants", "metadata"]
        if !keys.isDisjoint(with: styleKeys) { return true }
        return object != nil && self["version"]?.number != 1 && self["type"] == nil
            && !keys.contains { suggestion(for: $0, among: sceneKeys) != nil }
    }
}

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
            let json = try JSONDocument(file: file, text: text)
            if json.root.isStyle { return StyleValidation.diagnostics(for: json) }
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
        return diagnostics.all
    }
}

extension JSONNode {
    /// True for a MapLibre style rather than a scene, also for one with mistakes in these very keys: it has keys that only
    /// styles have, and none that only scenes have.
    var isStyle: Bool {
        if self["layers"]?.array != nil || self["version"]?.number == 8 { return true }
        let keys = Set((object?.members ?? []).map(\.key))
        return !keys.isDisjoint(with: ["layers", "sources", "glyphs", "sprite", "constants"])
            && keys.isDisjoint(with: ["basemap", "camera", "annotations", "overlays", "decorations", "userLocation"])
    }
}

// SPDX-License-Identifier: MIT
import MapCore
import MapScene

extension FuzzTarget {
    /// A scene file.
    static let scene = FuzzTarget("scene") { bytes throws(BrokenPromise) in
        guard let document = accepted({ () throws(SceneError) in try SceneDocument(text: bytes, file: "input.json") })
        else { return }
        let text = document.scene.json
        let again = try promised("a scene that was written cannot be read") { () throws(SceneError) in
            try SceneDocument(text: Array(text.utf8), file: "written.json")
        }
        try promise(again.scene.json == text, "a scene changes when it is written and read")
    }
}

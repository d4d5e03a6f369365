// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapScene
import StaticMap

extension FuzzTarget {
    /// A scene with a style of its own, drawn small; the length of the input says in which format.
    static let map = FuzzTarget("map", maxLength: 2048) { bytes throws(BrokenPromise) in
        let read = accepted { () throws(SceneError) in try SceneDocument(text: bytes, file: "input.json") }
        guard var document = read else { return }
        document.scene.size = Size(width: 96, height: 64)
        document.scene.scale = 1
        let format = [OutputFormat.png, .svg, .png, .pdf, .png8, .jpeg, .webp][bytes.count % 7]
        let drawn = accepted { () throws(RenderError) in try renderer.render(document, as: format) }
        guard let drawn else { return }
        try promise(drawn.width == 96 && drawn.height == 64, "a map has another size")
        let again = accepted { () throws(RenderError) in try fresh.render(document, as: format) }
        try promise(again?.bytes == drawn.bytes, "a map has other bytes when nothing is cached")
    }

    private static let renderer = MapRenderer(
        home: Home(folder: "/nonexistent"), fileRoots: [], threads: 1, cacheBytes: 4 << 20)
    private static let fresh = MapRenderer(
        home: Home(folder: "/nonexistent"), fileRoots: [], threads: 2, cacheBytes: 0)
}

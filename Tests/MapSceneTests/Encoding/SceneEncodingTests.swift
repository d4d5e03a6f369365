// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import TestSupport
import Testing

@Suite("A scene as JSON") struct SceneEncodingTests {
    /// Every valid scene of the tests and examples.
    private static let files: [URL] = {
        let manager = FileManager.default
        let folders = [TestFiles.cases, TestFiles.examples, packageRoot.appending(path: "Tests/GoldenTests/Cases")]
        return folders.flatMap { folder -> [URL] in
            let names = manager.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0) }
        }
    }()

    @Test("image data keeps its pixels per point") func imageData() {
        #expect(ImageAsset.data([1]).jsonNode.string == "data:;base64,AQ==")
        #expect(ImageAsset.data([1], scale: 2).jsonNode.string == "data:;scale=2.0;base64,AQ==")
    }

    @Test("a scene read from JSON, written and read again is the same scene") func roundTrip() throws {
        var count = 0
        for file in Self.files {
            guard let scene = try? SceneDocument(text: TestFiles.bytes(file), file: "a.json").scene else { continue }
            let again = try SceneDocument(text: Array(scene.json.utf8), file: "b.json").scene
            #expect(again.json == scene.json, "\(file.lastPathComponent)")
            #expect(again.annotations == scene.annotations, "\(file.lastPathComponent)")
            #expect(again.decorations == scene.decorations, "\(file.lastPathComponent)")
            #expect(again.camera == scene.camera, "\(file.lastPathComponent)")
            #expect(again.basemap == scene.basemap, "\(file.lastPathComponent)")
            count += 1
        }
        #expect(count > 100)
    }

    private let coordinate = Coordinate(latitude: 60, longitude: 24)

    @Test("a valid scene built in Swift has no diagnostics") func valid() {
        var scene = Scene(size: Size(width: 100, height: 100))
        scene.add(.marker("A", at: coordinate, callout: Callout(right: .button(.detailDisclosure, href: "a.html"))))
        scene.add(.image(.data([1, 2, 3]), at: coordinate))
        scene.add(
            .image(
                .drawing(size: Size(width: 4, height: 4)) { $0.text("<&", at: .zero, size: 3, color: .black) },
                at: coordinate))
        scene.add(Overlay.circle(center: coordinate, radius: 100, fillColor: nil, lineWidth: 0))
        scene.add(Decoration.scaleBar)
        #expect(scene.validate() == [])
    }

    @Test("a scene built in Swift is validated as one read from JSON, with the same paths") func invalid() {
        var scene = Scene(size: Size(width: 100, height: 0), scale: 99)
        scene.camera = .center(Coordinate(latitude: 91, longitude: 0), zoom: .nan)
        for _ in 0..<4 { scene.add(.pin("A", at: coordinate)) }
        scene.annotations[3].centerOffset.x = .points(1e9)
        scene.annotations[1].alpha = 2
        scene.annotations[2].href = "javascript:alert(1)"
        scene.add(.polyline([coordinate], lineWidth: -1, id: "a"))
        scene.add(.circle(center: coordinate, radius: 0, id: "a"))
        let paths = scene.validate().filter { $0.severity == .error }.map(\.path)
        #expect(
            Set(paths) == [
                "size[1]", "scale", "camera.center[1]", "camera.zoom", "annotations[3].centerOffset[0]",
                "annotations[1].alpha", "annotations[2].href", "overlays[0].coordinates", "overlays[0].lineWidth",
                "overlays[1].radius", "overlays[1].id",
            ])
        #expect(scene.validate().allSatisfy { $0.file == nil && $0.position == nil })
        #expect(SceneDocument(scene: scene).diagnostics == scene.validate())
    }
}

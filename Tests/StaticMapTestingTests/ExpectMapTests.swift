// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import StaticMapTesting
import TestSupport
import Testing

@Suite("expectMap") struct ExpectMapTests {
    private let folder: ScratchFolder
    private var references: URL { URL(filePath: folder.file("references")) }

    init() throws { folder = try ScratchFolder() }

    @Test("passes where the map matches its reference, and records what the reference was drawn from")
    func passes() async throws {
        await withKnownIssue { try await record("hotels/grand") }
        await expectMap(try Scene.oneCircle(), matches: "hotels/grand", in: references)
        #expect(try folder.names() == ["references"])
        let scene = String(decoding: try folder.contents("references/hotels/grand.json"), as: UTF8.self)
        #expect(scene.contains(#""radius": 40"#))
    }

    @Test("fails where it does not, and says what changed in the scene") func fails() async throws {
        await withKnownIssue { try await record("hotel") }
        let reference = reference("hotel")
        let document = SceneDocument(scene: try .oneCircle(radius: 60))
        let mismatch = try #require(
            try await reference.mismatch(of: MapRenderer.forTests.render(document), drawnFrom: document))
        let lines = mismatch.message.split(separator: "\n").map(String.init)
        #expect(lines[0].contains("of 4800 pixels differ, 0 may"))
        #expect(lines[1] == "the scene is not as it was recorded in hotel.json:")
        #expect(lines[2] == "  overlays[0].content.circle.radius: 40 → 60")
        #expect(mismatch.attachments.count == 3)
    }

    @Test("says that the scene is the same where it is") func sameScene() async throws {
        await withKnownIssue { try await record("hotel") }
        let map = try await MapRenderer.forTests.render(try .oneCircle(radius: 60))
        let mismatch = try reference("hotel").mismatch(of: map, drawnFrom: SceneDocument(scene: try .oneCircle()))
        #expect(mismatch?.message.contains("the scene is as it was recorded in hotel.json") == true)
    }

    @Test("fails the test that calls it, with images attached") func reported() async throws {
        try await withKnownIssue {
            await expectMap(try Scene.oneCircle(), matches: "absent", in: references)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("absent: there is no reference") }
        }
        try MismatchPage(forTest: URL(filePath: #filePath)).remove("absent")
    }

    @Test(
        "fails where the scene cannot be drawn, and where the name leaves the folder",
        arguments: ["a", "../a", "", "/a"])
    func errors(name: String) async throws {
        var scene = try Scene.oneCircle()
        if name == "a" { scene.basemap.style = .file("nowhere/style.json") }
        await withKnownIssue { [scene] in
            await expectMap(scene, matches: name, in: references, record: .all)
        }
        #expect((try? folder.names()) == [])
    }

    private func record(_ name: String) async throws {
        await expectMap(try Scene.oneCircle(), matches: name, in: references, record: .missing)
    }

    private func reference(_ name: String) -> MapReference {
        var reference = MapReference(
            name, in: references, tolerance: .standard,
            at: TestLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
        reference.page = MismatchPage(folder: URL(filePath: folder.file("page")))
        return reference
    }
}

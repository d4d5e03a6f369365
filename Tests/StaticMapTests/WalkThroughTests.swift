// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

/// The code that README and the documentation show, compiled and drawn.
@Suite("The walk-through") struct WalkThroughTests {
    static let article = "Sources/StaticMap/StaticMap.docc/FromMKMapSnapshotter.md"

    private func walkThrough(_ renderer: MapRenderer) async throws -> MapSnapshot {
        // show: FromMKMapSnapshotter.md
        let hotel = Coordinate(latitude: 60.1719, longitude: 24.9414)
        let cathedral = Coordinate(latitude: 60.1704, longitude: 24.9522)
        var scene = Scene(size: Size(width: 600, height: 400), scale: 2)
        scene.camera = .region(center: hotel, latitudinalMeters: 900, longitudinalMeters: 900)
        scene.add(.polyline([hotel, cathedral], strokeColor: .systemRed, lineWidth: 5, id: "walk"))
        scene.add(.marker("Cathedral", at: cathedral, tint: .systemPurple))
        scene.add(
            .pin(
                "Hotel", at: hotel, subtitle: "20 % off",
                callout: Callout(right: .button(.detailDisclosure, href: "hotel.html"))))
        scene.add(.scaleBar)

        let map = try await renderer.render(scene)
        let dot = map.point(for: hotel)
        let there = map.coordinate(at: Point(300, 200))
        let touched = map.hit(at: Point(dot.x, dot.y - 20)).target
        // end
        #expect(abs(dot.x - 300) < 0.01 && abs(dot.y - 200) < 0.01)
        #expect(abs(there.latitude - hotel.latitude) < 1e-9)
        #expect(touched == "annotation/1")
        return map
    }

    @Test("what the documentation shows is what is compiled here") func sameCode() throws {
        let shown = try blocks(of: Self.article, language: "swift")
        let compiled = try code(in: "Tests/StaticMapTests/WalkThroughTests.swift", "FromMKMapSnapshotter.md")
        #expect(shown.contains(compiled))
    }

    @Test("the scene in Swift and the scene in JSON are the same image") func sameScene() async throws {
        let json = try #require(try blocks(of: Self.article, language: "json").first)
        let fromSwift = try await walkThrough(Maps.shared)
        let fromJSON = try Maps.render(json)
        #expect(fromJSON.warningTexts == [])
        #expect(fromSwift.warningTexts == [])
        #expect(try fromSwift.bitmap().colorCount > 100)
        #expect(fromSwift.bytes == fromJSON.bytes)
    }

    @Test("the sample of README draws the scene of README") func readme() async throws {
        let scratch = try ScratchFolder()
        func URL(filePath: String) -> Foundation.URL { Foundation.URL(filePath: scratch.file(filePath)) }
        // show: README.md
        let renderer = MapRenderer()
        var scene = Scene(size: Size(width: 600, height: 400), scale: 2)
        scene.camera = .fit(padding: 48)
        scene.add(.pin(at: Coordinate(latitude: 60.1719, longitude: 24.9414), tint: .systemPurple))
        scene.add(.marker("Cathedral", at: Coordinate(latitude: 60.1704, longitude: 24.9522)))
        let map = try await renderer.render(scene)
        try map.write(to: URL(filePath: "map.png"))
        // end
        let json = try #require(try blocks(of: "README.md", language: "json").first)
        let document = try SceneDocument(text: Array(json.utf8), file: "scene.json")
        let same = try await renderer.render(document)
        #expect(try scratch.contents("map.png") == same.data)
    }

    /// Fenced blocks of a page.
    private func blocks(of page: String, language: String) throws -> [String] {
        let text = try String(contentsOf: packageRoot.appending(path: page), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    /// The lines of a source between "// show: page" and "// end", without their indent.
    private func code(in source: String, _ page: String) throws -> String {
        let text = try String(contentsOf: packageRoot.appending(path: source), encoding: .utf8)
        let lines =
            text.components(separatedBy: "// show: \(page)\n").dropFirst().first?
            .components(separatedBy: "// end")[0].components(separatedBy: "\n").dropLast() ?? []
        return lines.map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }.joined(separator: "\n")
    }
}

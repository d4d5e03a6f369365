// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import TestSupport
import Testing

@Suite("Annotation collisions") struct AnnotationCollisionTests {
    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)
    private let viewport = Viewport(
        size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 6.4)

    /// The rule said in the slowest way: whoever is hidden is covered by one that is shown and comes before it, and of
    /// those shown none covers another unless it is required.
    @Test("resolve as in a brute-force comparison", arguments: [UInt64(1), 2, 3]) func twin(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let crowd = (0..<400).map { index in
            var marker = Annotation(
                id: String(index),
                at: Coordinate(
                    latitude: .random(in: -1.5...1.5, using: &random),
                    longitude: .random(in: -2.4...2.4, using: &random)))
            marker.displayPriority = [100, 250, 250, 750, 1000].randomElement(using: &random)
            return marker
        }
        let placed = AnnotationLayout(viewport: viewport, fonts: Self.fonts).place(crowd)
        let shown = Set(
            placed.items.flatMap(\.targets).map(\.path).compactMap { path in
                Int(path.dropFirst("annotation/".count))
            })
        // A marker's frame, as row by row in MapKit: 28 points wide, from 37 above the tip to 1 below.
        let frames = crowd.map { marker in
            Rect(minX: -14, minY: -37, maxX: 14, maxY: 1).offset(by: viewport.point(for: marker.coordinate))
        }
        func comesBefore(_ a: Int, _ b: Int) -> Bool {
            let (x, y) = (crowd[a].displayPriority ?? 0, crowd[b].displayPriority ?? 0)
            return x == y ? crowd[a].coordinate.latitude < crowd[b].coordinate.latitude : x > y
        }
        for index in crowd.indices {
            let coverers = shown.filter {
                $0 != index && comesBefore($0, index) && frames[$0].intersects(frames[index])
            }
            let mayHide = crowd[index].displayPriority != 1000
            #expect(shown.contains(index) == (!mayHide || coverers.isEmpty))
        }
    }

    @Test("captions stay inside the map and overlap neither artwork nor each other") func words() throws {
        var random = SplitMix(seed: 4)
        let crowd = (0..<120).map { index in
            Annotation(
                id: String(index),
                at: Coordinate(
                    latitude: .random(in: -1.6...1.6, using: &random),
                    longitude: .random(in: -2.5...2.5, using: &random)),
                title: ["Ekberg", "Café of the Seven Seas and Brothers", "赫尔辛基大教堂", "محطة القطار"][index % 4])
        }
        let placed = AnnotationLayout(viewport: viewport, fonts: Self.fonts).place(crowd)
        let words = placed.items.filter { !$0.mark.texts.isEmpty }
        let signs = placed.items.filter { $0.mark.texts.isEmpty }.flatMap(\.targets).map(\.shape.bounds)
        #expect(words.count >= 15)
        for (index, item) in words.enumerated() {
            let box = try #require(item.targets.first).shape.bounds
            #expect(viewport.pixelRect.contains(box))
            for other in words[(index + 1)...] {
                #expect(!box.intersects(try #require(other.targets.first).shape.bounds))
            }
            for sign in signs { #expect(!box.intersects(sign.inset(by: 1.01))) }
        }
    }
}

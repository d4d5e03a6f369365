// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapText
import TestSupport
import Testing

@Suite("Annotation clustering") struct AnnotationClusteringTests {
    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)
    /// A degree is some 120 points.
    private let viewport = Viewport(
        size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 6.4)

    private func cafe(_ id: String, _ latitude: Double, _ longitude: Double, name: String? = "cafe") -> Annotation {
        var cafe = Annotation(id: id, at: Coordinate(latitude: latitude, longitude: longitude), title: id)
        cafe.clusteringIdentifier = name
        return cafe
    }

    private func place(_ annotations: [Annotation], _ styles: [ClusterStyle] = []) -> AnnotationLayout.Output {
        AnnotationLayout(viewport: viewport, fonts: Self.fonts, clusters: styles).place(annotations)
    }

    private func ids(_ placed: AnnotationLayout.Output) -> Set<String> { Set(placed.items.map(\.id)) }

    @Test("colliding annotations of one identifier become one marker at their centroid") func joins() throws {
        let placed = place([cafe("a", 0, 0), cafe("b", 0, 0.1), cafe("far", 1, 2)])
        let cluster = try #require(placed.clusters.first)
        #expect(placed.clusters.count == 1)
        #expect(cluster.members == [0, 1])
        #expect(cluster.identifier == "cafe")
        #expect(abs(cluster.coordinate.longitude - 0.05) < 1e-9)
        #expect(ids(placed) == [cluster.id, "annotation/far"])
        let texts = placed.items.filter { $0.id == cluster.id }.flatMap { $0.mark.texts }
        #expect(Set(texts) == ["2", "a", "+1"])
    }

    @Test(
        "annotations of another identifier or none, selected ones and those without collisions are not clustered",
        arguments: ["other", "none", "selected", "mode"])
    func apart(why: String) {
        var second = cafe("b", 0, 0.1, name: why == "other" ? "bar" : why == "none" ? nil : "cafe")
        second.selected = why == "selected"
        second.canShowCallout = false
        second.displayPriority = Annotation.DisplayPriority.required
        if why == "mode" { second.collisionMode = .none }
        let placed = place([cafe("a", 0, 0), second])
        #expect(placed.clusters.isEmpty)
        #expect(ids(placed).contains("annotation/b"))
    }

    @Test("colliding clusters are merged until none of an identifier overlap") func rounds() {
        var random = SplitMix(seed: 5)
        let cafes = (0..<400).map { index in
            cafe("c\(index)", Double.random(in: -1.4...1.4, using: &random), .random(in: -2.2...2.2, using: &random))
        }
        let placed = place(cafes)
        #expect(placed.clusters.count > 3)
        let members = placed.clusters.flatMap(\.members)
        #expect(Set(members).count == members.count)
        // Every annotation is either a member or seen.
        #expect(members.count + ids(placed).filter { $0.hasPrefix("annotation/") }.count == 400)
        let heads = Set(placed.items.map(\.id)).compactMap { id in
            placed.items.last { $0.id == id && $0.role == .annotation }?.bounds
        }.map { Rect(x: $0.center.x - 13, y: $0.center.y - 15, width: 26, height: 30) }
        for (index, head) in heads.enumerated() {
            for other in heads[(index + 1)...] { #expect(!head.intersects(other)) }
        }
    }

    @Test("annotations behind a tilted camera do not shift the members of clusters") func behind() throws {
        let tilted = Viewport(
            size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 6.4,
            tilt: Tilt(pitch: 60))
        let hidden = (0..<5).map { cafe("hidden\($0)", -60, Double($0) * 20) }
        let layout = AnnotationLayout(viewport: tilted, fonts: Self.fonts)
        let cluster = try #require(layout.place(hidden + [cafe("a", 0, 0), cafe("b", 0, 0.1)]).clusters.first)
        #expect(cluster.members == [5, 6])
        #expect(abs(cluster.coordinate.longitude - 0.05) < 1e-9)
    }

    @Test("the member first by priority, then by order, gives title and tint") func leader() {
        var (a, b) = (cafe("a", 0, 0), cafe("b", 0, 0.1))
        b.displayPriority = 300
        a.view = .marker(Annotation.Marker(tint: .black))
        let placed = place([a, b])
        #expect(placed.items.contains { $0.mark.texts.contains("b") })
    }

    @Test("a cluster style sets the appearance, and can open a callout that lists the members") func styled() throws {
        var style = ClusterStyle(for: "cafe")
        style.glyphText = "$count×"
        style.selected = true
        style.callout = Callout(title: "$count cafés", detail: CalloutDetail(.text("$members")))
        let placed = place([cafe("a", 0, 0), cafe("b", 0, 0.1)], [ClusterStyle(), style])
        let texts = placed.items.flatMap { $0.mark.texts }
        #expect(Set(texts).isSuperset(of: ["2×", "2 cafés", "a", "b"]))
        #expect(placed.items.contains { $0.id == "cluster/cafe/1/callout/detail" })
    }
}

extension Mark {
    /// What its letters spell.
    var texts: [String] {
        switch self {
        case .glyphs(let run): [run.text]
        case .group(let group): group.marks.flatMap(\.texts)
        default: []
        }
    }
}

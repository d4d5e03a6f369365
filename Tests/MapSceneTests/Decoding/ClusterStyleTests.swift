// SPDX-License-Identifier: MIT
import MapGeo
import MapScene
import Testing

@Suite("Clusters and selection in scenes") struct ClusterStyleTests {
    private func read(_ members: String) -> (scene: Scene?, messages: [String]) {
        MapSceneTests.read(
            """
            {"version": 1, \(members), "annotations": [
              {"coordinate": [0, 0], "title": "A", "clusteringIdentifier": "cafe", "selected": true, "canShowCallout": true},
              {"coordinate": [0, 0], "title": "B", "selected": true, "canShowCallout": true}]}
            """)
    }

    @Test("everything there is") func all() {
        let (scene, messages) = read(
            """
            "numbering": {"start": 5}, "clusters": [{
              "identifier": "cafe", "tint": "green", "glyphText": "$count!", "glyphTint": "red", "title": "$title …",
              "subtitle": "", "titleVisibility": "visible", "subtitleVisibility": "hidden", "selected": true,
              "callout": {"detail": {"text": "$members"}}}]
            """)
        var style = ClusterStyle(for: "cafe")
        (style.tint, style.glyphTint) = (.systemGreen, .systemRed)
        (style.glyphText, style.title, style.subtitle) = ("$count!", "$title …", "")
        (style.titleVisibility, style.subtitleVisibility) = (.visible, .hidden)
        style.selected = true
        style.callout = Callout(detail: CalloutDetail(.text("$members")))
        #expect(messages.count == 1 && messages[0].contains("\"numbering\" has no effect"))
        #expect(scene?.clusters == [style])
        #expect(scene?.annotations.first?.clusteringIdentifier == "cafe")
        #expect(scene?.numbering.start == 5)
    }

    @Test("a style that nothing uses is told") func unused() {
        let (scene, messages) = read(#""clusters": [{"identifier": "cafes"}]"#)
        #expect(scene != nil)
        #expect(messages.count == 1)
        #expect(
            messages.first?.hasSuffix(
                #"no annotation has the clusteringIdentifier "cafes" (did you mean "cafe"?)"#) == true)
    }

    @Test("texts are filled in, and titles are not looked at again") func texts() {
        let members = ["$count", "B", nil].map { title in
            Annotation(at: Coordinate(latitude: 0, longitude: 0), title: title)
        }
        var style = ClusterStyle()
        style.callout = Callout(title: "All", detail: CalloutDetail(.text("$members: $more")))
        let cluster = style.annotation(for: members)
        #expect(cluster?.title == "$count")
        #expect(cluster?.subtitle == "+2")
        #expect(cluster?.marker?.glyphText == "3")
        #expect(cluster?.callout?.detail?.content == .text("$count\nB: 2"))
    }

    @Test(
        "a single selection leaves the last one", arguments: [("multiple", [true, true]), ("single", [false, true])])
    func selection(mode: String, left: [Bool]) {
        let (scene, messages) = read(#""selection": "\#(mode)""#)
        #expect(scene?.withSelection.annotations.map(\.selected) == left)
        #expect(messages.count == (mode == "single" ? 1 : 0))
        #expect(messages.allSatisfy { $0.contains("note") })
    }
}

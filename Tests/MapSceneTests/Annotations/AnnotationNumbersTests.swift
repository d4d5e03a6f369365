// SPDX-License-Identifier: MIT
import MapGeo
import MapScene
import Testing

@Suite("Automatic numbers") struct AnnotationNumbersTests {
    private func scene(_ glyphs: [String?], start: Int = 1) -> Scene {
        var scene = Scene()
        scene.numbering = Numbering(start: start)
        scene.annotations = glyphs.map { glyph in
            Annotation.marker("Stop", at: Coordinate(latitude: 0, longitude: 0), glyph: glyph)
        }
        return scene
    }

    @Test("count in the order of the list, and pass over those that ask for none") func counts() {
        let numbered = scene(["$num", "A", "$num", nil, "No. $num"]).numbered
        #expect(numbered.annotations.map(\.marker?.glyphText) == ["1", "A", "2", nil, "No. 3"])
        let entries = AnnotationNumbers(numbered.annotations).entries
        #expect(entries.map(\.index) == [0, 2, 4])
        #expect(entries.map(\.label) == ["1", "2", "3"])
    }

    @Test("letters are counted by themselves and go on after Z") func letters() {
        let list = [String](repeating: "$alpha", count: 28) + ["$num"]
        let labels = AnnotationNumbers(scene(list).annotations).entries.map(\.label)
        #expect(labels.prefix(2) == ["A", "B"])
        #expect(labels.suffix(4) == ["Z", "AA", "AB", "1"])
    }

    @Test("begin where they are told", arguments: [(0, "0", "A"), (3, "3", "C"), (27, "27", "AA")])
    func start(first: Int, number: String, letter: String) {
        #expect(
            scene(["$num", "$alpha"], start: first).numbered.annotations.map(\.marker?.glyphText) == [number, letter])
    }

    @Test("an annotation has one number, wherever it says it") func onePerAnnotation() {
        var scene = scene(["$num", "$num"])
        scene.annotations[1].title = "Stop $num"
        scene.annotations[1].subtitle = "$num of 2"
        let last = scene.numbered.annotations[1]
        #expect([last.marker?.glyphText, last.title, last.subtitle, last.number] == ["2", "Stop 2", "2 of 2", "2"])
    }

    @Test("numbering twice changes nothing") func twice() {
        let once = scene(["$num", "$alpha", "x"]).numbered
        #expect(once.numbered == once)
        #expect(AnnotationNumbers(once.annotations).entries == AnnotationNumbers(once.numbered.annotations).entries)
    }
}

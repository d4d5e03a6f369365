// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapScene
import Testing

@Suite("Reading callouts") struct CalloutDecodingTests {
    private func annotation(_ members: String) -> (annotation: Annotation?, messages: [String]) {
        let (scene, messages) = read(#"{"version": 1, "annotations": [{"coordinate": [0, 0], \#(members)}]}"#)
        return (scene?.annotations.first, messages)
    }

    @Test("everything there is") func all() {
        let (annotation, messages) = annotation(
            """
            "title": "Hotel", "selected": true, "canShowCallout": true, "callout": {
              "title": "Grand Hotel", "subtitle": "20 % off", "offset": [1, -10], "placement": "bottom", "overlap": 15,
              "appearance": "dark", "left": {"button": "infoDark"},
              "right": {"text": "Book", "id": "book", "href": "book.html", "label": "Book a room"},
              "detail": {"axis": "horizontal", "spacing": 6, "height": 30, "stack": [
                {"text": "a", "width": 100, "height": 100}, {"image": "a.png"}, {"box": "red", "width": 1, "height": 2}]}}
            """)
        var callout = Callout(
            title: "Grand Hotel", subtitle: "20 % off", left: CalloutAccessory(.button(.infoDark)),
            right: CalloutAccessory(.text("Book"), id: "book", href: "book.html", label: "Book a room"),
            detail: CalloutDetail(
                .stack(
                    .horizontal, spacing: 6,
                    [
                        CalloutDetail(.text("a"), width: 100, height: 100), CalloutDetail(.image("a.png")),
                        CalloutDetail(.box(.systemRed), width: 1, height: 2),
                    ]), height: 30))
        callout.offset = Point(1, -10)
        callout.placement = .bottom
        callout.overlap = 15
        callout.appearance = .dark
        #expect(messages == [])
        #expect(annotation?.callout == callout)
        #expect(annotation?.images == ["a.png"])
    }

    @Test("a card") func card() {
        let (annotation, messages) = annotation(
            """
            "selected": true, "callout": {"placement": "left", "tail": false, "content": {
              "type": "card", "icon": "a.png", "text": "Words", "rating": "b.png", "padding": 4, "maxTextWidth": 90,
              "wrap": "word", "background": "red"}}
            """)
        var card = CalloutCard(icon: "a.png", text: "Words", rating: "b.png")
        (card.padding, card.maxTextWidth, card.wrap, card.background) = (4, 90, .word, .systemRed)
        #expect(messages == [])
        #expect(annotation?.callout?.content == card)
        #expect(annotation?.callout?.placement == .left)
        #expect(annotation?.callout?.tail == false)
        #expect(annotation?.images == ["a.png", "b.png"])
        #expect(annotation?.openCallout != nil, "a card needs no title")
    }

    @Test("what a card would hide is told", arguments: ["left", "right", "detail", "subtitle"]) func hidden(key: String)
    {
        let value = key == "subtitle" ? #""x""# : #"{"text": "x"}"#
        let (annotation, messages) = annotation(
            #""selected": true, "callout": {"\#(key)": \#(value), "content": {"type": "card", "text": "x"}}"#)
        #expect(annotation != nil)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("is not shown beside a \"content\"") == true)
    }

    @Test("a selected marker may be told to open nothing") func largeMarker() {
        #expect(annotation(#""title": "A", "selected": true, "canShowCallout": false"#).messages == [])
    }

    @Test("MapKit's name for the offset") func calloutOffset() {
        let (annotation, messages) = annotation(
            #""title": "A", "selected": true, "canShowCallout": true, "calloutOffset": [1, -10]"#)
        #expect(messages == [])
        #expect(annotation?.openCallout?.offset == Point(1, -10))
    }

    @Test("a callout says what the annotation says unless told otherwise") func inherits() {
        let (annotation, messages) = annotation(
            #""title": "A", "subtitle": "B", "selected": true, "callout": {"subtitle": "C"}"#)
        #expect(messages == [])
        #expect(annotation?.openCallout?.title == "A")
        #expect(annotation?.openCallout?.subtitle == "C")
    }

    @Test(
        "a selection that opens nothing is told",
        arguments: [
            (
                #""title": "A", "selected": true"#,
                "selected has no effect: canShowCallout is false (\"canShowCallout\": true opens the callout)"
            ),
            (
                #""title": "A", "selected": true, "canShowCallout": false, "callout": {}"#,
                "selected has no effect: canShowCallout is false (\"canShowCallout\": true opens the callout)"
            ),
            (
                #""selected": true, "canShowCallout": true"#,
                "selected shows no callout: there is no title (give the annotation a \"title\")"
            ),
            (
                #""title": "A", "selected": true, "callout": {"detail": {"box": "red", "width": 9}}"#,
                "a box has no size of its own and shows nothing (give it \"width\" and \"height\", in points)"
            ),
        ])
    func warns(members: String, message: String) {
        let (annotation, messages) = annotation(members)
        #expect(annotation != nil)
        #expect(messages.count == 1)
        #expect(messages.first?.hasSuffix(message) == true)
        #expect(messages.first?.contains("warning") == true)
    }

    @Test(
        "no callout is open unless it is selected, allowed and titled",
        arguments: [
            (#""title": "A", "canShowCallout": true"#, false), (#""title": "A", "callout": {}"#, false),
            (#""title": "A", "selected": true, "canShowCallout": true"#, true),
            (#""selected": true, "callout": {"title": "A"}"#, true),
        ])
    func opens(members: String, isOpen: Bool) {
        #expect((annotation(members).annotation?.openCallout != nil) == isOpen)
    }
}

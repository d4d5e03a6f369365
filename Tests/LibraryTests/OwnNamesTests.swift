// SPDX-License-Identifier: MIT
import StaticMap
import Testing

// An app's own types, as SwiftUI would have them.
private struct Scene {
    var title = ""
}
private enum Color { case red }
private struct Path {
    var steps = 0
}
private struct Point: Equatable {
    var x: Float
}
private struct Size: Equatable {
    var width: Float
}
private struct Circle {}
private struct Position {}

/// A file with types of its own that are named like those of the library.
@Suite("Own names beside the library's") struct OwnNamesTests {
    @Test("an unqualified name is the file's, a qualified one the library's") func both() {
        let own = (Scene(title: "a"), Color.red, Path(steps: 1), Point(x: 1), Size(width: 2), Circle(), Position())
        #expect(own.0.title == "a" && own.3 == Point(x: 1) && own.4 == Size(width: 2))

        var scene = StaticMap.Scene(size: StaticMap.Size(width: 60, height: 40))
        let tint: StaticMap.Color = .systemPurple
        scene.add(.pin("Hotel", at: Coordinate(latitude: 60.1719, longitude: 24.9414), tint: tint))
        let outline = StaticMap.Path.circle(center: StaticMap.Point(12, 12), radius: 11)
        let reach = StaticMap.Circle(center: Coordinate(latitude: 60, longitude: 24), radius: 100)
        scene.add(Overlay(.circle(reach)))
        let position = StaticMap.Position(line: 1, column: 2)
        let insets = StaticMap.EdgeInsets(top: 1)
        let area = StaticMap.Rect(x: 0, y: 0, width: 1, height: 1)
        let properties: StaticMap.Properties = ["stars": "4"]
        #expect(scene.annotations.count == 1 && scene.overlays.count == 1 && outline != StaticMap.Path())
        #expect(position.column == 2 && insets.top == 1 && area.width == 1 && !properties.isEmpty)
    }
}

// SPDX-License-Identifier: MIT
import OtherUI
import StaticMap
import Testing

// show: SwiftUINames.md
typealias MapColor = StaticMap.Color
typealias MapPoint = StaticMap.Point
typealias MapSize = StaticMap.Size
// end

/// A file that imports another module with the same names, as SwiftUI is one.
@Suite("Names that another module has too") struct ImportedNamesTests {
    @Test("each is told apart by its module") func both() {
        #expect(OtherUI.Scene.self != StaticMap.Scene.self && OtherUI.Path.self != StaticMap.Path.self)
        #expect(OtherUI.Color.self != MapColor.self && OtherUI.Point.self != MapPoint.self)
        #expect(OtherUI.Size.self != MapSize.self && OtherUI.Circle.self != StaticMap.Circle.self)
        let hotel = Coordinate(latitude: 60.1719, longitude: 24.9414)
        // show: library.md
        var hotels = StaticMap.Scene(size: MapSize(width: 600, height: 400))
        let tint = StaticMap.Color(rgb: 0x5856D6)
        hotels.add(.pin("Hotel", at: hotel, tint: tint))
        // end
        #expect(hotels.size == StaticMap.Size(width: 600, height: 400))
    }

    @Test("factories need no names of types") func factories() {
        let hotel = Coordinate(latitude: 60.1719, longitude: 24.9414)
        var scene = StaticMap.Scene()
        // show: SwiftUINames.md
        scene.add(.pin("Hotel", at: hotel, tint: .systemPurple))
        // end
        #expect(scene.annotations.count == 1)
    }
}

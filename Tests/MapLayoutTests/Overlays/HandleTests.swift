// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import Testing

@Suite("Handles of areas") struct HandleTests {
    private let corners = [(24.93, 60.168), (24.945, 60.172), (24.95, 60.166), (24.93, 60.168)].map {
        Coordinate(latitude: $0.1, longitude: $0.0)
    }

    private func view(scale: Double = 1, bearing: Double = 0) -> Viewport {
        Viewport(
            size: Size(width: 200, height: 150), scale: scale, center: Coordinate(latitude: 60.17, longitude: 24.94),
            zoom: 12, bearing: bearing)
    }

    private func layout(
        _ handles: Handles?, images: [ImageAsset: AnnotationImage] = [:], scale: Double = 1, bearing: Double = 0
    ) -> HandleLayout {
        let area = Polygon(corners, handles: handles)
        return HandleLayout(
            viewport: view(scale: scale, bearing: bearing), overlays: [Overlay(.polygon(area), id: "area")],
            images: images)
    }

    @Test("are on the vertices, numbered in ring order; the closing vertex has none")
    func order() {
        let handles = layout(Handles()).handles
        #expect(handles.map(\.vertex) == [0, 1, 2])
        #expect(handles.map(\.id) == ["overlay/area/handle/0", "overlay/area/handle/1", "overlay/area/handle/2"])
        #expect(layout(nil).handles.isEmpty)
    }

    @Test("are not drawn without their area") func hidden() {
        var overlay = Overlay(.polygon(Polygon(corners, handles: Handles())))
        overlay.alpha = 0
        #expect(HandleLayout(viewport: view(), overlays: [overlay]).handles.isEmpty)
    }

    @Test("are not drawn behind a globe") func behind() {
        let area = Polygon(
            [(0, 0), (40, 0), (160, 30)].map { Coordinate(latitude: $0.1, longitude: $0.0) }, handles: Handles())
        let globe = Viewport(
            size: Size(width: 200, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 0,
            projection: .globe)
        #expect(HandleLayout(viewport: globe, overlays: [Overlay(.polygon(area))]).handles.map(\.vertex) == [0, 1])
    }

    @Test("take touches in 44 by 44 points around the corner", arguments: [1.0, 2, 3], [0.0, 37])
    func hitBox(scale: Double, bearing: Double) {
        let view = view(scale: scale, bearing: bearing)
        for (handle, corner) in zip(layout(Handles(), scale: scale, bearing: bearing).handles, corners) {
            #expect(handle.center.distance(to: view.point(for: corner) * scale) < 1e-9)
            #expect(handle.hitBox.center.distance(to: handle.center) < 1e-9)
            #expect(abs(handle.hitBox.width - 44 * scale) < 1e-9 && abs(handle.hitBox.height - 44 * scale) < 1e-9)
        }
    }

    @Test("show an image in its natural size, another one where highlighted") func images() throws {
        let plain = Bitmap(width: 20, height: 10, pixels: [UInt32](repeating: 0xFFFF_0000, count: 200))
        let lit = Bitmap(width: 30, height: 30, pixels: [UInt32](repeating: 0xFF00_00FF, count: 900))
        let images: [ImageAsset: AnnotationImage] = [
            "a.png": AnnotationImage(plain, density: 2), "b.png": AnnotationImage(lit, density: 2),
        ]
        let drawn = layout(
            Handles(image: "a.png", highlightedImage: "b.png", highlighted: 1), images: images, scale: 2)
        let widths = drawn.items.map(\.bounds.width)
        // The highlighted one lies on top.
        #expect(widths == [20, 20, 30])
        #expect(drawn.items.last?.id == "overlay/area/handle/1")
        for item in drawn.items { #expect(item.bounds.minX == item.bounds.minX.rounded()) }
        let item = try #require(drawn.items.first), handle = try #require(drawn.handles.first)
        #expect(item.bounds.center.distance(to: handle.center) <= 0.71)
    }

    @Test("a missing image falls back to the default dot") func missing() {
        let drawn = layout(Handles(image: "nowhere.png"))
        #expect(drawn.items.count == 3)
        #expect(drawn.items.allSatisfy { $0.bounds.width > 10 })
    }
}

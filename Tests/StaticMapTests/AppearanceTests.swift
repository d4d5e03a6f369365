// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Appearance") struct AppearanceTests {
    /// The color of the attribution's plate over a ground of one color.
    private func plate(ground: String, appearance: String? = nil) throws -> UInt32 {
        let bitmap = try Maps.render(
            """
            {"version": 1, "size": [100, 50], "attribution": "© me", "camera": {"center": [0, 0], "zoom": 3},
             \(appearance.map { "\"appearance\": \"\($0)\"," } ?? "")
             "basemap": {"style": {"version": 8, "sources": {}, "layers": [
               {"id": "ground", "type": "background", "paint": {"background-color": "\(ground)"}}]}}}
            """
        ).bitmap()
        return bitmap.pixel(98, 48)
    }

    @Test("plates are as light or dark as the style's ground, unless the scene says otherwise")
    func ground() throws {
        let brightness = { (pixel: UInt32) in pixel & 255 }
        #expect(brightness(try plate(ground: "#a0a0a0")) > 0xA0)
        #expect(brightness(try plate(ground: "#303030")) < 0x30)
        #expect(brightness(try plate(ground: "#303030", appearance: "light")) > 0x30)
        #expect(brightness(try plate(ground: "#a0a0a0", appearance: "dark")) < 0xA0)
    }

    @Test("a dark scene that names no style is drawn in Dark")
    func style() throws {
        let view = "\"size\": [120, 80], \"camera\": {\"center\": [24.944, 60.171], \"zoom\": 14}"
        let bare = try Maps.render("{\"version\": 1, \(view), \"appearance\": \"dark\"}")
        let named = try Maps.render("{\"version\": 1, \(view), \"basemap\": \"dark\"}")
        #expect(bare.bytes == named.bytes)
    }
}

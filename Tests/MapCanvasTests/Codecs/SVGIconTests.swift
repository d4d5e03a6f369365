// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane
import Testing

@Suite("SVG icons") struct SVGIconTests {
    private func icon(_ text: String) throws -> SVGIcon { try SVGIcon(Array(text.utf8)) }

    @Test("an image has its intrinsic size, or its viewBox's") func size() throws {
        let box = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>"#
        let sized = #"<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8" viewBox="0 0 30 20"/>"#
        #expect(try icon(box).size == Size(width: 30, height: 20))
        #expect(try icon(sized).size == Size(width: 12, height: 8))
    }

    @Test("it is drawn with as many pixels as asked for", arguments: [1.0, 2, 3])
    func draws(scale: Double) throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="5" height="10" fill="red"/></svg>
            """
        let bitmap = try icon(text).bitmap(scale: scale, maxPixels: 10_000)
        #expect(bitmap.width == Int(10 * scale))
        #expect(bitmap.pixels.first == 0xFFFF_0000)
        #expect(bitmap.pixels.last == 0)
    }

    @Test("no other file is opened") func external() throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">
            <image width="4" height="4" href="file:///usr/share/pixmaps/debian-logo.png"/></svg>
            """
        let bitmap = try icon(text).bitmap(scale: 1, maxPixels: 100)
        #expect(bitmap.pixels.allSatisfy { $0 == 0 })
    }

    @Test(
        "what is broken or too large is refused",
        arguments: ["<svg", "", "hello", #"<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>"#])
    func refuses(text: String) {
        #expect(throws: Diagnostic.self) { try icon(text).bitmap(scale: 1, maxPixels: 1000) }
    }

    @Test("SVG is known by its beginning")
    func matches() {
        #expect(SVGIcon.matches(Array(#"<?xml version="1.0"?><svg/>"#.utf8)))
        #expect(!SVGIcon.matches([0x89, 0x50, 0x4E, 0x47]))
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages
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

    private func icon(body: String) throws -> SVGIcon {
        try icon(##"<svg xmlns="http://www.w3.org/2000/svg" width="46" height="46">\##(body)</svg>"##)
    }

    @Test(
        "what crashed or hung librsvg or cairo is refused by name",
        arguments: [
            (##"<circle cx="23" cy="23" r="2e17" fill="#fff"/>"##, "expected numbers up to 10 million"),
            (##"<path d="M23 11v5M23 8388608v5M11 23h5" stroke="#07f"/>"##, "reach further than 100000 pixels"),
            (#"<text y="20" font-size="1e7">A</text>"#, "text is larger than 2000 pixels"),
            (#"<text y="20" font-size="12" transform="scale(1e7)">A</text>"#, "text is larger than 2000 pixels"),
            (#"<filter id="f"><feConvolveMatrix order="32"/></filter>"#, "<feConvolveMatrix> is not drawn"),
            (#"<filter id="f"><feTurbulence numOctaves="1000000"/></filter>"#, "<feTurbulence> is not drawn"),
            (#"<image href="file:///usr/share/pixmaps/debian-logo.png"/>"#, "<image> is not drawn"),
            (#"<rect fill="url(other.svg#a)"/>"#, "fill: expected a reference to the same document"),
            (##"<use href="other.svg#a"/>"##, "href: expected a reference to the same document"),
            (##"<g id="a"><use href="#a"/></g>"##, "references that go in a circle"),
            (##"<clipPath id="a"><rect clip-path="url(#a)"/></clipPath><rect clip-path="url(#a)"/>"##, "in a circle"),
            (##"<mask id="a" mask="url(#a)"/><rect mask="url(#a)"/>"##, "too deep"),
            (##"<linearGradient id="a" href="#a"/>"##, "gradients refer to each other"),
            ("<style>g rect { fill: red }</style>", "found \"g rect\""),
            ("<style>rect { transform: scale(1e9) }</style><rect/>", "expected an attribute, found a style"),
            (#"<path stroke-width="1" stroke-dasharray="0.00001" d="M0 0h46"/>"#, "too complex"),
        ])
    func harmful(body: String, message: String) throws {
        let problem = try #require(throws: Diagnostic.self) { try icon(body: body).bitmap(scale: 1, maxPixels: 10_000) }
        #expect(problem.message.contains(message))
    }

    @Test("copies of copies are counted before they are drawn")
    func doubling() throws {
        let body = (1..<20).reduce(#"<g id="a0"><rect width="1" height="1"/></g>"#) { body, level in
            body + ##"<g id="a\##(level)"><use href="#a\##(level - 1)"/><use href="#a\##(level - 1)"/></g>"##
        }
        let problem = try #require(throws: Diagnostic.self) { try icon(body: body) }
        #expect(problem.message.contains("too many elements"))
    }

    @Test("a small image of a size that suits it may be too large at another")
    func scaled() throws {
        let icon = try icon(body: #"<text y="20" font-size="40">A</text>"#)
        _ = try icon.bitmap(scale: 2, maxPixels: 10_000)
        #expect(throws: Diagnostic.self) { try icon.bitmap(scale: 100, maxPixels: 1 << 30) }
    }

    @Test(
        "what drawing programs write is drawn",
        arguments: [
            ##"<style>.a, #b { fill: #ff0000 } /* } */ rect { fill: blue }</style><rect class="a" width="46" height="46"/>"##,
            #"<rect style="fill: red; -inkscape-stroke: none" sodipodi:nodetypes="c" width="46" height="46"/>"#,
            ##"<defs><g id="r"><rect width="46" height="46"/></g></defs><use xlink:href="#r" fill="red"/>"##,
            #"<metadata><rdf:RDF/></metadata><title>A</title><path fill="red" d="M0 0h46v46H0z"/>"#,
            ##"<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="46" height="46" fill="url(#g)"/>"##,
            ##"<symbol id="s" viewBox="0 0 1 1"><path fill="red" d="M0 0h1v1h-1z"/></symbol><use href="#s" width="46" height="46"/>"##,
            ##"<clipPath id="c"><rect width="50" height="50"/></clipPath><rect clip-path="url('#c')" width="46" height="46" fill="red"/>"##,
            ##"<g opacity="1" transform="matrix(23 0 0 23 0 0)"><polygon points="0,0 2,0 2,2 0,2" fill="#f00"/></g>"##,
        ])
    func usual(body: String) throws {
        let bitmap = try icon(body: body).bitmap(scale: 1, maxPixels: 10_000)
        #expect(bitmap[23, 23] == 0xFFFF_0000)
        #expect(bitmap[2, 43] == 0xFFFF_0000)
    }

    @Test("the namespace may have a prefix, and a document type without declarations may come first")
    func prefixed() throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">
            <s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><s:rect width="2" height="2" fill="red"/></s:svg>
            """
        #expect(try icon(text).bitmap(scale: 1, maxPixels: 10).pixels.allSatisfy { $0 == 0xFFFF_0000 })
        let declared = #"<!DOCTYPE svg [<!ENTITY a "b">]><svg/>"#
        #expect(throws: Diagnostic.self) { try icon(declared) }
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

// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Outputs in several formats") struct OutputTests {
    private func document(_ json: String) throws -> SceneDocument {
        try SceneDocument(text: Array(json.utf8), file: "scene.json", folder: ".")
    }

    private func scene(scale: Double = 1, annotations: String) -> String {
        """
        {"version": 1, "size": [160, 120], "scale": \(scale), "camera": {"center": [24.944, 60.1715], "zoom": 14},
         "annotations": [\(annotations)]}
        """
    }

    /// The group of SVG that has an id, up to its end.
    private func group(_ id: String, _ json: String) throws -> String {
        let rendered = try Maps.shared.render(document(json), as: .svg)
        let text = String(decoding: rendered.bytes, as: UTF8.self)
        let start = try #require(text.range(of: "<g id=\"\(id)\""))
        let end = text.range(of: "\n<g id=", range: start.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
        return String(text[start.lowerBound..<end])
    }

    @Test("come from one layout, in the order that they are asked for") func order() throws {
        let outputs = try Maps.shared.render(document(scene(annotations: "")), as: [.svg, .png, .pdf, .jpeg])
        #expect(
            outputs.map(\.mediaType) == ["image/svg+xml", "image/png", "application/pdf", "image/jpeg"])
        #expect(outputs[0].phases.map(\.name).count { $0 == "layout" } == 1)
        #expect(outputs[0].phases.map(\.name).count { $0 == "paint" } == 1)
    }

    @Test("an annotation keeps its id in SVG when others come and go") func stable() throws {
        let home = #"{"id": "my home", "coordinate": [24.944, 60.1715], "title": "Home"}"#
        let others = #"{"coordinate": [24.943, 60.172]}"#
        let id = "annotation-my__20home"
        let alone = try group(id, scene(annotations: home))
        #expect(alone.contains("<title>Home</title>"))
        for edited in [others + "," + home, home + "," + others, others + "," + home + "," + others] {
            #expect(try group(id, scene(annotations: edited)).hasPrefix("<g id=\"\(id)\" class=\"annotation\""))
        }
        let renamed = home.replacing("\"Home\"", with: "\"House\"")
        #expect(try group(id, scene(annotations: renamed)).contains("<title>House</title>"))
    }

    /// One rule for all lengths: an image of four times the scale shows the same, four times as sharp.
    @Test("an image at scale 4, made smaller, is the one at scale 1") func scaled() throws {
        let pin = #"{"coordinate": [24.944, 60.1715], "title": "Home"}"#
        let small = try Maps.render(scene(annotations: pin)).bitmap()
        let large = try Maps.render(scene(scale: 4, annotations: pin)).bitmap().reduced(by: 4, 4)
        let sum = zip(small.pixels, large.pixels).reduce(0) { $0 + $1.0.differences(from: $1.1).wrappedSum() }
        // Lines and letters fall on pixels in another way, but nothing is wider, larger or elsewhere.
        #expect(Double(sum) / Double(3 * small.pixels.count) < 3)
    }

    @Test("a JPEG notes how many pixels an inch has, and is progressive in full color") func jpeg() throws {
        let bytes = try Maps.shared.render(document(scene(scale: 2, annotations: "")), as: .jpeg).bytes
        #expect(Array(bytes[6..<18]) == Array("JFIF\0".utf8) + [1, 1, 1, 0, 192, 0, 192])
        // SOF2 is a progressive frame; its three components are sampled 1 by 1.
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
        #expect([frame + 11, frame + 14, frame + 17].map { bytes[$0] } == [0x11, 0x11, 0x11])
    }

    @Test("an image of few colors is the whole one's, nearly, and the same for any number of threads")
    func fewColors() throws {
        let json = scene(scale: 2, annotations: #"{"coordinate": [24.944, 60.1715], "title": "Home"}"#)
        let outputs = try Maps.shared.render(document(json), as: [.png, .png8])
        let (whole, few) = (try outputs[0].bitmap(), try outputs[1].bitmap())
        #expect(outputs[1].mediaType == "image/png")
        #expect(whole.colorCount > 256)
        #expect(few.colorCount <= 256)
        let near = zip(whole.pixels, few.pixels).count { $0.differences(from: $1).max() <= 12 }
        #expect(Double(near) > 0.98 * Double(whole.pixels.count))
        for threads in [1, 3] {
            let again = try Maps.renderer(threads: threads).render(document(json), as: .png8)
            #expect(again.bytes == outputs[1].bytes)
        }
    }

    @Test("an output that keeps all colors says that it is not for the display") func display() throws {
        let text = """
            {"version": 1, "size": [8, 8], "camera": {"center": [0, 0], "zoom": 1}, "attribution": "none",
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}, "display": {"palette": "gray2"}}
            """
        func warnings(_ formats: [OutputFormat]) throws -> [Diagnostic] {
            try Maps.shared.render(document(text), as: formats)[0].warnings.filter { $0.path == "display" }
        }
        #expect(try warnings([.png, .jpeg]).isEmpty)
        for formats in [[OutputFormat.svg], [.png, .pdf]] {
            #expect(try warnings(formats).map(\.severity) == [.warning])
        }
    }

    @Test("a JPEG and an image with a background have nothing transparent") func background() throws {
        let clear = """
            {"version": 1, "size": [8, 8], "camera": {"center": [0, 0], "zoom": 1}, "attribution": "none",
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}
            """
        for format in [OutputFormat.png, .png8, .webp] {
            let options = EncodingOptions(background: Color(rgb: 0x336699))
            let output = try Maps.shared.render(document(clear), as: format, options: options).bitmap()
            #expect(Set(output.pixels) == [0xFF33_6699])
        }
        let white = try Maps.shared.render(document(clear), as: .jpeg).bitmap()
        #expect(Set(white.pixels) == [0xFFFF_FFFF])
    }

    @Test("a background may be translucent, which lies on white in a JPEG") func translucentBackground() throws {
        let clear = """
            {"version": 1, "size": [8, 8], "camera": {"center": [0, 0], "zoom": 1}, "attribution": "none",
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}
            """
        func colors(_ format: OutputFormat, on background: Color) throws -> Set<UInt32> {
            let options = EncodingOptions(background: background)
            return Set(try Maps.shared.render(document(clear), as: format, options: options).bitmap().pixels)
        }
        for format in [OutputFormat.png, .png8, .webp] {
            #expect(try colors(format, on: .transparent) == [0])
            #expect(try colors(format, on: Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255)) == [0x8080_0000])
        }
        #expect(try colors(.jpeg, on: .transparent) == [0xFFFF_FFFF])
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapImages
import MapStyle
import Synchronization
import Testing

@Suite("Style sheets") struct StyleSheetTests {
    /// A style with the given layers over one vector and one GeoJSON source.
    private func decode(layers: String, more: String = "") throws -> (sheet: StyleSheet?, diagnostics: [Diagnostic]) {
        try decode(
            """
            {"version": 8, \(more)
             "sources": {"tiles": {"type": "vector", "url": "mbtiles://city.mbtiles"},
                         "shapes": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
             "layers": [\(layers)]}
            """)
    }

    private func decode(_ text: String) throws -> (sheet: StyleSheet?, diagnostics: [Diagnostic]) {
        let document = try JSONDocument(file: "style.json", text: Array(text.utf8))
        let diagnostics = DiagnosticSink()
        let sheet = StyleSheet.decode(Field(document, diagnostics: diagnostics), baseFolder: "/maps")
        return (sheet, diagnostics.all)
    }

    @Test("a sound style has no problems")
    func sound() throws {
        let (sheet, diagnostics) = try decode(
            layers: """
                {"id": "water", "type": "fill", "source": "tiles", "source-layer": "water", "minzoom": 3,
                 "filter": ["==", "class", "ocean"], "paint": {"fill-opacity": 0.5}}
                """,
            more: #""name": "Quiet", "center": [24.9, 60.2], "zoom": 11, "bearing": 12, "sprite": "icons","#)
        #expect(diagnostics.isEmpty)
        let style = try #require(sheet)
        #expect(style.name == "Quiet")
        #expect(style.camera == StyleCamera(center: [24.9, 60.2], zoom: 11, bearing: 12))
        #expect(style.sprites.map(\.id) == ["default"])
        let water = try #require(style.layer(id: "water"))
        #expect(water.sourceLayer == "water")
        #expect(water.sets(.fillOpacity))
        #expect(!water.isVisible(at: 2.9))
        #expect(water.isVisible(at: 3))
    }

    @Test("layers and problems do not depend on the number of threads", arguments: [3, 70, 400])
    func threads(count: Int) throws {
        let layers = (0..<count).map { index in
            """
            {"id": "\(index % 50)", "type": "\(index % 7 == 3 ? "fil" : "fill")", "source": "shapes",
             "paint": {"fill-colour": "red", "fill-opacity": \(index % 3), "x": 1}}
            """
        }
        let source = #"{"type": "geojson", "data": "a.json"}"#
        let text = #"{"version": 8, "sources": {"shapes": \#(source), "unused": \#(source)}, "layers": ["#
        let document = try JSONDocument(
            file: "style.json", text: Array((text + layers.joined(separator: ",") + "]}").utf8))
        let results = [1, 4].map { threads in
            let diagnostics = DiagnosticSink()
            let field = Field(document, diagnostics: diagnostics)
            let named = Mutex<[String]>([])
            let sheet = StyleSheet.decode(
                field, baseFolder: "/maps", threads: threads,
                besides: [{ outline in named.withLock { $0 += outline.sources.keys } }])
            #expect(named.withLock(\.self) == ["shapes"])
            return (sheet?.layers.map(\.id), diagnostics.all)
        }
        #expect(results[0].0 == results[1].0)
        #expect(results[0].1 == results[1].1)
        #expect(!results[0].1.isEmpty)
    }

    @Test("an unknown property is a warning with the name that was meant, and the layer is drawn")
    func misspeltProperty() throws {
        let (sheet, diagnostics) = try decode(
            layers: #"{"id": "a", "type": "fill", "source": "shapes", "paint": {"fill-colour": "red"}}"#)
        #expect(sheet?.layers.count == 1)
        #expect(
            diagnostics.map(\.description) == [
                "style.json:4:86: warning: layers[0].paint.fill-colour: unknown property \"fill-colour\" "
                    + "(did you mean \"fill-color\"?)"
            ])
    }

    @Test("a property in the wrong place is sent to the right one")
    func misplacedProperty() throws {
        let (_, diagnostics) = try decode(
            layers: """
                {"id": "a", "type": "line", "source": "shapes", "paint": {"line-cap": "round", "circle-radius": 3}}
                """)
        #expect(
            diagnostics.map(\.hint) == [
                "\"line-cap\" belongs in \"layout\"", "\"circle-radius\" is for layers of type \"circle\"",
            ])
    }

    @Test(
        "a layer that cannot be drawn is left out and the rest is kept",
        arguments: [
            #"{"id": "x", "type": "sparkle", "source": "shapes"}"#,
            #"{"id": "x", "type": "fill"}"#,
            #"{"id": "x", "type": "fill", "source": "shape"}"#,
            #"{"id": "x", "type": "fill", "source": "tiles"}"#,
            #"{"id": "x", "type": "raster", "source": "tiles"}"#,
            #"{"id": "x", "type": "fill", "source": "shapes", "filter": ["!in", 3, 4]}"#,
            #"{"id": "x", "type": "fill", "source": "shapes", "filter": ["none", 3]}"#,
            #"{"id": "x", "ref": "nothing"}"#,
            #"{"id": "kept", "type": "fill", "source": "shapes"}"#,
            #"17"#,
        ])
    func undrawable(layer: String) throws {
        let kept = #"{"id": "kept", "type": "background"}"#
        let (sheet, diagnostics) = try decode(layers: kept + "," + layer)
        #expect(sheet?.layers.map(\.id) == ["kept"])
        #expect(!diagnostics.isEmpty)
        #expect(diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test("a layer of the old form ref shares all but paint")
    func refs() throws {
        let (sheet, diagnostics) = try decode(
            layers: """
                {"id": "copy", "ref": "roads", "paint": {"line-width": 4}},
                {"id": "roads", "type": "line", "source": "tiles", "source-layer": "road", "minzoom": 5,
                 "layout": {"line-cap": "round", "visibility": "none"}, "paint": {"line-blur": 2}}
                """)
        #expect(diagnostics.isEmpty)
        let copy = try #require(sheet?.layer(id: "copy"))
        #expect(copy.kind == .line)
        #expect(copy.sourceLayer == "road")
        #expect(copy.minZoom == 5)
        #expect(!copy.isVisible)
        #expect(copy.sets(.lineCap))
        #expect(copy.sets(.lineWidth))
        #expect(!copy.sets(.lineBlur))
    }

    @Test(
        "a document that is no style of version 8 is an error",
        arguments: [
            "[]", #"{"version": 7, "sources": {}, "layers": []}"#, #"{"version": 8, "sources": {}}"#,
            #"{"version": 8, "sources": [], "layers": []}"#, #"{"version": 8, "sources": {}, "layers": {}}"#,
            #"{"version": 8, "sources": {}, "layers": [], "constants": {"@a": 1}}"#,
        ])
    func notAStyle(text: String) throws {
        let (sheet, diagnostics) = try decode(text)
        #expect(sheet == nil)
        #expect(diagnostics.contains { $0.severity == .error })
    }

    @Test("the light may change with the zoom") func light() throws {
        let members = """
            "light": {"anchor": ["step", ["zoom"], "viewport", 15.5, "map"],
             "color": ["interpolate", ["linear"], ["zoom"], 15, "#f00", 16, "#0f0"],
             "intensity": {"stops": [[15, 0], [16, 1]]},
             "position": ["interpolate", ["linear"], ["zoom"], 15, ["literal", [1, 0, 0]],
              16, ["literal", [2, 90, 80]]]},
            """
        let (sheet, diagnostics) = try decode(layers: "", more: members)
        #expect(diagnostics.isEmpty)
        let (low, high) = (try #require(sheet).light(atZoom: 14), try #require(sheet).light(atZoom: 15.75))
        #expect(low.color == Color(rgb: 0xFF0000))
        #expect([low.intensity, low.radius, low.azimuth, low.polar] == [0, 1, 0, 0])
        #expect(!low.isFixedToMap && high.isFixedToMap)
        let values = [
            high.color.red, high.color.green, high.intensity, high.radius, high.azimuth / 90, high.polar / 80,
        ]
        #expect(zip(values, [0.25, 0.75, 0.75, 1.75, 0.75, 0.75]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(values)")
        #expect(try decode(layers: "").sheet?.light(atZoom: 15) == StyleLight())
    }

    @Test("a style is read from its file, and a missing or broken file is an error")
    func files() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "style-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let diagnostics = DiagnosticSink()
        #expect(StyleSheet.load(file.path, diagnostics: diagnostics) == nil)
        try Data(#"{"version": 8,"#.utf8).write(to: file)
        #expect(StyleSheet.load(file.path, diagnostics: diagnostics) == nil)
        #expect(diagnostics.all.map(\.severity) == [.error, .error])
        try Data(#"{"version": 8, "sources": {}, "layers": []}"#.utf8).write(to: file)
        let sheet = StyleSheet.load(file.path, diagnostics: diagnostics)
        #expect(sheet?.baseFolder == file.deletingLastPathComponent().path)
    }

    @Test("sources keep what they say, within bounds, and defaults for the rest")
    func sources() throws {
        let (sheet, _) = try decode(
            """
            {"version": 8, "layers": [], "state": {"night": {"default": true}},
             "sources": {
              "a": {"type": "raster", "tiles": ["t/{z}/{x}/{y}.png"], "tileSize": 256, "scheme": "tms",
                    "bounds": [1, 2, 3, 4], "maxzoom": 1e300},
              "b": {"type": "geojson", "data": "a.geojson"},
              "c": {"type": "bogus"}}}
            """)
        let raster = try #require(sheet?.sources["a"])
        #expect(raster.tiles == ["t/{z}/{x}/{y}.png"])
        #expect(raster.tileSize == 256)
        #expect(raster.scheme == "tms")
        #expect(raster.bounds == [1, 2, 3, 4])
        #expect(raster.maxZoom == 30)
        #expect(sheet?.sources["b"]?.data?.string == "a.geojson")
        #expect(sheet?.sources["c"] == nil)
        #expect(sheet?.globalState == ["night": .bool(true)])
    }
}

@Suite("Sources of style sheets") struct StyleSheetSourceTests {
    private func source(_ members: String) throws -> StyleSource {
        let text = #"{"version": 8, "layers": [], "sources": {"a": {\#(members)}}}"#
        let document = try JSONDocument(file: "style.json", text: Array(text.utf8))
        let sheet = StyleSheet.decode(Field(document, diagnostics: DiagnosticSink()), baseFolder: "")
        return try #require(sheet?.sources["a"])
    }

    @Test("an image has four corners or none")
    func corners() throws {
        let corners = try source(#""type": "image", "url": "a.png", "coordinates": [[1, 2], [3, 2], [3, 0], [1, 0]]"#)
            .corners
        #expect(corners?.map(\.longitude) == [1, 3, 3, 1])
        #expect(corners?.map(\.latitude) == [2, 2, 0, 0])
        #expect(try source(#""type": "image", "url": "a.png", "coordinates": [[1, 2], [3], [], 4]"#).corners == nil)
    }

    @Test("colors stand for metres")
    func elevation() throws {
        #expect(try source(#""type": "raster-dem""#).elevationCode == .mapbox)
        #expect(try source(#""type": "raster-dem", "encoding": "terrarium""#).elevationCode == .terrarium)
        let custom = #""type": "raster-dem", "encoding": "custom", "redFactor": 2, "baseShift": 7"#
        #expect(try source(custom).elevationCode == .init(red: 2, green: 1, blue: 1, base: 7))
    }

    @Test("points are gathered when the source says so")
    func clustering() throws {
        #expect(try source(#""type": "geojson", "data": "a""#).clustering == nil)
        let members = #""type": "geojson", "data": "a", "cluster": true, "clusterRadius": 20"#
        #expect(try source(members).clustering == .init(radius: 20, maxZoom: nil, minPoints: 2))
    }
}

@Suite("Property tables") struct StyleSheetPropertyTests {
    @Test("every property belongs to a kind of layer", arguments: PropertyName.allCases)
    func placed(name: PropertyName) {
        #expect(!name.layerKinds.isEmpty)
    }

    @Test("defaults are those of the specification")
    func defaults() {
        let context = EvaluationContext(zoom: 0)
        #expect(PropertyName.lineWidth.defaultProperty.number(context) == 1)
        #expect(PropertyName.textHaloColor.defaultProperty.color(context) == .transparent)
        #expect(PropertyName.iconPadding.defaultProperty.numbers(context) == [2, 2, 2, 2])
        #expect(PropertyName.textFont.defaultProperty.strings(context).first == "Open Sans Regular")
        #expect(PropertyName.hillshadeHighlightColor.defaultProperty.colors(context) == [.white])
        #expect(PropertyName.fillOutlineColor.spec.defaultValue == nil)
        #expect(PropertyName.visibility.layerKinds.count == StyleLayer.Kind.allCases.count)
        #expect(PropertyName.lineDasharray.isPaint)
        #expect(!PropertyName.lineCap.isPaint)
    }
}

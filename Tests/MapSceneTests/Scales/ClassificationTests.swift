// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapImages
import MapScene
import TestSupport
import Testing

@Suite("Classes of values") struct ClassificationTests {
    /// Bounds and counts as mapclassify has them, for ten sets of values.
    private static func sets() throws -> [JSONNode] {
        try fixture("classes")["sets"]?.array ?? []
    }

    private static func fixture(_ name: String) throws -> JSONNode {
        let path = packageRoot.appending(path: "Tests/Fixtures/scales/\(name).json").path
        return try JSONDocument(file: path, text: try readFile(path, limit: 1 << 20)).root
    }

    @Test("classes equal mapclassify's", arguments: ["quantile", "equal", "jenks", "manual"])
    func mapclassify(_ method: String) throws {
        let kind = try #require(ColorScale.Method(rawValue: method))
        var tested = 0
        for set in try Self.sets() {
            let values = set["values"]?.array?.compactMap(\.number) ?? []
            for expected in set["classes"]?.array ?? [] where expected["method"]?.string == method {
                let count = expected["k"]?.number.map { Int($0) } ?? 5
                let breaks = expected["breaks"]?.array?.compactMap(\.number) ?? []
                let classes = try #require(Classification(values, kind, classes: count, breaks: breaks))
                let bounds = expected["bounds"]?.array?.compactMap(\.number) ?? []
                let counts = expected["counts"]?.array?.compactMap(\.number).map { Int($0) } ?? []
                let name = "\(set["name"]?.string ?? "") in \(count) by \(method)"
                // NumPy rounds the last digit of some bounds in another way; no value is in another class for that.
                let isEqual = zip(classes.bounds, bounds).allSatisfy { abs($0 - $1) <= 1e-12 * max(1, abs($1)) }
                #expect(classes.bounds.count == bounds.count && isEqual, "\(name): \(classes.bounds)")
                #expect(classes.counts(of: values) == counts, "\(name)")
                tested += 1
            }
        }
        #expect(tested >= 30)
    }

    @Test("equal values are in one class, the lower of two") func ties() throws {
        let classes = try #require(Classification([1, 2, 3, 4], .manual, classes: 2, breaks: [2]))
        #expect(classes.bounds == [2, 4])
        #expect([1, 2, 3, 4, 5].map { classes.index(of: $0) } == [0, 0, 1, 1, 1])
        #expect(Classification([7, 7, 7], .quantile, classes: 5)?.bounds == [7])
        #expect(Classification([7, 7, 7], .equal, classes: 5)?.bounds == [7])
        #expect(Classification([7, 7, 8], .jenks, classes: 5)?.bounds == [7, 8])
        #expect(Classification([], .quantile, classes: 5) == nil)
    }

    @Test("logarithmic classes are powers apart") func logarithmic() throws {
        let bounds = try #require(Classification([1, 5, 10, 1000], .log, classes: 3)?.bounds)
        #expect(zip(bounds, [10, 100, 1000]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(Classification([0, 1, 100], .log, classes: 2)?.index(of: 0) == 0)
        // A single value above 0 is parted from those that are not.
        let lonely = try #require(Classification([5, -3, 0, 5], .log, classes: 5))
        #expect(lonely.bounds == [0, 5] && [-3, 0, 5].map { lonely.index(of: $0) } == [0, 0, 1])
        #expect(Classification([-3, 5], .log, classes: 1)?.bounds == [5])
        #expect(Classification([5, 5], .log, classes: 5)?.bounds == [5])
        #expect(Classification([-3, -1], .log, classes: 5)?.bounds == [-1])
    }

    @Test("many values are classified in a moment") func large() throws {
        let values = (0..<200_000).map { Double(($0 * 7919) % 200_003) }
        #expect(Classification(values, .jenks, classes: 9)?.bounds.count == 9)
    }

    @Test("palettes equal their sources") func palettes() throws {
        let source = try Self.fixture("palettes")
        let brewer = source["colorBrewer"]?.object?.members ?? []
        #expect(brewer.count == 35)
        for palette in brewer {
            for list in palette.node.object?.members ?? [] {
                let expected = list.node.array?.compactMap(\.string) ?? []
                let values = (1...expected.count).map { Double($0) }
                let colors = try colors(palette.key, values)
                #expect(colors == expected, "\(palette.key) \(list.key)")
            }
        }
        for ramp in source["ramps"]?.object?.members ?? [] {
            let expected = ramp.node.array?.compactMap(\.string) ?? []
            #expect(try colors(ramp.key, (1...16).map { Double($0) }) == expected, "\(ramp.key)")
        }
        #expect(PaletteTable.names.count == 41)
    }

    /// The colors of values that have a class each.
    private func colors(_ palette: String, _ values: [Double]) throws -> [String] {
        var data = DataOverlay(.geojson, .file(""))
        data.colorBy = ColorScale("v", method: .equal, classes: values.count, palette: .named(palette))
        return try styled(data, values.map { "\($0)" }).map(\.hexText)
    }
}

/// The fill colors of areas that have these values, as JSON.
func styled(
    _ data: DataOverlay, _ values: [String], isDark: Bool = false, _ diagnostics: DiagnosticSink = DiagnosticSink()
) throws -> [Color] {
    let ring = "[[[0, 0], [1, 0], [1, 1], [0, 0]]]"
    let features = values.map {
        #"{"type": "Feature", "properties": {"v": \#($0)}, "geometry": {"type": "Polygon", "coordinates": \#(ring)}}"#
    }
    let text = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    let json = try JSONDocument(.geojson, file: "a.geojson", text: Array(text.utf8))
    let read = GeoJSONShapes.read(
        Field(json, diagnostics: diagnostics), template: Overlay(.data(data)), style: data,
        in: DataSurroundings(isDark: isDark, path: "overlays[0]", diagnostics: diagnostics))
    return (read?.overlays ?? []).compactMap { overlay in
        if case .polygon(let polygon) = overlay.content { polygon.fillColor } else { nil }
    }
}

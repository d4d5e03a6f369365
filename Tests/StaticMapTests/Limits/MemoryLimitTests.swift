// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapData
import MapScene
import StaticMap
import TestSupport
import Testing

/// What data and documents take of the limit of memory.
@Suite("Limit of memory") struct MemoryLimitTests {
    /// The codes of what ends a map with these limits; empty when it is drawn.
    private func codes(_ json: String, folder: String? = nil, _ change: (inout RenderLimits) -> Void) -> [Diagnostic
        .Code]
    {
        var renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2, cacheBytes: 0)
        change(&renderer.limits)
        do {
            _ = try Maps.render(json, folder: folder ?? ".", with: renderer)
            return []
        } catch {
            return error.diagnostics.map(\.code)
        }
    }

    private static let empty = #""basemap": {"style": {"version": 8, "sources": {}, "layers": []}}"#

    private func scene(_ overlays: String) -> String {
        #"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 2}, \#(Self.empty), "overlays": [\#(overlays)]}"#
    }

    @Test("a document may have as many values as its memory allows", arguments: [(20_000, true), (19_999, false)])
    func values(limit: Int, isRead: Bool) {
        // The object, its array and its numbers.
        let numbers = String(repeating: "0,", count: 19_997)
        let text = Array(#"{"a": [\#(numbers)0]}"#.utf8)
        var limits = RenderLimits.generous
        limits.bytes = limit * DocumentLimits.bytesPerValue
        let problem = RenderBudget(limits).run { () -> Diagnostic? in
            do throws(Diagnostic) {
                _ = try JSONDocument(file: "a.json", text: text)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem?.code == (isRead ? nil : "limits.bytes"))
        #expect(problem?.position?.column == (isRead ? nil : 40_002))
    }

    @Test("KML may have as many elements as its memory allows", arguments: [(11, true), (10, false)])
    func elements(limit: Int, isRead: Bool) throws {
        let folder = try ScratchFolder()
        let parts = String(repeating: "<a/>", count: 8)
        try folder.write(
            "a.kml",
            "<kml><Document><Placemark><Point><coordinates>1,2</coordinates></Point>\(parts)</Placemark></Document></kml>"
        )
        let (json, path) = (scene(#"{"type": "kml", "data": "a.kml"}"#), folder.path)
        let found = WorkContext.run(changing: { $0.documents.values = 2 * limit }) {
            codes(json, folder: path) { _ in }
        }
        #expect(found == (isRead ? [] : ["limits.bytes"]))
    }

    @Test("a track may have as many points as the limit of vertices says", arguments: [(30, true), (29, false)])
    func track(limit: Int, isRead: Bool) throws {
        let points = (0..<30).map { #"<trkpt lat="\#($0)" lon="100"/>"# }.joined()
        let text = "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
        var limits = RenderLimits.generous
        limits.vertices = limit
        let budget = RenderBudget(limits)
        let overlay = Overlay(.data(DataOverlay(.gpx, .file("a.gpx"))))
        guard case .data(let style) = overlay.content else { return }
        let data = try budget.run { () throws(Diagnostic) in
            GeoJSONShapes.read(
                try GPXFile(Array(text.utf8), file: "a.gpx"), from: "a.gpx", template: overlay, style: style,
                in: DataSurroundings(diagnostics: DiagnosticSink()))
        }
        #expect(data.overlays.count == (isRead ? 1 : 0))
        #expect(budget.problem?.code == (isRead ? nil : "limits.vertices"))
    }

    @Test("places and shapes of data take memory, and a file is read once for all overlays")
    func sharedFile() throws {
        let folder = try ScratchFolder()
        let points = (0..<50).map { "[\($0), 0]" }.joined(separator: ",")
        try folder.write("a.geojson", #"{"type": "MultiPoint", "coordinates": [\#(points)]}"#)
        let size = 4 * (try folder.contents("a.geojson").count)
        let overlays = [String](repeating: #"{"type": "geojson", "data": "a.geojson"}"#, count: 20)
        // Those of the file, and their layout.
        let needed = size + 20 * 50 * (MemoryLayout<Annotation>.stride + Annotation.layoutBytes)
        let json = scene(overlays.joined(separator: ","))
        #expect(codes(json, folder: folder.path) { $0.bytes = needed } == [])
        #expect(codes(json, folder: folder.path) { $0.bytes = needed - 1 } == ["limits.bytes"])
    }

    @Test("the colors of gradients take memory for each piece of a line") func gradients() throws {
        var random = SplitMix(seed: 1)
        let positions = (0..<400).map { _ in
            "[\(Double.random(in: -80...80, using: &random)), \(Double.random(in: -60...60, using: &random))]"
        }
        let data = #"{"type": "LineString", "coordinates": [\#(positions.joined(separator: ","))]}"#
        let json = """
            {"version": 1, "size": [400, 300], "camera": {"center": [0, 0], "zoom": 2}, "basemap": {"style": {"version": 8,
             "sources": {"g": {"type": "geojson", "data": \(data), "lineMetrics": true}},
             "layers": [{"id": "a", "type": "line", "source": "g", "paint": {
               "line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}}]}}}
            """
        #expect(codes(json) { $0.bytes = 1 << 24 } == [])
        #expect(codes(json) { $0.bytes = 1 << 20 } == ["limits.bytes"])
    }
}

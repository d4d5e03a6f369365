// SPDX-License-Identifier: MIT
import MapCore
import MapRaster
import MapScene
import MapStyle

extension RendererCache {
    /// The GeoTIFF files that an overlay names, as one archive in its colors.
    ///
    /// - Throws: when one of them is none, or has not the bands that are asked for.
    func raster(
        _ reading: RasterReading, in document: SceneDocument, scale: Double
    ) throws(Diagnostic) -> GeoTIFFArchive {
        var archives: [GeoTIFFArchive] = []
        for file in reading.files {
            let path = document.resolve(file)
            guard let archive = try open(path, scale: scale) as? GeoTIFFArchive else {
                throw Diagnostic(
                    code: .rasterInvalid, file: path, expected: "a GeoTIFF, or a folder of them",
                    found: "something else", hint: "tiles are an overlay of type \"tiles\"")
            }
            archives.append(archive)
        }
        let joined =
            archives.count == 1
            ? archives[0] : try GeoTIFFArchive(joining: archives, name: reading.files.joined(separator: ", "))
        return try joined.painted(checking: RasterOptions(reading))
    }
}

extension RasterOptions {
    init(_ reading: RasterReading) {
        self.init()
        bands = reading.bands.isEmpty ? nil : reading.bands
        switch reading.stretch {
        case nil: stretch = nil
        case .some(.none): stretch = RasterOptions.Stretch.none
        case .percent(let low, let high): stretch = .percent(low, high)
        case .range(let low, let high): stretch = .range(low, high)
        }
        ramp = reading.ramp
        if case .stops(let stops) = reading.colors {
            colors = stops.map { RasterOptions.Stop(value: $0.value, color: $0.color) }
        }
    }

    /// What a raster source of a style says; nil where it says nothing.
    init?(_ source: StyleSource, _ diagnostics: DiagnosticSink) {
        guard ["bands", "stretch", "colors"].contains(where: { source.members[$0] != nil }) else { return nil }
        let root = JSONNode(.object(source.members))
        let document = JSONDocument(.style, file: "style", root: root)
        self.init(RasterReading(source: Field(document, diagnostics: diagnostics)))
    }
}

// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapLayout
import MapStyle
import MapTiles

extension MapRenderer.OpenedMap {
    /// Tells of tiles that are drawn smaller than they are made for, because the base map has none for so far a view.
    func reportReducedTiles(_ diagnostics: DiagnosticSink) {
        let viewport = input.viewport
        let used = Set(input.style.layers.filter { $0.isVisible(at: viewport.zoom) }.compactMap(\.source))
        guard tileLog.hasFound, let zoom = used.compactMap({ input.sources[$0]?.reducedZoom(in: viewport) }).min()
        else { return }
        let drawn = formatted((viewport.zoom * 100).rounded() / 100)
        diagnostics.add(
            Diagnostic(
                .note, code: ViewCode.underzoomed, path: "basemap",
                "the base map begins at zoom \(zoom), and is drawn reduced at zoom \(drawn)",
                hint: "add tiles of lower zooms, or look from nearer"))
    }

    /// Tells of a base map that has no tile in the view, once the drawing is made: an empty picture helps nobody.
    func reportEmptyMap(_ diagnostics: DiagnosticSink) {
        guard !tileLog.hasFound else { return }
        // A damaged tile is there, and was reported.
        guard !diagnostics.all.contains(where: { FailedTiles.lastingCodes.contains($0.code) }) else { return }
        let zoom = input.viewport.zoom
        let used = Set(input.style.layers.filter { $0.isVisible(at: zoom) }.compactMap(\.source))
        let archives = used.sorted().flatMap { input.sources[$0]?.archives ?? [] }
        guard !archives.isEmpty else { return }
        let covered = archives.map { info in
            let zooms = "zooms \(info.minZoom) to \(info.maxZoom)"
            guard let box = info.bounds else { return "\(info.file) has \(zooms)" }
            return "\(info.file) has \(zooms) of [\(box.west), \(box.south), \(box.east), \(box.north)]"
        }
        diagnostics.add(
            Diagnostic(
                .warning, code: RenderCode.emptyBaseMap, path: "basemap", "the base map has no tile in this view",
                hint: covered.joined(separator: "; ")))
    }
}

extension LayoutSource {
    /// What holds the tiles of a source; nothing for features and images, which need not be everywhere.
    fileprivate var archives: [ArchiveInfo] {
        let all: [(any VectorTileSource)?] =
            switch self {
            case .vector(let stack): stack.filter(\.isComplete).map(\.source)
            case .raster(let tiles), .elevation(let tiles, _): [tiles.archive]
            case .image: []
            }
        return all.compactMap { $0?.archive?.info }
    }
}

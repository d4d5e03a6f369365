// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapLayout
import MapScene
import MapStyle
import MapTiles

/// Opens the sources that a style draws from. A source that cannot be opened is reported and left out: the rest draws.
struct SourceOpener {
    /// The address that a style gives for "the base map that is installed".
    static let basemapAddress = "staticmap://basemap"

    let home: Home
    let viewport: Viewport
    let problems: Problems
    private(set) var attributions = Attributions()

    private var scale: Double { viewport.scale }

    init(home: Home, viewport: Viewport, problems: Problems) {
        self.home = home
        self.viewport = viewport
        self.problems = problems
    }

    /// The sources that visible layers use, by name.
    mutating func open(_ style: StyleSheet, at zoom: Double) -> [String: LayoutSource] {
        let used = Set(style.layers.filter { $0.isVisible(at: zoom) }.compactMap(\.source))
        var opened: [String: LayoutSource] = [:]
        for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where used.contains(name) {
            do {
                opened[name] = try open(source, baseFolder: style.baseFolder)
            } catch {
                var problem = error
                if problem.path.isEmpty { problem.path = "sources.\(name)" }
                problem.severity = .warning
                problems.add(problem)
            }
            attributions.add(source.attribution.map(plainText(html:)))
        }
        return opened
    }

    /// Archives that take the place of the style's own, the largest first: a detail lies over the map around it.
    mutating func stack(_ archives: [any TileArchive]) -> LayoutSource {
        let sorted = archives.enumerated().sorted { a, b in
            let (areaA, areaB) = (area(a.element.info), area(b.element.info))
            return areaA == areaB ? a.offset < b.offset : areaA > areaB
        }.map(\.element)
        for archive in sorted.reversed() { credit(archive.info) }
        return .vector(sorted.map { entry($0, minZoom: $0.info.minZoom, maxZoom: $0.info.maxZoom) })
    }

    /// Names an archive's makers if the picture shows something of it.
    mutating func credit(_ archive: ArchiveInfo) {
        guard Double(archive.minZoom) <= max(0, viewport.zoom) else { return }
        guard archive.bounds?.touches(viewport.bounds) ?? true else { return }
        attributions.add(archive.attribution)
    }

    private mutating func open(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LayoutSource? {
        switch source.kind {
        case .vector:
            if source.url == Self.basemapAddress {
                var archives: [any TileArchive] = []
                for path in home.basemapArchives { archives.append(try openArchive(at: path, scale: scale)) }
                return stack(archives)
            }
            let (archive, limits) = try archive(source, baseFolder: baseFolder)
            credit(archive.info)
            return .vector([entry(archive, minZoom: limits.lowerBound, maxZoom: limits.upperBound)])
        case .raster:
            let (archive, limits) = try archive(source, baseFolder: baseFolder)
            credit(archive.info)
            return .raster(
                RasterTiles(
                    archive: archive, minZoom: limits.lowerBound, maxZoom: limits.upperBound, tileSize: source.tileSize)
            )
        case .geojson:
            return try geojson(source, baseFolder: baseFolder)
        case .rasterDEM, .image, .video:
            throw Diagnostic(.error, "sources of type \"\(source.kind.rawValue)\" are not drawn")
        }
    }

    private func archive(
        _ source: StyleSource, baseFolder: String
    ) throws(Diagnostic) -> (any TileArchive, ClosedRange<Int>) {
        let (source, address) = try source.located(baseFolder: baseFolder)
        let path =
            switch address {
            case .file(let path), .mbtiles(let path), .pmtiles(let path): path
            // A row counted from the south has a placeholder of its own.
            case .template(let path): source.scheme == "tms" ? path.replacing("{y}", with: "{-y}") : path
            }
        let archive = try openArchive(at: path, scale: scale)
        // What the style says of a folder's zooms is all that there is to know.
        let isFolder = archive.info.container == .folder
        let lower = isFolder ? whole(source.minZoom) : max(archive.info.minZoom, whole(source.minZoom))
        let upper = isFolder ? whole(source.maxZoom) : min(archive.info.maxZoom, whole(source.maxZoom))
        return (archive, lower...max(lower, upper))
    }

    private func geojson(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LayoutSource {
        let options = options(source)
        let tiler: GeoJSONTiler?
        if let address = source.data?.string {
            guard case .file(let path) = try StyleAddress.resolve(address, baseFolder: baseFolder) else {
                throw Diagnostic(.error, "expected the address of a GeoJSON file, found \"\(address)\"")
            }
            tiler = try GeoJSONTiler.load(file: path, options: options, problems: problems)
        } else if let data = source.data {
            let own = Problems()
            let document = JSONDocument(file: "style", root: data)
            tiler = GeoJSONTiler(Field(document, problems: own), options: options)
            for var problem in own.all {
                problem.severity = .warning
                problems.add(problem)
            }
        } else {
            throw Diagnostic(.error, "expected GeoJSON data, found none")
        }
        guard let tiler else { return .vector([]) }
        return .vector([
            VectorStackEntry(
                source: tiler, minZoom: 0, maxZoom: options.maxZoom, bounds: nil, name: "geojson", isComplete: false)
        ])
    }

    private func options(_ source: StyleSource) -> GeoJSONOptions {
        var options = GeoJSONOptions()
        let members = source.members
        if let zoom = members["maxzoom"]?.number { options.maxZoom = whole(zoom) }
        if let buffer = members["buffer"]?.number { options.buffer = max(0, min(512, buffer)) }
        if let tolerance = members["tolerance"]?.number { options.tolerance = max(0, tolerance) }
        options.generateIDs = members["generateId"]?.bool ?? false
        options.promoteID = members["promoteId"]?.string
        return options
    }

    private func entry(_ archive: any TileArchive, minZoom: Int, maxZoom: Int) -> VectorStackEntry {
        VectorStackEntry(
            source: archive, minZoom: minZoom, maxZoom: maxZoom, bounds: archive.info.bounds, name: archive.info.file,
            isComplete: archive.info.container != .geojson)
    }

    private func area(_ info: ArchiveInfo) -> Double {
        guard let box = info.bounds else { return .infinity }
        return (box.east - box.west) * (box.north - box.south)
    }

    private func whole(_ zoom: Double) -> Int { Int(max(0, min(Double(TileID.deepestZoom), zoom))) }
}

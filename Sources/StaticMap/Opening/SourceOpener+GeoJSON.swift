// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapLayout
import MapStyle
import MapTiles

extension SourceOpener {
    /// Features out of the style itself or out of a file.
    mutating func geojson(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LayoutSource {
        let options = options(source)
        let rules = rules(source, options)
        let tiler: (any VectorTileSource)?
        if let address = source.data?.string {
            guard case .file(let path) = try StyleAddress.resolve(address, baseFolder: baseFolder) else {
                throw Diagnostic(
                    code: StyleCode.invalidAddress, expected: "the address of a GeoJSON file",
                    found: "\"\(address)\"")
            }
            if rules.includes == nil, rules.clustering == nil {
                tiler = try features(path, options)
            } else {
                tiler = try GeoJSONTiler.load(file: path, options: options, rules: rules, diagnostics: diagnostics)
            }
        } else if let data = source.data {
            let own = DiagnosticSink()
            let document = JSONDocument(.style, file: "style", root: data)
            tiler = GeoJSONTiler(Field(document, diagnostics: own), options: options, rules: rules)
            for var problem in own.all {
                problem.severity = .warning
                diagnostics.add(problem)
            }
        } else {
            throw Diagnostic(code: StyleCode.missingTiles, expected: "GeoJSON data", found: "none")
        }
        guard let tiler else { return .vector([]) }
        return .vector([
            VectorStackEntry(
                source: tiler, minZoom: 0, maxZoom: options.maxZoom, bounds: nil, name: "geojson", isComplete: false)
        ])
    }

    /// The features of a file that is cut as it is, which several sources of a map may share.
    private mutating func features(
        _ path: String, _ options: GeoJSONOptions
    ) throws(Diagnostic) -> any VectorTileSource {
        let key = FeaturesOptions(path: path, options: options)
        if let opened = openedFeatures[key] { return opened }
        let tiler = try cache.features(path, options, diagnostics)
        openedFeatures[key] = tiler
        return tiler
    }

    private func options(_ source: StyleSource) -> GeoJSONOptions {
        var options = GeoJSONOptions()
        let members = source.members
        if let zoom = members["maxzoom"]?.number { options.maxZoom = whole(zoom) }
        if let buffer = members["buffer"]?.number { options.buffer = max(0, min(512, buffer)) }
        if let tolerance = members["tolerance"]?.number { options.tolerance = max(0, tolerance) }
        options.generateIDs = members["generateId"]?.bool ?? false
        options.promoteID = members["promoteId"]?.string
        options.lineMetrics = source.hasLineMetrics
        return options
    }

    /// A filter that cannot be compiled is reported and left out.
    private func rules(_ source: StyleSource, _ options: GeoJSONOptions) -> GeoJSONRules {
        var rules = GeoJSONRules()
        if let filter = source.members["filter"] {
            do throws(ExpressionErrors) {
                rules.includes = try featureFilter(filter)
            } catch {
                for fault in error.errors {
                    diagnostics.add(
                        Diagnostic(
                            .warning, code: StyleCode.invalidFilter, path: "sources: filter\(fault.key)",
                            fault.message))
                }
            }
        }
        guard let asked = source.clustering else { return rules }
        var clustering = GeoJSONClustering(
            radius: asked.radius, maxZoom: asked.maxZoom.map { Int($0.rounded()) } ?? options.maxZoom - 1,
            minPoints: Int(min(asked.minPoints, 1e9)))
        if let properties = source.members["clusterProperties"]?.object {
            let sums = ClusterProperties(properties)
            clustering.map = sums.map
            clustering.reduce = sums.reduce
        }
        rules.clustering = clustering
        return rules
    }
}

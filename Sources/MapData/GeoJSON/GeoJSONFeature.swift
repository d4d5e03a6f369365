// SPDX-License-Identifier: MIT
package import MapCore

/// A feature of a GeoJSON document; a bare geometry counts as one without properties.
///
/// - SeeAlso: RFC 7946, section 3.2.
package struct GeoJSONFeature: Sendable {
    /// The Feature object; the geometry itself when it is bare.
    package let node: JSONNode
    /// The number of Feature objects before this one.
    package let index: Int
    package let geometries: [GeoJSONGeometry]

    package var properties: JSONNode? { node["type"]?.string == "Feature" ? node["properties"] : nil }

    /// The positions of all geometries.
    package var vertexCount: Int { geometries.reduce(0) { $0 + $1.vertexCount } }

    /// Reads a document without reporting: features that are broken, or all of what is not GeoJSON, are left out.
    package static func all(in root: JSONNode, _ limits: GeoJSONGeometry.Limits) -> [GeoJSONFeature] {
        var features: [GeoJSONFeature] = []
        _ = try? read(root, limits, { features.append($0) }, onError: { _ in })
        return features
    }

    /// Calls `body` for each feature that has a geometry, and `onError` for each that is broken.
    ///
    /// - Throws: when the document as a whole is not GeoJSON.
    fileprivate static func read(
        _ root: JSONNode, _ limits: GeoJSONGeometry.Limits, _ body: (GeoJSONFeature) -> Void,
        onError: (GeoJSONError) -> Void
    ) throws(GeoJSONError) {
        var count = 0
        try read(root, &count, limits, body, onError: onError)
    }

    /// As above, for the records of a sequence: one that is not GeoJSON is broken, and the others count.
    fileprivate static func read(
        records: [JSONNode], _ limits: GeoJSONGeometry.Limits, _ body: (GeoJSONFeature) -> Void,
        onError: (GeoJSONError) -> Void
    ) {
        var count = 0
        for (index, record) in records.enumerated() {
            func report(_ error: GeoJSONError) { onError(error.within("record \(index + 1)")) }
            do throws(GeoJSONError) {
                try read(record, &count, limits, body, onError: report)
            } catch {
                report(error)
            }
        }
    }

    /// `count` is the number of Feature objects before these.
    private static func read(
        _ root: JSONNode, _ count: inout Int, _ limits: GeoJSONGeometry.Limits, _ body: (GeoJSONFeature) -> Void,
        onError: (GeoJSONError) -> Void
    ) throws(GeoJSONError) {
        guard let typeNode = root["type"], let type = typeNode.string else {
            throw GeoJSONError(root, expected: "a GeoJSON object with a \"type\"")
        }
        switch type {
        case "FeatureCollection":
            guard let features = root["features"]?.array else {
                throw GeoJSONError(root["features"] ?? root, expected: "an array \"features\"")
            }
            for (index, node) in features.enumerated() {
                do throws(GeoJSONError) {
                    if let feature = try feature(node, &count, limits) { body(feature) }
                } catch {
                    onError(error.within("[\(index)]").within("features"))
                }
            }
        case "Feature":
            do throws(GeoJSONError) {
                if let feature = try feature(root, &count, limits) { body(feature) }
            } catch {
                onError(error)
            }
        case _ where GeoJSONGeometry.types.contains(type):
            do throws(GeoJSONError) {
                body(GeoJSONFeature(node: root, index: count, geometries: try GeoJSONGeometry.read(root, limits)))
            } catch {
                onError(error)
            }
        default: throw GeoJSONError(typeNode, expected: "a GeoJSON type").within("type")
        }
    }

    /// Nil for a feature without a geometry, which counts all the same.
    private static func feature(
        _ node: JSONNode, _ count: inout Int, _ limits: GeoJSONGeometry.Limits
    ) throws(GeoJSONError) -> GeoJSONFeature? {
        guard node["type"]?.string == "Feature" else { throw GeoJSONError(node, expected: "a GeoJSON Feature") }
        defer { count += 1 }
        guard let geometry = node["geometry"], !geometry.isNull else { return nil }
        let geometries = try GeoJSONError.inMember("geometry") { () throws(GeoJSONError) in
            try GeoJSONGeometry.read(geometry, limits)
        }
        return GeoJSONFeature(node: node, index: count, geometries: geometries)
    }
}

extension Field {
    /// Reads a GeoJSON document: a FeatureCollection, a Feature, or a bare geometry, or a sequence of them.
    ///
    /// A feature that is broken is reported as a warning and left out.
    ///
    /// - Parameters:
    ///   - limits: coordinates beyond them make a feature broken.
    ///   - body: called for each feature that has a geometry, in the order of the document.
    /// - Returns: false, and reported as an error, when the value is not GeoJSON, or none of its features can be read.
    package func readGeoJSON(_ limits: GeoJSONGeometry.Limits, _ body: (GeoJSONFeature) -> Void) -> Bool {
        var (read, broken) = (0, 0)
        var hint: String?
        do throws(GeoJSONError) {
            let crs = GeoJSONReferenceSystem(node)
            func count(_ feature: GeoJSONFeature) {
                read += 1
                body(feature)
            }
            func note(_ error: GeoJSONError) {
                broken += 1
                guard diagnostics.hasRoom else { return diagnostics.drop(.warning) }
                let cause = error.cause ?? error.misspelling
                hint = hint ?? cause
                field(of: error).report(
                    "expected \(error.expected), found \(error.node.summary); the feature is left out",
                    severity: .warning, expected: error.expected, found: error.node.summary, hint: cause)
            }
            if document.isSequence, path.isEmpty, let records = node.array {
                GeoJSONFeature.read(records: records, limits, count, onError: note)
            } else {
                try GeoJSONFeature.read(node, limits, count, onError: note)
            }
            if read > 0, let crs, !crs.isGeographic {
                member("crs", crs.node).report(
                    "the coordinates are taken for longitudes and latitudes, but \"crs\" says \(crs.name)",
                    severity: .warning, found: crs.name,
                    hint: "GeoJSON is in WGS 84: convert it with ogr2ogr -t_srs EPSG:4326")
            }
            guard read > 0 || broken == 0 else {
                let features = broken == 1 ? "the only feature" : "none of the \(broken) features"
                let system = crs.flatMap { $0.isGeographic ? nil : "; its \"crs\" is \($0.name)" } ?? ""
                report(
                    broken == 1 ? "\(features) cannot be read\(system)" : "\(features) can be read\(system)", hint: hint
                )
                return false
            }
            return true
        } catch {
            let known = ["FeatureCollection", "Feature"] + GeoJSONGeometry.types
            field(of: error).report(
                expected: error.expected, hint: error.node.string.flatMap { didYouMean($0, known) })
            return false
        }
    }

    private func field(of error: GeoJSONError) -> Field {
        Field(node: error.node, path: error.path(below: path), document: document, diagnostics: diagnostics)
    }
}

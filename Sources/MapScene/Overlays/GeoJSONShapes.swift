// SPDX-License-Identifier: MIT
package import MapCore
import MapData
import MapGeo

/// Turns GeoJSON features into overlays and annotations. Broken features are reported as warnings and left out.
package struct GeoJSONShapes {
    private let template: Overlay
    private let file: String
    private var data = OverlayData()

    /// Longitudes may go once around the Earth more than needed, so that lines can go on across the antimeridian.
    private static let limits = GeoJSONGeometry.Limits(longitude: 720, latitude: 90)

    /// - Parameters:
    ///   - root: a FeatureCollection, a Feature or a geometry.
    ///   - template: gives name, level and opacity to all shapes.
    ///   - style: the style of features that do not set their own.
    /// - Returns: nil, and reported as an error, when it is not GeoJSON.
    package static func read(_ root: Field, template: Overlay, style: DataOverlay) -> OverlayData? {
        var shapes = GeoJSONShapes(template: template, file: root.document.file)
        let isGeoJSON = root.readGeoJSON(limits) { feature in
            guard !WorkContext.isCancelled, RenderBudget.spend(1, .features, at: root.path),
                RenderBudget.spend(feature.vertexCount, .vertices, at: root.path)
            else { return }
            shapes.add(
                feature,
                FeatureStyle(feature.properties, style) { name, expected, found in
                    // Without a position: of many features with the same value one is enough.
                    root.diagnostics.add(
                        Diagnostic(
                            .warning, code: DocumentProblem.invalidValue.code(in: .geojson), file: root.document.file,
                            path: "properties.\(name)", "expected \(expected), found \(found.summary); it is ignored",
                            expected: expected, found: found.summary))
                })
        }
        return isGeoJSON ? shapes.data : nil
    }

    private init(template: Overlay, file: String) {
        self.template = template
        self.file = file
    }

    private mutating func add(_ feature: GeoJSONFeature, _ style: FeatureStyle) {
        for geometry in feature.geometries {
            switch geometry {
            case .points(let points):
                for point in points {
                    guard add(point: point, style) else { return }
                }
            case .lines(let lines):
                for line in lines where line.count > 1 {
                    // The parts of one feature are one stroke, and so are those of all that are seen through.
                    let polyline = Polyline(line, style: style.line, mergeStrokes: true)
                    add(.polyline(polyline), feature, style)
                }
            case .polygons(let polygons):
                for rings in polygons {
                    guard let outer = rings.first, outer.count > 2 else { continue }
                    let polygon = Polygon(
                        outer, holes: Array(rings.dropFirst()), fillColor: style.fill, style: style.edge)
                    add(.polygon(polygon), feature, style)
                }
            }
        }
    }

    private mutating func add(point: Coordinate, _ style: FeatureStyle) -> Bool {
        var annotation = style.point.annotation(at: point, title: style.title)
        annotation.coordinateSystem = template.coordinateSystem
        annotation.properties = style.properties ?? template.properties
        annotation.take(template)
        return data.add(annotation, from: file)
    }

    private mutating func add(_ content: Overlay.Content, _ feature: GeoJSONFeature, _ style: FeatureStyle) {
        var overlay = template
        overlay.content = content
        overlay.title = style.title ?? template.title
        overlay.properties = style.properties ?? template.properties
        overlay.feature = feature.index
        data.add(overlay, from: file)
    }
}

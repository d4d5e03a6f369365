// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane

extension Gazetteer {
    /// Reads GeoJSON: points are places, lines and areas are what a place may be named after.
    ///
    /// Names are taken from the property "name", addresses from "address" or from "addr:street" and "addr:housenumber".
    ///
    /// - Parameters:
    ///   - geojson: UTF-8.
    ///   - file: the name of the data in diagnostics.
    /// - Throws: a `RenderError` if the text is not GeoJSON. Features that cannot be read are left out and listed in
    ///   `warnings`.
    public init(geojson: [UInt8], file: String) throws(RenderError) {
        do throws(Diagnostic) {
            self = try Gazetteer(JSONDocument(.geojson, file: file, text: geojson), file: file)
        } catch {
            throw RenderError(.badData, [error])
        }
    }

    private init(_ document: JSONDocument, file: String) throws(Diagnostic) {
        guard document.isSequence || ["FeatureCollection", "Feature"].contains(document.root["type"]?.string) else {
            throw Diagnostic(
                code: DocumentProblem.unknownValue.code(in: .geojson), file: file, path: "type",
                "expected a GeoJSON FeatureCollection or Feature")
        }
        var (places, areas): ([Place], [Area]) = ([], [])
        let limits = GeoJSONGeometry.Limits(longitude: 360, latitude: 90)
        let errors = DiagnosticSink()
        let isGeoJSON = Field(document, diagnostics: errors).readGeoJSON(limits) { feature in
            let properties = feature.properties ?? .members([:])
            let name = properties["name"]?.string ?? ""
            let address = Gazetteer.address(properties)
            func place(at coordinate: Coordinate) -> Place {
                Place(name: name, address: address, coordinate: coordinate, properties: properties)
            }
            for geometry in feature.geometries {
                switch geometry {
                case .points(let points): places += points.map(place)
                case .lines(let lines):
                    for line in lines where !line.isEmpty {
                        areas.append(Area(place: place(at: line[line.count / 2]), rings: [line], isArea: false))
                    }
                case .polygons(let polygons):
                    // The rings of all polygons together: by the even-odd rule they cover the same ground.
                    let rings = polygons.joined().filter { !$0.isEmpty }
                    guard let first = rings.first?.first else { continue }
                    let corners = rings.map { $0.map { Point($0.longitude, $0.latitude) }[...] }
                    let middle = interiorPoint(of: corners, precision: 1e-6).map {
                        Coordinate(latitude: $0.y, longitude: $0.x)
                    }
                    areas.append(Area(place: place(at: middle ?? first), rings: rings, isArea: true))
                }
            }
        }
        guard isGeoJSON else {
            throw errors.all.first
                ?? Diagnostic(code: DocumentProblem.invalidValue.code(in: .geojson), file: file, "expected GeoJSON")
        }
        self.init(places: places, areas: areas, warnings: errors.all)
        // A foreign member, as scenes have it.
        if let name = document.root["coordinateSystem"]?.string {
            guard let system = CoordinateSystem(rawValue: name) else {
                throw Diagnostic(
                    code: DocumentProblem.unknownValue.code(in: .geojson), file: file, path: "coordinateSystem",
                    "expected \(listing(CoordinateSystem.allCases.map(\.rawValue))), found \"\(name)\"")
            }
            coordinateSystem = system
        }
    }

    private static func address(_ properties: JSONNode) -> String {
        func text(_ key: String) -> String? { properties[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        if let address = text("address") { return address }
        let street = ["addr:street", "addr:housenumber"].compactMap(text)
        if !street.isEmpty { return street.joined(separator: " ") }
        // Without a street, the formatted address as far as province and city do not say it.
        guard var formatted = text("formatted_address") ?? text("formattedAddress") else { return "" }
        for part in ["province", "city"].compactMap(text) where formatted.hasPrefix(part) {
            formatted.removeFirst(part.count)
        }
        return formatted.trimmingPrefix { $0 == " " || $0 == "," }.description
    }
}

// SPDX-License-Identifier: MIT
package import MapCore
import MapData
import MapGeo

/// Reads the places of a GPX file: tracks and routes as lines, waypoints as annotations. All else is passed over.
///
/// - SeeAlso: GPX 1.1 schema, topografix.com.
package struct GPXReader {
    private let template: Overlay
    private let style: DataOverlay
    private let file: String
    private var data = OverlayData()
    private var line: [Coordinate] = []
    private var waypoint: Coordinate?
    private var name: String?

    /// - Parameters:
    ///   - bytes: the file.
    ///   - file: how messages name it.
    ///   - template: gives name, level and opacity to all that is read.
    ///   - style: the look of lines.
    /// - Returns: what the file holds.
    /// - Throws: when the file is not GPX, or broken, with the line.
    package static func read(
        _ bytes: [UInt8], file: String, template: Overlay, style: DataOverlay
    ) throws(Diagnostic) -> OverlayData {
        var reader = GPXReader(template: template, style: style, file: file)
        var scanner = XMLScanner(bytes, file: file, code: DataCode.invalid)
        var path: [String] = []
        var count = 0
        while let token = try scanner.next() {
            switch token {
            case .open(let element, let attributes):
                if path.isEmpty, element != "gpx" {
                    throw scanner.problem("expected a <gpx> element, found <\(element)>")
                }
                guard path.count < 64 else { throw scanner.problem("elements are nested too deep") }
                path.append(element)
                count += 1
                // Past a limit of the map, the rest is left out.
                if count & 1023 == 0, WorkContext.isCancelled { return reader.data }
                try reader.begin(element, attributes, scanner)
            case .close(let element):
                guard path.popLast() == element else { throw scanner.problem("</\(element)> closes nothing") }
                reader.end(element)
            case .text(let text):
                if path.last == "name", path.dropLast().last == "wpt" { reader.name = (reader.name ?? "") + text }
            }
        }
        guard path.isEmpty, scanner.hasElements else { throw scanner.problem("the file ends inside an element") }
        return reader.data
    }

    private init(template: Overlay, style: DataOverlay, file: String) {
        self.template = template
        self.style = style
        self.file = file
    }

    private mutating func begin(
        _ element: String, _ attributes: [String: String], _ scanner: XMLScanner
    ) throws(Diagnostic) {
        switch element {
        case "trkseg", "rte": line = []
        case "trkpt", "rtept": line.append(try place(attributes, scanner))
        case "wpt":
            waypoint = try place(attributes, scanner)
            name = nil
        default: break
        }
    }

    private mutating func end(_ element: String) {
        switch element {
        case "trkseg", "rte":
            if line.count > 1, RenderBudget.spend(line.count, .vertices, at: file) {
                var overlay = template
                overlay.content = .polyline(Polyline(line, style: style.style, mergeStrokes: true))
                data.add(overlay, from: file)
            }
            line = []
        case "wpt":
            guard let waypoint, RenderBudget.spend(1, .features, at: file) else { return }
            var annotation = Annotation(at: waypoint, title: name)
            annotation.coordinateSystem = template.coordinateSystem
            annotation.properties = template.properties
            data.add(annotation, from: file)
            self.waypoint = nil
        default: break
        }
    }

    private func place(_ attributes: [String: String], _ scanner: XMLScanner) throws(Diagnostic) -> Coordinate {
        guard let latitude = attributes["lat"].flatMap(Double.init), abs(latitude) <= 90,
            let longitude = attributes["lon"].flatMap(Double.init), abs(longitude) <= 360
        else { throw scanner.problem("expected a place with lat from -90 to 90 and lon from -360 to 360") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

/// What a GPX file shows: tracks, routes and waypoints, in the order of the file. All else is passed over.
///
/// - SeeAlso: GPX 1.1 schema, topografix.com.
package struct GPXFile {
    package enum Content {
        /// A route, or a segment of a track, of two points or more.
        case line([Coordinate])
        case waypoint(Coordinate, name: String?)
    }

    package private(set) var contents: [Content] = []

    private let file: String
    private var line: [Coordinate] = []
    private var waypoint: Coordinate?
    private var name: String?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: its content.
    ///   - file: how messages name it.
    /// - Throws: when the file is not GPX, or broken, with the line.
    package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        self.file = file
        var scanner = XMLScanner(bytes, file: file, code: .dataInvalid)
        var path: [String] = []
        while let token = try scanner.next() {
            switch token {
            case .open(let element, let attributes):
                if path.isEmpty, element != "gpx" {
                    throw scanner.problem("expected a <gpx> element, found <\(element)>")
                }
                guard path.count < 64 else { throw scanner.problem("elements are nested too deep") }
                path.append(element)
                try begin(element, attributes, scanner)
            case .close(let element):
                guard path.popLast() == element else { throw scanner.problem("</\(element)> closes nothing") }
                end(element)
            case .text(let text):
                // Added in place: a text may come in millions of pieces.
                if path.last == "name", path.dropLast().last == "wpt" {
                    if name == nil { name = "" }
                    name?.append(text)
                }
            }
        }
        guard path.isEmpty, scanner.hasElements else { throw scanner.problem("the file ends inside an element") }
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
            if line.count > 1, RenderBudget.spend(line.count, .vertices, at: file) { contents.append(.line(line)) }
            line = []
        case "wpt":
            guard let waypoint, RenderBudget.spend(1, .features, at: file) else { return }
            contents.append(.waypoint(waypoint, name: name))
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

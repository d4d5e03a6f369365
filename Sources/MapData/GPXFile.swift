// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

/// What a GPX file shows: tracks, routes and waypoints, in the order of the file, with what was measured on the way. All else is
/// passed over.
///
/// - SeeAlso: GPX 1.1 schema, topografix.com; Garmin's TrackPointExtension, versions 1 and 2.
package struct GPXFile {
    /// A route, or a segment of a track, of two points or more.
    package struct Line: Sendable {
        package var coordinates: [Coordinate] = []
        package var samples = TrackSamples()
    }

    package enum Content {
        /// A route, or a track with its segments.
        case track([Line], name: String?)
        case waypoint(Coordinate, name: String?)
    }

    package private(set) var contents: [Content] = []

    /// The first value that cannot be read, as a warning, and how many there are.
    package private(set) var firstUnread: Diagnostic?
    package private(set) var unreadCount = 0

    private let file: String
    private var lines: [Line] = []
    private var line = Line()
    private var waypoint: Coordinate?
    private var name: String?
    /// The text of the element that is read, for those with a value.
    private var text: String?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: its content.
    ///   - file: how messages name it.
    /// - Throws: when the file is not GPX, or broken, with the line.
    package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        self.file = file
        guard !bytes.dropFirst(8).starts(with: Array(".FIT".utf8)) else {
            throw Diagnostic(
                code: .dataInvalid, file: file, "FIT files are not read",
                hint: "convert it: gpsbabel -i garmin_fit -f track.fit -o gpx,garminextensions -F track.gpx")
        }
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
                end(element, in: path.last, scanner)
            case .text(let part):
                // Added in place: a text may come in millions of pieces.
                text?.append(part)
            }
        }
        guard path.isEmpty, scanner.hasElements else { throw scanner.problem("the file ends inside an element") }
    }

    /// The elements with a value that is kept.
    private static func isValued(_ element: String) -> Bool {
        element == "name" || element == "time" || column(element) != nil
    }

    private mutating func begin(
        _ element: String, _ attributes: [String: String], _ scanner: XMLScanner
    ) throws(Diagnostic) {
        text = Self.isValued(element) ? "" : nil
        switch element {
        case "trk":
            lines = []
            name = nil
        case "trkseg": line = Line()
        case "rte":
            lines = []
            line = Line()
            name = nil
        case "trkpt", "rtept": line.coordinates.append(try place(attributes, scanner))
        case "wpt":
            waypoint = try place(attributes, scanner)
            name = nil
        default: break
        }
    }

    private mutating func end(_ element: String, in parent: String?, _ scanner: XMLScanner) {
        let value = text
        text = nil
        switch element {
        case "trkseg": endLine()
        case "trk": endTrack()
        case "rte":
            endLine()
            endTrack()
        case "wpt":
            guard let waypoint, RenderBudget.spend(1, .features, at: file) else { return }
            contents.append(.waypoint(waypoint, name: name))
            self.waypoint = nil
        case "name" where parent == "wpt" || parent == "trk" || parent == "rte":
            name = value.flatMap { $0.isEmpty ? nil : $0 }
        default:
            // Of a point in a line, or of an extension within one.
            guard let value, waypoint == nil, !line.coordinates.isEmpty else { return }
            add(String(value.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }), of: element, scanner)
        }
    }

    private mutating func add(_ value: String, of element: String, _ scanner: XMLScanner) {
        guard !value.isEmpty else { return }
        let before = line.coordinates.count - 1
        if element == "time" {
            let time = iso8601Seconds(value)
            if time == nil { note(value, in: element, expected: "a time such as 2024-05-01T10:00:00Z", scanner) }
            return TrackSamples.add(time, to: &line.samples.times, after: before)
        }
        guard let column = Self.column(element) else { return }
        let number = Double(value)
        if number == nil { note(value, in: element, expected: "a number", scanner) }
        TrackSamples.add(number, to: &line.samples[keyPath: column], after: before)
    }

    /// The column of an element of a point.
    private static func column(_ element: String) -> WritableKeyPath<TrackSamples, [Double]>? {
        switch element {
        case "ele": \.elevations
        case "hr", "heartrate": \.heartRates
        case "cad", "cadence": \.cadences
        case "atemp", "temp": \.temperatures
        default: nil
        }
    }

    private mutating func note(_ value: String, in element: String, expected: String, _ scanner: XMLScanner) {
        unreadCount += 1
        guard firstUnread == nil else { return }
        var problem = scanner.problem(
            "expected \(expected) in <\(element)> of point \(line.coordinates.count), found "
                + "\(quoted(String(value.prefix(40)))); it counts as missing")
        problem.severity = .warning
        firstUnread = problem
    }

    private mutating func endLine() {
        line.samples.fill(to: line.coordinates.count)
        if line.coordinates.count > 1, RenderBudget.spend(line.coordinates.count, .vertices, at: file) {
            lines.append(line)
        }
        line = Line()
    }

    private mutating func endTrack() {
        if !lines.isEmpty { contents.append(.track(lines, name: name)) }
        lines = []
        name = nil
    }

    private func place(_ attributes: [String: String], _ scanner: XMLScanner) throws(Diagnostic) -> Coordinate {
        guard let latitude = attributes["lat"].flatMap(Double.init), abs(latitude) <= 90,
            let longitude = attributes["lon"].flatMap(Double.init), abs(longitude) <= 360
        else { throw scanner.problem("expected a place with lat from -90 to 90 and lon from -360 to 360") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

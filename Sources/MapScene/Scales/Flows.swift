// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapData
import MapGeo
import MapGeometry

/// Lines from one place to another: flights, trade, people who move.
///
/// The places are features of the overlay, which `from` and `to` name by the property `on`; or `from` and `to` have coordinates. With
/// neither, each line of the data is a flow from its first end to its last.
public struct Flows: Hashable, Sendable {
    /// One end of a flow.
    public enum End: Hashable, Sendable {
        /// A column or property that names a place.
        case place(String)
        /// Columns or properties with a longitude and a latitude in degrees.
        case coordinates(longitude: String, latitude: String)
    }

    /// The shape of a flow.
    public enum Shape: String, CaseIterable, Hashable, Sendable {
        /// The shortest line on the Earth.
        case geodesic
        /// An arc that bends to the left of its direction, so that there and back are two lines.
        case arched
        /// A straight line on the map.
        case straight
    }

    /// Where flows begin; nil for the first end of each line of the data.
    public var from: End?
    /// Where flows end; nil for the last end of each line of the data.
    public var to: End?
    /// The property by which flows name places; nil for the id of features.
    public var on: String?
    /// A file of text with columns (CSV), a flow in each row; nil when the features themselves are the flows.
    public var file: String?
    /// The shape of the lines.
    public var shape: Shape
    /// Arrows along the lines; nil for none.
    public var arrows: Polyline.Arrows?

    /// Creates flows.
    public init(
        from: End? = nil, to: End? = nil, on: String? = nil, file: String? = nil, shape: Shape = .geodesic,
        arrows: Polyline.Arrows? = nil
    ) {
        self.from = from
        self.to = to
        self.on = on
        self.file = file
        self.shape = shape
        self.arrows = arrows
    }
}

extension Flows: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "flows"

    mutating func keys(_ k: inout Keys) {
        k("from", &from, .flowEnd)
        k("to", &to, .flowEnd)
        k("on", &on, .filled)
        k("file", &file, .filled)
        k("shape", &shape)
        k("arrows", &arrows, .onOff())
        guard k.isReading else { return }
        if (from == nil) != (to == nil) {
            k.given(from == nil ? "to" : "from")?.report(
                "flows need both \"from\" and \"to\", or neither", code: .sceneConflictingKeys)
        } else if from == nil {
            for key in ["on", "file"] { k.noteNoEffect(key, "without \"from\" and \"to\"") }
        }
    }
}

extension KeyCodec where Self == Form<Flows.End> {
    /// A column's name, or two for longitude and latitude.
    fileprivate static var flowEnd: Self {
        Form(
            ["oneOf": [.filled, ["type": "array", "items": .filled, "minItems": 2, "maxItems": 2]]],
            { field in
                if let names = field.node.array?.compactMap(\.string), names.count == 2, field.node.array?.count == 2 {
                    return .coordinates(longitude: names[0], latitude: names[1])
                }
                return field.filled(or: "a column or [longitude, latitude], two columns").map(Flows.End.place)
            },
            { end in
                switch end {
                case .place(let name): .text(name)
                case .coordinates(let longitude, let latitude): .list([.text(longitude), .text(latitude)])
                }
            })
    }
}

extension Flows {
    /// The flows as features with a line each: `features` are places and rows of the table flows, or without a table the flows.
    func features(
        of features: [DataFeature], _ table: DataTable?, _ surroundings: DataSurroundings
    ) -> [DataFeature] {
        guard let from, let to else { return features.compactMap(flow) }
        let records: [DataFeature] =
            table.map { table in
                table.rows.enumerated().map { index, row in
                    let members = zip(table.columns, row).map { JSONObject.Member($0, .text($1)) }
                    return DataFeature(index: index, id: nil, properties: JSONObject(members), geometries: [])
                }
            } ?? features
        if let table {
            for (name, key) in from.names("from") + to.names("to") {
                guard table.column(name, at: "flows.\(key)", surroundings) != nil else { return [] }
            }
        } else {
            for (name, key) in from.names("from") + to.names("to")
            where !records.contains(where: { $0.value(name) != nil }) {
                surroundings.reportUnknown(name, at: "flows.\(key)", known: records.propertyNames)
                return []
            }
        }
        var places: [String: Coordinate] = [:]
        for feature in features {
            guard let name = (on.map { feature.value($0) } ?? feature.id)?.categoryText else { continue }
            places[name.joinKey] = feature.geometries.middle
        }
        var unknown: [String] = []
        var flows: [DataFeature] = []
        for record in records {
            guard let start = from.place(of: record, places), let end = to.place(of: record, places) else {
                let ends = [from, to].filter { $0.place(of: record, places) == nil }
                unknown += ends.prefix(1).map { $0.text(of: record) }
                continue
            }
            guard start != end, let line = line(from: start, to: end) else { continue }
            var flow = record
            flow.geometries = [.lines([line])]
            flows.append(flow)
        }
        if let first = unknown.first {
            let example = places.keys.min().map { "; places are called such as \(quoted($0))" } ?? ""
            surroundings.report(
                flows.isEmpty ? .error : .warning, flows.isEmpty ? .dataNoMatch : .dataUnmatched, at: "flows",
                "\(unknown.count) of \(records.count) flows have an end without a place, such as \(quoted(first))\(example)",
                hint: flows.isEmpty && on == nil ? "\"on\" names the property by which places are called" : nil)
        }
        return flows
    }

    /// A line of the data as a flow; nil for what has none.
    private func flow(_ feature: DataFeature) -> DataFeature? {
        let flows = feature.lines.compactMap { line -> [Coordinate]? in
            guard let start = line.first, let end = line.last, start != end else { return nil }
            return self.line(from: start, to: end)
        }
        guard !flows.isEmpty else { return nil }
        var copy = feature
        copy.geometries = [.lines(flows)]
        return copy
    }

    /// Where the text of a flow stands: in the middle of what is drawn.
    func middle(of flow: DataFeature) -> Coordinate? {
        guard shape == .geodesic, case .lines(let lines)? = flow.geometries.first,
            let longest = lines.map({ ($0[0], $0[0].geodesic(to: $0[1])) }).max(by: { $0.1.meters < $1.1.meters })
        else { return flow.geometries.middle }
        let (start, way) = longest
        return start.destination(azimuth: way.bearing * .pi / 180, distance: way.meters / 2)
    }

    /// How far an arc stands off its chord, as a fraction of its length.
    private static let rise = 0.22

    private func line(from start: Coordinate, to end: Coordinate) -> [Coordinate]? {
        guard RenderBudget.spend(shape == .arched ? 33 : 2, .vertices, at: "flows") else { return nil }
        guard shape == .arched else { return [start, end] }
        // The short way around the Earth.
        let ends = unwrapped([start, end]).map(WebMercator.project)
        let (a, b) = (ends[0], ends[1])
        let chord = b - a
        // Up is where y falls: the left of a flow to the east is north.
        let control = Point((a.x + b.x) / 2, (a.y + b.y) / 2) + Point(chord.y, -chord.x) * (2 * Self.rise)
        return (0...32).map { step in
            let t = Double(step) / 32
            let point = a * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + b * (t * t)
            return WebMercator.unproject(point)
        }
    }
}

extension Flows.End {
    /// The columns, with the keys that name them.
    fileprivate func names(_ key: String) -> [(String, String)] {
        switch self {
        case .place(let name): [(name, key)]
        case .coordinates(let longitude, let latitude): [(longitude, key), (latitude, key)]
        }
    }

    fileprivate func place(of record: DataFeature, _ places: [String: Coordinate]) -> Coordinate? {
        switch self {
        case .place(let name):
            return record.value(name).flatMap { places[$0.categoryText.joinKey] }
        case .coordinates(let x, let y):
            guard let longitude = record.value(x)?.datum, let latitude = record.value(y)?.datum,
                abs(longitude) <= 360, abs(latitude) <= 90
            else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    fileprivate func text(of record: DataFeature) -> String {
        switch self {
        case .place(let name): record.value(name)?.categoryText ?? ""
        case .coordinates(let x, let y):
            [x, y].map { record.value($0)?.categoryText ?? "" }.joined(separator: ", ")
        }
    }
}

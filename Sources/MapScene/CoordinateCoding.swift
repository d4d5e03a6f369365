// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

extension Coordinate {
    /// `[longitude, latitude]` or `{"latitude": …, "longitude": …}`, in degrees; or a text such as `35VLG8594`, whose place in WGS 84 is
    /// converted to the datum of the field.
    package init?(_ field: Field) {
        // Nearly all are, and need no field for each number.
        if let numbers = field.node.array, numbers.count == 2, let x = numbers[0].number, let y = numbers[1].number,
            Self.areDegrees(x, y)
        {
            self.init(latitude: y, longitude: x)
            return
        }
        if let text = field.node.string {
            do throws(NotationProblem) {
                guard let place = try CoordinateNotation.coordinate(text) else {
                    field.report(expected: "[longitude, latitude], or a text such as \(CoordinateNotation.examples)")
                    return nil
                }
                self = CoordinateSystem.wgs84.convert(place, to: field.datum)
            } catch {
                field.report(error.message, code: .sceneUnknownValue)
                return nil
            }
            return
        }
        if field.node.object != nil {
            guard let named = NamedCoordinate(field) else { return nil }
            self = named.coordinate
            return
        }
        guard let elements = field.node.array, elements.count == 2 else {
            field.report(expected: "[longitude, latitude]")
            return nil
        }
        let (x, y) = (elements[0].number ?? .infinity, elements[1].number ?? .infinity)
        let mayBeSwapped = abs(x) <= 90 && abs(y) <= 180
        let longitude = field.element(0, elements[0]).longitude()
        let latitude = field.element(1, elements[1])
            .latitude(hint: mayBeSwapped ? "[lon, lat]: are they swapped?" : nil)
        guard let longitude, let latitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// True for what `longitude()` and `latitude()` take.
    fileprivate static func areDegrees(_ longitude: Double, _ latitude: Double) -> Bool {
        abs(longitude) <= 360 && abs(latitude) <= 90
    }
}

/// An array of coordinates.
struct CoordinatesCodec: KeyCodec {
    let list: ListCodec<Form<Coordinate>>

    func decode(_ field: Field) -> [Coordinate]? {
        // Of many, a field and nodes for each would take most of the time in which a scene is read.
        guard let pairs = field.node.pairs, pairs.count >= list.fewest,
            pairs.allSatisfy({ Coordinate.areDegrees($0.x, $0.y) })
        else { return list.decode(field) }
        return pairs.map { Coordinate(latitude: $0.y, longitude: $0.x) }
    }
    func encode(_ value: [Coordinate]) -> JSONNode? { list.encode(value) }
    var schema: JSONNode { list.schema }
}

extension KeyCodec where Self == CoordinatesCodec {
    static func coordinates(of things: String, atLeast fewest: Int) -> Self {
        CoordinatesCodec(list: .list(.coordinate, of: things, atLeast: fewest))
    }
}

/// A coordinate as an object.
struct NamedCoordinate: KeyedValue {
    var coordinate: Coordinate

    static var usual: Self { Self(coordinate: Coordinate(latitude: 0, longitude: 0)) }
    static let definition = "namedCoordinate"

    mutating func keys(_ k: inout Keys) {
        k.required("latitude", &coordinate.latitude, .latitude)
        k.required("longitude", &coordinate.longitude, .longitude)
    }
}

extension KeyCodec where Self == Form<Double> {
    fileprivate static var latitude: Self { Form(.reference("latitude"), { $0.latitude() }, JSONNode.number) }
    fileprivate static var longitude: Self { Form(.reference("longitude"), { $0.longitude() }, JSONNode.number) }
}

extension Field {
    /// The datum that the innermost object around it names; WGS 84 where none does.
    fileprivate var datum: CoordinateSystem {
        let key = "coordinateSystem"
        var (node, datum) = (document.root, document.root[key])
        for step in path.split(whereSeparator: { ".[]".contains($0) }) {
            let element = Int(step).flatMap { index in
                node.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
            guard let next = element ?? node[String(step)] else { break }
            (node, datum) = (next, next[key] ?? datum)
        }
        return datum?.string.flatMap(CoordinateSystem.init) ?? .wgs84
    }

    func latitude(hint: String? = nil) -> Double? {
        guard let number = node.number else { return expected("a latitude") }
        guard abs(number) <= 90 else { return expected("a latitude from -90 to 90", hint: hint) }
        return number
    }

    /// Once around more than needed, so that lines and boxes may go on across the antimeridian.
    func longitude() -> Double? {
        guard let number = node.number else { return expected("a longitude") }
        guard abs(number) <= 360 else { return expected("a longitude from -360 to 360") }
        return number
    }
}

extension CoordinateBox {
    /// `[west, south, east, north]` in degrees; west above east crosses the antimeridian (RFC 7946, 5.2).
    init?(_ field: Field) {
        guard field.node.array?.count == 4, let fields = field.elements() else {
            field.report(expected: "[west, south, east, north]")
            return nil
        }
        let (west, south) = (fields[0].longitude(), fields[1].latitude())
        let (east, north) = (fields[2].longitude(), fields[3].latitude())
        guard let west, let south, let east, let north else { return nil }
        guard south < north else {
            field.report(
                expected: "a south below the north", found: "\(formatted(south)) and \(formatted(north))",
                hint: "[west, south, east, north]")
            return nil
        }
        let width = east < west ? east + 360 - west : east - west
        guard width > 0, width <= 360 else {
            field.report(
                expected: "a box up to 360 degrees wide", found: "\(formatted(west)) to \(formatted(east))",
                hint: "[west, south, east, north]")
            return nil
        }
        self.init(west: west, south: south, east: east, north: north)
    }
}

extension Scene {
    /// The same scene with all coordinates in the base map's system; those of each item are taken in its own system,
    /// else in the scene's. Meters of grids and rasters are in WGS 84 unless they have their own.
    package var inBaseMapSystem: Scene {
        let target = basemap.coordinateSystem
        let own = coordinateSystem
        guard
            own != .wgs84 || target != .wgs84 || overlays.contains(where: { $0.coordinateSystem != nil })
                || annotations.contains(where: { $0.coordinateSystem != nil })
                || userLocation?.coordinateSystem != nil || overlays.contains(where: \.hasOwnDatums)
        else { return self }
        var scene = self
        scene.coordinateSystem = target
        if own != .wgs84 || target != .wgs84 { scene.page?.shift = DatumShift(own: own, map: target) }
        scene.camera.framing = camera.framing.mapped { own.convert($0, to: target) }
        scene.camera.center = camera.center.map { own.convert($0, to: target) }
        scene.camera.fallback = camera.fallback?.mapped { own.convert($0, to: target) }
        if let user = userLocation {
            scene.userLocation?.coordinate = (user.coordinateSystem ?? own).convert(user.coordinate, to: target)
            scene.userLocation?.coordinateSystem = nil
        }
        for i in scene.annotations.indices {
            let system = annotations[i].coordinateSystem ?? own
            scene.annotations[i].coordinateSystem = nil
            scene.annotations[i].coordinate = system.convert(annotations[i].coordinate, to: target)
        }
        for i in scene.overlays.indices {
            let system = overlays[i].coordinateSystem ?? own
            scene.overlays[i].coordinateSystem = nil
            if case .drawing(var drawing) = overlays[i].content {
                drawing.system = (system, target)
                scene.overlays[i].content = .drawing(drawing)
            }
            scene.overlays[i].content = scene.overlays[i].content.mapped { ($0 ?? system).convert($1, to: target) }
            let shift = DatumShift(own: overlays[i].drawnSystem(in: own), map: target)
            guard shift.own != shift.map else { continue }
            if case .graticule(var graticule) = scene.overlays[i].content {
                graticule.shift = shift
                scene.overlays[i].content = .graticule(graticule)
            }
            if case .tiles(var tiles) = scene.overlays[i].content {
                tiles.shift = shift
                scene.overlays[i].content = .tiles(tiles)
            }
        }
        return scene
    }
}

extension Overlay {
    /// True when parts of it have a datum of their own.
    fileprivate var hasOwnDatums: Bool {
        if case .fog(let fog) = content { fog.reveal.contains { $0.coordinateSystem != nil } } else { false }
    }

    /// The datum of lines and tiles. Grids of meters and rasters name their reference system, which leads to WGS 84.
    fileprivate func drawnSystem(in scene: CoordinateSystem) -> CoordinateSystem {
        if let coordinateSystem { return coordinateSystem }
        switch content {
        case .graticule(let graticule) where graticule.grid != .degrees: return .wgs84
        case .tiles(let tiles) where tiles.raster != nil: return .wgs84
        default: return scene
        }
    }
}

extension Overlay.Content {
    /// `convert` takes the datum of a part that has its own.
    fileprivate func mapped(_ convertPart: (CoordinateSystem?, Coordinate) -> Coordinate) -> Overlay.Content {
        func convert(_ place: Coordinate) -> Coordinate { convertPart(nil, place) }
        switch self {
        case .polyline(var line):
            line.coordinates = line.coordinates.map(convert)
            return .polyline(line)
        case .polygon(var polygon):
            polygon.coordinates = polygon.coordinates.map(convert)
            polygon.holes = polygon.holes.map { $0.map(convert) }
            return .polygon(polygon)
        case .circle(var circle):
            circle.center = convert(circle.center)
            return .circle(circle)
        case .fog(var fog):
            for i in fog.reveal.indices {
                guard case .line(let line) = fog.reveal[i].track else { continue }
                let system = fog.reveal[i].coordinateSystem
                fog.reveal[i].track = .line(line.map { convertPart(system, $0) })
                fog.reveal[i].coordinateSystem = nil
            }
            return .fog(fog)
        case .drawing(var drawing):
            drawing.bounds = drawing.bounds?.mapped(convert)
            return .drawing(drawing)
        case .tiles(var tiles):
            tiles.bounds = tiles.bounds?.mapped(convert)
            return .tiles(tiles)
        case .data, .graticule, .night: return self
        }
    }
}

extension Camera.Framing {
    fileprivate func mapped(_ convert: (Coordinate) -> Coordinate) -> Camera.Framing {
        switch self {
        case .center(let center, let zoom): return .center(convert(center), zoom: zoom)
        case .lookingAt(let center, let distance): return .lookingAt(convert(center), fromDistance: distance)
        case .region(let center, let span): return .region(center: convert(center), span: span)
        case .distance(let center, let latitudinal, let longitudinal):
            return .distance(
                center: convert(center), latitudinalMeters: latitudinal, longitudinalMeters: longitudinal)
        case .bounds(let box): return .bounds(box.mapped(convert))
        case .fit, .followUser: return self
        }
    }
}

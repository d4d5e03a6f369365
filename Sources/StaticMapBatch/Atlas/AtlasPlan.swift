// SPDX-License-Identifier: MIT
package import MapCore
import MapData
package import MapGeo
package import MapGeometry

/// Sheets of one scale that cover an area or follow a line.
package struct AtlasPlan: Sendable {
    /// A sheet and those around it.
    package struct Sheet: Sendable {
        /// From 1, in rows from the north-west.
        package let number: Int
        package let center: Coordinate
        package var title: String?
        /// Of the plane that the sheets lie on.
        let rect: Rect
        /// Its part of the Earth, from the south-west on.
        package let outline: [Coordinate]
        /// By the words of `sides`.
        package fileprivate(set) var neighbors: [String: Int] = [:]

        /// The box around its part of the Earth.
        package var box: CoordinateBox {
            CoordinateBox(
                west: outline.map(\.longitude).min() ?? center.longitude,
                south: outline.map(\.latitude).min() ?? center.latitude,
                east: outline.map(\.longitude).max() ?? center.longitude,
                north: outline.map(\.latitude).max() ?? center.latitude)
        }
    }

    /// How large the maps of sheets are.
    package struct Format: Sendable {
        /// Of the map on the paper, in points.
        package let map: Size
        /// What two sheets have in common, in points.
        package let overlap: Double
        /// As 25000 of 1:25 000.
        package let mapScale: Double
        /// What they lie on.
        package let plane: AtlasPlane

        package init(map: Size, overlap: Double, mapScale: Double, plane: AtlasPlane = AtlasPlane(nil)) {
            (self.map, self.overlap, self.mapScale, self.plane) = (map, overlap, mapScale, plane)
        }

        /// Points per unit of the plane.
        func unit(at point: Point) -> Size { plane.unit(at: point, mapScale) }

        /// The part of the plane that a sheet shows around a point.
        func rect(around center: Point) -> Rect {
            let unit = unit(at: center)
            return Rect(center: center, size: Size(width: map.width / unit.width, height: map.height / unit.height))
        }
    }

    package private(set) var sheets: [Sheet]

    private static let (mostSheets, mostStrips, offsets, slices) = (2000, 1_000_000, 8, 24)

    /// - Parameters:
    ///   - area: what is to be covered.
    ///   - format: of the sheets.
    /// - Throws: when there would be too many sheets.
    package init(covering area: TileRegion, _ format: Format) throws(Diagnostic) {
        let bounds = format.plane.bounds(of: area)
        guard !bounds.isNull else {
            sheets = []
            return
        }
        let (plain, rowHeight, end) = try Self.rows(area, bounds, format, above: 0)
        // Of plans with as few sheets, the one that has the area in its middle.
        var (best, _, _) = try Self.rows(area, bounds, format, above: max(0, end - bounds.maxY) / 2)
        if plain.count < best.count { best = plain }
        for offset in 1..<Self.offsets {
            let above = rowHeight * Double(offset) / Double(Self.offsets)
            let (rects, _, _) = try Self.rows(area, bounds, format, above: above)
            if rects.count < best.count { best = rects }
        }
        sheets = Self.sheets(best, on: format.plane)
    }

    /// - Parameters:
    ///   - line: what the sheets follow, in its order.
    ///   - format: of the sheets.
    /// - Throws: when there would be too many sheets.
    package init(along line: [Coordinate], _ format: Format) throws(Diagnostic) {
        var rects: [Rect] = []
        var run = Rect.null
        func room(_ box: Rect) -> Bool {
            let unit = format.unit(at: box.center)
            return box.width * unit.width <= max(1, format.map.width - 2 * format.overlap)
                && box.height * unit.height <= max(1, format.map.height - 2 * format.overlap)
        }
        // No step is longer than a sheet, but where the plane is cut.
        for point in Self.dense(Self.unwrapped(line), format) {
            var longer = run
            longer.extend(to: point)
            if !run.isNull, !room(longer) {
                rects.append(format.rect(around: run.center))
                guard rects.count <= Self.mostSheets else { throw Self.tooMany }
                longer = .null
                longer.extend(to: point)
            }
            run = longer
        }
        if !run.isNull { rects.append(format.rect(around: run.center)) }
        sheets = Self.sheets(rects, on: format.plane)
    }

    /// Sheets at places of one's own.
    package init(at places: [(center: Coordinate, title: String?)], _ format: Format) throws(Diagnostic) {
        guard places.count <= Self.mostSheets else { throw Self.tooMany }
        let points = places.map { format.plane.project($0.center) }
        if let index = points.firstIndex(where: { !$0.x.isFinite || !$0.y.isFinite }) {
            let center = places[index].center
            throw Diagnostic(
                code: .cameraBeyondProjection,
                "the projection does not show the place \(formatted(center.longitude)), \(formatted(center.latitude))",
                hint: "leave out the projection, or the sheet")
        }
        sheets = Self.sheets(points.map(format.rect), on: format.plane)
        for index in sheets.indices { sheets[index].title = places[index].title }
    }

    /// The line by the short way across the antimeridian, also where it was cut there.
    private static func unwrapped(_ line: [Coordinate]) -> [Coordinate] {
        var last = line.first?.longitude ?? 0
        return line.map { place in
            last = place.longitude - 360 * ((place.longitude - last) / 360).rounded(.toNearestOrEven)
            return Coordinate(latitude: place.latitude, longitude: last)
        }
    }

    private static func dense(_ line: [Coordinate], _ format: Format) -> [Point] {
        var points: [Point] = []
        var before: Coordinate?
        for place in line {
            let point = format.plane.project(place)
            guard point.x.isFinite, point.y.isFinite else { continue }
            defer { before = place }
            guard let last = points.last, let before, !format.plane.isCut(between: before, place) else {
                points.append(point)
                continue
            }
            let unit = format.unit(at: last)
            let step = min(format.map.width, format.map.height) / 8 / unit.width
            let parts = min(20_000, max(1, Int((last.distance(to: point) / step).rounded(.up))))
            for part in 1...parts { points.append(last.mix(point, Double(part) / Double(parts))) }
        }
        return points
    }

    private static let tooMany = Diagnostic(
        code: .atlasTooLarge, "the atlas would have more than \(mostSheets) sheets",
        hint: "a smaller scale, larger paper, or a smaller area")

    /// Rows from north to south, in each of which sheets stand where there is something of the area.
    ///
    /// - Parameters:
    ///   - area: what is to be covered.
    ///   - bounds: of the area.
    ///   - format: of the sheets.
    ///   - above: how far north of the area the part of the first row begins.
    /// - Returns: the sheets, the height of the first row's part, and where the part of the last row ends.
    /// - Throws: when there would be too many sheets, or they have no room.
    private static func rows(
        _ area: TileRegion, _ bounds: Rect, _ format: Format, above: Double
    ) throws(Diagnostic) -> (sheets: [Rect], rowHeight: Double, end: Double) {
        var rects: [Rect] = []
        var strips = 0
        var rowHeight: Double?
        var top = bounds.minY - above
        repeat {
            // A sheet shows half of what it shares around its own part.
            var own = Size(width: 0, height: 0)
            var (width, gapX, gapY) = (0.0, 0.0, 0.0)
            for _ in 0..<4 {
                let unit = format.unit(at: Point(bounds.center.x, top + own.height / 2))
                (width, gapX, gapY) = (
                    format.map.width / unit.width, format.overlap / unit.width, format.overlap / unit.height
                )
                own = Size(width: width - gapX, height: format.map.height / unit.height - gapY)
            }
            guard own.height > gapY, own.width > gapX else { throw noRoom(format) }
            let slice = width / Double(slices)
            var left = bounds.minX
            var row: [Rect] = []
            repeat {
                strips += 1
                guard strips <= mostStrips else { throw tooSparse }
                let strip = Rect(x: left, y: top, width: slice, height: own.height)
                guard format.plane.touches(strip, area) else {
                    left += slice
                    continue
                }
                row.append(
                    Rect(x: left - gapX / 2, y: top - gapY / 2, width: width, height: own.height + gapY))
                guard rects.count + row.count <= mostSheets else { throw tooMany }
                left += own.width
            } while left < bounds.maxX
            rects += centered(row, in: area, format.plane, gap: gapX)
            rowHeight = rowHeight ?? own.height
            top += own.height
        } while top < bounds.maxY
        return (rects, rowHeight ?? 0, top)
    }

    private static let tooSparse = Diagnostic(
        code: .atlasTooLarge, "the areas are too far from one another for sheets of this scale",
        hint: "a smaller scale, or an atlas of each area")

    private static func noRoom(_ format: Format) -> Diagnostic {
        let lengths = [format.map.width, format.map.height, format.overlap].map { points in
            formatted((points * 254 / 96).rounded() / 10)
        }
        return Diagnostic(
            code: .atlasTooLarge,
            "overlaps of \(lengths[2]) mm leave nothing of maps of \(lengths[0]) x \(lengths[1]) mm on the sheets",
            hint: "larger sheets, or a smaller overlap, down to 0")
    }

    /// Runs of sheets that touch, moved so that what they show is in their middle.
    private static func centered(_ row: [Rect], in area: TileRegion, _ plane: AtlasPlane, gap: Double) -> [Rect] {
        var result: [Rect] = []
        var run: [Rect] = []
        func finish() {
            guard let first = run.first, let last = run.last else { return }
            // How much of the last sheet is empty, in slices from the east.
            let slice = first.width / Double(slices)
            var empty = 0
            while empty < slices,
                !plane.touches(
                    Rect(x: last.maxX - Double(empty + 1) * slice, y: last.minY, width: slice, height: last.height),
                    area)
            {
                empty += 1
            }
            let shift = max(0, Double(empty) * slice - gap / 2) / 2
            result += run.map { $0.offset(by: Point(-shift, 0)) }
            run = []
        }
        for rect in row {
            if let last = run.last, rect.minX - last.minX > (last.width - gap) * (1 + 1e-9) { finish() }
            run.append(rect)
        }
        finish()
        return result
    }

    private static func sheets(_ all: [Rect], on plane: AtlasPlane) -> [Sheet] {
        let known = all.compactMap { rect in plane.unproject(rect.center).map { (rect, $0) } }
        let rects = known.map(\.0)
        var sheets = known.enumerated().map { index, sheet in
            Sheet(
                number: index + 1,
                center: Coordinate(latitude: sheet.1.latitude, longitude: wrapLongitude(sheet.1.longitude)),
                rect: sheet.0, outline: plane.outline(of: sheet.0))
        }
        let sides: [(String, Double, Double)] = [("north", 0, -1), ("east", 1, 0), ("south", 0, 1), ("west", -1, 0)]
        for index in sheets.indices {
            let own = sheets[index].rect
            for (side, x, y) in sides {
                // The sheet that goes on beyond the middle of an edge.
                let beyond = own.center + Point(x * own.width * 0.55, y * own.height * 0.55)
                let next = rects.indices.filter { $0 != index && rects[$0].contains(beyond) }.min {
                    rects[$0].center.distance(to: beyond) < rects[$1].center.distance(to: beyond)
                }
                if let next,
                    abs(rects[next].center.x - own.center.x) + abs(rects[next].center.y - own.center.y) > own.width
                        * 0.2
                {
                    sheets[index].neighbors[side] = next + 1
                }
            }
        }
        return sheets
    }
}

extension AtlasPlan {
    /// The lines of a GPX file, or of GeoJSON.
    ///
    /// - Throws: when the file cannot be read, or has no line.
    package static func line(of path: String) throws(Diagnostic) -> [Coordinate] {
        let bytes = try readFile(path, limit: 256 << 20)
        var line: [Coordinate] = []
        if fileExtension(of: path) == "gpx" {
            for case .track(let parts, _) in try GPXFile(bytes, file: path).contents {
                for part in parts { line += part.coordinates }
            }
        } else {
            return try self.line(in: JSONDocument(.geojson, file: path, text: bytes).root, file: path)
        }
        return try checked(line, path)
    }

    /// The lines of GeoJSON.
    ///
    /// - Throws: when it has none.
    package static func line(in root: JSONNode, file path: String) throws(Diagnostic) -> [Coordinate] {
        try checked(root.coordinates(ofEach: "LineString").flatMap(\.places), path)
    }

    private static func checked(_ line: [Coordinate], _ path: String) throws(Diagnostic) -> [Coordinate] {
        guard line.count > 1 else {
            throw Diagnostic(
                code: .batchInvalidTable, file: path,
                expected: "GPX with a track or a route, or GeoJSON with a LineString",
                found: "none")
        }
        return line
    }
}

extension AtlasPlan {
    /// The centers and titles of a table's rows.
    ///
    /// - Throws: when the file cannot be read, or a row has no place.
    package static func places(of path: String) throws(Diagnostic) -> [(center: Coordinate, title: String?)] {
        let source = try RowSource(path)
        var places: [(center: Coordinate, title: String?)] = []
        while let unread = try source.next() {
            let row = try unread.row()
            func number(_ names: [String]) -> Double? {
                names.firstNonNil { row[$0].flatMap { $0.number ?? $0.string.flatMap(Double.init) } }
            }
            guard let longitude = number(["lon", "lng", "longitude", "geometry.coordinates.0"]),
                let latitude = number(["lat", "latitude", "geometry.coordinates.1"])
            else {
                throw Diagnostic(
                    code: .batchMissingValue, file: path, position: row.position, expected: "lon and lat of a sheet",
                    found: "none", hint: "the columns are lon, lat and title")
            }
            if let problem = rangeProblem(longitude, latitude) {
                throw Diagnostic(
                    code: .batchWrongValue, file: path, position: row.position, expected: problem.expected,
                    found: formatted(problem.found))
            }
            let title = row["title"]?.string ?? row["properties.title"]?.string
            places.append((Coordinate(latitude: latitude, longitude: longitude), title))
            guard places.count <= mostSheets else { throw tooMany }
        }
        return places
    }

    /// Why a sheet cannot stand at a place; nil when it can.
    private static func rangeProblem(_ longitude: Double, _ latitude: Double) -> (expected: String, found: Double)? {
        if !(abs(latitude) <= 85) { return ("a latitude from -85 to 85", latitude) }
        return abs(longitude) <= 360 ? nil : ("a longitude from -360 to 360", longitude)
    }

    /// The same of a list of objects in JSON.
    ///
    /// - Throws: when one has no place.
    package static func places(
        in root: JSONNode, file path: String
    ) throws(Diagnostic) -> [(center: Coordinate, title: String?)] {
        var places: [(center: Coordinate, title: String?)] = []
        for row in root.array ?? [] {
            guard let longitude = row["lon"]?.number, let latitude = row["lat"]?.number else {
                throw Diagnostic(
                    code: .batchMissingValue, file: path, expected: "lon and lat of each sheet", found: row.line)
            }
            if let problem = rangeProblem(longitude, latitude) {
                throw Diagnostic(
                    code: .batchWrongValue, file: path, expected: problem.expected, found: formatted(problem.found))
            }
            places.append((Coordinate(latitude: latitude, longitude: longitude), row["title"]?.string))
            guard places.count <= mostSheets else { throw tooMany }
        }
        return places
    }
}

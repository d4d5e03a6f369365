// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
package import MapGeometry
import MapProj
package import MapScene

/// A grid of meters on the ground that a view shows: the zones of UTM and MGRS, or a national grid.
package struct GridLines {
    /// The name of a square or a zone, at its middle in pixels.
    package struct Name {
        package var text: String
        package var center: Point
        /// The room that it has, in pixels.
        package var side: Double
    }

    /// At eastings and northings, and at the edges of zones.
    package private(set) var lines: [GridLine] = []
    package private(set) var names: [Name] = []
    /// In metres, or in the unit of the system.
    package private(set) var interval: Double
    /// True if lines would be closer together than `minSpacing` at the requested interval.
    package private(set) var isThinned = false

    private let view: GridView
    private let isMilitary: Bool
    /// The part of the image that the map has, in pixels.
    private let frame: Rect

    /// Squares of powers of ten have a tenth of the next ones' side.
    private static let militarySpacing = 28.0
    /// Of the edges of zones.
    private static let edgeWeight = 2.2
    private static let samples = 48
    /// In points: with so much room around it, the middle of an area is good for its name.
    private static let room = 20.0

    /// A part of the Earth that is seen, on a plane.
    private struct Sheet {
        var plane: ProjectedPlane
        var part: CoordinateBox
        /// The box around the part on the plane.
        var range: Rect
        /// Of a zone, 0 around a pole; nil for a national grid.
        var number: Int?

        func lineCount(_ interval: Double) -> Double { (range.width + range.height) / interval }
    }

    /// - Parameters:
    ///   - graticule: what is asked for.
    ///   - viewport: what is seen.
    ///   - frame: the part of the image that the map has, in pixels; nil for all of it.
    /// - Throws: what PROJ says of a national grid.
    package init(_ graticule: Graticule, viewport: Viewport, frame: Rect? = nil) throws(Diagnostic) {
        view = GridView(viewport, graticule.shift)
        self.frame = frame ?? viewport.pixelRect
        isMilitary = graticule.grid == .mgrs
        let asked = graticule.interval?.longitude
        let metersPerPoint = viewport.metersPerPoint
        if let asked {
            interval = asked * max(1, (GridView.minSpacing * metersPerPoint / asked).rounded(.up))
        } else {
            let spacing = isMilitary ? Self.militarySpacing : GridView.comfortableSpacing
            interval = Self.usualInterval(notBelow: metersPerPoint * spacing, isMilitary)
        }
        switch graticule.grid {
        case .degrees: break
        case .system(let name):
            let system = try ReferenceSystem(name)
            guard !system.isGeographic else {
                throw Diagnostic(
                    code: .overlaysGridNotProjected, "\(system.name) has degrees, of which a grid has none",
                    hint: "leave out \"grid\" for lines of latitude and longitude")
            }
            let plane = try ProjectedPlane(system, near: viewport)
            let sheets = self.sheets(plane, system.areaOfUse ?? .world, number: nil)
            widenInterval(for: sheets, asked)
            sheets.forEach { addGrid($0) }
        case .utm, .mgrs:
            let zones = zones.flatMap { zone in zone.areas.map { (zone: zone, area: $0) } }
            let sheets = zones.map { zone, area in
                self.sheets(ProjectedPlane(zone.projection), area, number: zone.number)
            }
            widenInterval(for: sheets.flatMap { $0 }, asked)
            for ((zone, area), sheets) in zip(zones, sheets) { add(zone, area, sheets) }
        }
        isThinned = asked.map { $0 != interval } ?? false
    }

    /// The least of the usual distances that is not below one, in metres.
    private static func usualInterval(notBelow meters: Double, _ isMilitary: Bool) -> Double {
        var step = 1.0
        while step < 1e7 {
            for factor in isMilitary ? [1.0] : [1, 2, 5] where step * factor >= meters { return step * factor }
            step *= 10
        }
        return step
    }

    /// Takes lines farther apart where so much of the Earth is seen that there would be more than have room at the edge of the map,
    /// as at a pole, which all zones reach.
    private mutating func widenInterval(for sheets: [Sheet], _ asked: Double?) {
        let most = max(400, min(4000, view.edge))
        while interval < 1e7, sheets.reduce(0, { $0 + $1.lineCount(interval) }) > most {
            interval = asked == nil ? Self.usualInterval(notBelow: 1.01 * interval, isMilitary) : interval * 2
        }
    }

    // MARK: - Zones

    /// The edges of bands, in degrees north.
    private static let bands: [Double] = stride(from: -80, to: 80, by: 8).map { $0 } + [84]

    /// The zones that are seen.
    private var zones: [GridZone] {
        var zones = [true, false].flatMap { isNorth in
            (1...60).map { GridZone(number: $0, isNorth: isNorth) }
        }
        zones += [GridZone(number: 0, isNorth: true), GridZone(number: 0, isNorth: false)]
        return zones.filter { zone in zone.areas.contains { !parts(of: $0).isEmpty } }
    }

    /// The parts of an area that are seen, on each copy of the world.
    private func parts(of area: CoordinateBox) -> [CoordinateBox] {
        let seen = view.box
        let (first, last) = (
            ((seen.west - area.east) / 360).rounded(.up), ((seen.east - area.west) / 360).rounded(.down)
        )
        guard first <= last, last - first < 16 else { return [] }
        return stride(from: first, through: last, by: 1).compactMap { world in
            var part = area
            part.west = max(area.west, seen.west - world * 360)
            part.east = min(area.east, seen.east - world * 360)
            part.south = max(area.south, seen.south)
            part.north = min(area.north, seen.north)
            guard part.west < part.east, part.south < part.north else { return nil }
            part.west += world * 360
            part.east += world * 360
            return part
        }
    }

    private func sheets(_ plane: ProjectedPlane, _ area: CoordinateBox, number: Int?) -> [Sheet] {
        parts(of: area).compactMap { part in
            guard !WorkContext.isCancelled else { return nil }
            return plane.range(of: part).map { Sheet(plane: plane, part: part, range: $0, number: number) }
        }
    }

    private mutating func add(_ zone: GridZone, _ area: CoordinateBox, _ sheets: [Sheet]) {
        addEdges(of: area, zone)
        // Beyond squares of 100 km, zones alone are drawn.
        guard interval <= MilitaryGrid.square else { return nameZone(zone, area) }
        for sheet in sheets {
            addGrid(sheet)
            if isMilitary { nameSquares(zone, sheet) }
        }
    }

    /// The edges of a zone, and of its bands; where another zone begins at one of them, it is that one's.
    private mutating func addEdges(of area: CoordinateBox, _ zone: GridZone) {
        for part in parts(of: area) {
            if zone.number > 0 {
                for longitude in [area.west, area.east] {
                    let world = ((part.west - longitude) / 360).rounded()
                    let shifted = longitude + world * 360
                    let isOwn = longitude == area.west || shifted >= view.box.east - 1e-9
                    guard isOwn, shifted >= part.west - 1e-9, shifted <= part.east + 1e-9 else { continue }
                    add(
                        [(shifted, part.south), (shifted, part.north)],
                        GridLine(isVertical: true, label: "", weight: Self.edgeWeight))
                }
            }
            for latitude in isMilitary ? Self.bands : [-80, 84] where latitude >= part.south && latitude <= part.north {
                guard latitude > area.south || latitude <= view.box.south || zone.number == 0 else { continue }
                add(
                    [(part.west, latitude), (part.east, latitude)],
                    GridLine(isVertical: false, label: "", weight: Self.edgeWeight))
            }
        }
    }

    private mutating func nameZone(_ zone: GridZone, _ area: CoordinateBox) {
        guard zone.number > 0 else { return }
        let limits = isMilitary ? Self.bands : [-90, 90]
        for part in parts(of: area) {
            for (low, high) in zip(limits, limits.dropFirst()) where max(part.south, low) < min(part.north, high) {
                var box = part
                (box.south, box.north) = (max(part.south, low), min(part.north, high))
                addName(around: box.plane.corners) { [isMilitary] place in
                    guard GridZone(at: place) == zone, (low..<high).contains(place.latitude) else { return nil }
                    return isMilitary ? zone.designator(at: place) : "\(zone.number)\(zone.isNorth ? "N" : "S")"
                }
            }
        }
    }

    // MARK: - Lines

    private mutating func addGrid(_ sheet: Sheet) {
        let (part, range) = (sheet.part, sheet.range)
        for isVertical in [true, false] {
            let (from, to) = isVertical ? (range.minX, range.maxX) : (range.minY, range.maxY)
            let ends = isVertical ? (range.minY, range.maxY) : (range.minX, range.maxX)
            var isFirst = true
            for value in multiples(of: interval, from: from, to: to) {
                guard !WorkContext.isCancelled else { return }
                let points = (0...Self.samples).map { step -> Point in
                    let along = ends.0 + (ends.1 - ends.0) * Double(step) / Double(Self.samples)
                    return isVertical ? Point(value, along) : Point(along, value)
                }
                for run in sheet.plane.degrees(points, near: part) {
                    let isSquare =
                        sheet.number != nil && interval < MilitaryGrid.square
                        && value.truncatingRemainder(dividingBy: MilitaryGrid.square) == 0
                    let label = Self.label(value, interval, isVertical, isWhole: isFirst, hasZones: sheet.number != nil)
                    let before = lines.count
                    for clipped in visibleSegments(of: run, in: part.plane) {
                        add(
                            clipped.points.map { ($0.x, $0.y) },
                            GridLine(isVertical: isVertical, label: label, weight: isSquare ? 1.8 : 1))
                    }
                    if lines[before...].contains(where: { isSeen($0) }) { isFirst = false }
                }
            }
        }
    }

    private func isSeen(_ line: GridLine) -> Bool {
        line.parts.contains { !visibleSegments(of: $0, in: view.viewport.pixelRect).isEmpty }
    }

    /// Adds the parts of a line that are seen, each of which has labels of its own.
    private mutating func add(_ degrees: [(Double, Double)], _ line: GridLine) {
        var line = line
        for part in view.line(degrees) where part.count > 1 {
            line.parts = [part]
            lines.append(line)
        }
    }

    // MARK: - Names

    /// The letters of the squares of 100 km.
    private mutating func nameSquares(_ zone: GridZone, _ sheet: Sheet) {
        let (unit, range) = (MilitaryGrid.square, sheet.range)
        let (columns, rows) = (
            Int((range.minX / unit).rounded(.down))...Int((range.maxX / unit).rounded(.down)),
            Int((range.minY / unit).rounded(.down))...Int((range.maxY / unit).rounded(.down))
        )
        guard columns.count * rows.count <= 1000 else { return }
        var limits = sheet.part.plane
        // At a pole, squares cross the meridian at which degrees begin.
        if zone.number == 0 { (limits.minX, limits.maxX) = (limits.minX - 360, limits.maxX + 360) }
        let projection = zone.projection
        for column in columns {
            for row in rows {
                let square = Rect(x: Double(column) * unit, y: Double(row) * unit, width: unit, height: unit)
                guard let name = MilitaryGrid.squareName(square.center, in: zone),
                    let ring = sheet.plane.degrees(around: square, near: sheet.part)
                else { continue }
                addName(around: clippedRing(ring, to: limits)) { place in
                    guard GridZone(at: place) == zone,
                        MilitaryGrid.squareName(projection.project(place), in: zone) == name
                    else { return nil }
                    return zone.designator(at: place) + (zone.number > 0 ? " " : "") + name
                }
            }
        }
    }

    /// Names an area in the middle of what is seen of it.
    ///
    /// - Parameters:
    ///   - ring: around it, in degrees.
    ///   - text: what it is called at a place; nil for a place of another area, such as a hill before it.
    private mutating func addName(around ring: [Point], _ text: (Coordinate) -> String?) {
        guard !WorkContext.isCancelled else { return }
        let scale = view.viewport.scale
        let parts = view.areas(ring).map { clippedRing($0, to: frame) }
        guard let part = parts.max(by: { abs(signedArea($0)) < abs(signedArea($1)) }), part.count > 2,
            let center = interiorPoint(of: [part[...]], precision: scale, enough: Self.room * scale),
            let text = text(view.place(at: center)),
            // Around a pole, two parts of the Earth have it.
            !names.contains(where: { $0.text == text && $0.center.distance(to: center) < scale })
        else { return }
        let edges = zip(part, part.dropFirst() + part.prefix(1)).map { squaredDistance(center, $0, $1) }
        names.append(Name(text: text, center: center, side: 2 * (edges.min() ?? 0).squareRoot()))
    }

    /// As topographic maps have it: the digits of the kilometer large, those before and after it small, such as `³85`; of the
    /// first line in full, such as `³85⁰⁰⁰ᵐE`.
    package static func label(
        _ value: Double, _ interval: Double, _ isVertical: Bool, isWhole: Bool, hasZones: Bool
    ) -> String {
        let meters = Int(value.rounded())
        guard interval < 100_000, interval.rounded() == interval, meters >= 0 else {
            return interval >= 1000 ? "\(formatted(value / 1000)) km" : formatted(value)
        }
        let (km, rest) = (meters / 1000, meters % 1000)
        let small = { (text: String) in String(text.map { "⁰¹²³⁴⁵⁶⁷⁸⁹"[$0.wholeNumberValue ?? 0] }) }
        let large = km % 100 < 10 ? "0\(km % 100)" : "\(km % 100)"
        let digits = "\(rest)"
        let tail = interval < 1000 || isWhole ? small(String(repeating: "0", count: 3 - digits.count) + digits) : ""
        let unit = isWhole ? (hasZones ? isVertical ? "ᵐE" : "ᵐN" : "ᵐ") : ""
        return (km >= 100 ? small("\(km / 100)") : "") + large + tail + unit
    }
}

extension String {
    /// The character at a place, of a text of ten.
    fileprivate subscript(_ index: Int) -> Character { self[self.index(startIndex, offsetBy: index)] }
}

extension CoordinateBox {
    /// Degrees as a plane.
    fileprivate var plane: Rect { Rect(minX: west, minY: south, maxX: east, maxY: north) }

    /// A longitude on the copy of the world that the box is on.
    fileprivate func nearest(_ longitude: Double) -> Double { MapLayout.nearest(longitude, to: (west + east) / 2) }
}

/// A plane of a projection, and degrees on it; longitude first.
private struct ProjectedPlane {
    private let forward: ([Point]) -> [Point]
    private let backward: ([Point]) -> [Point]

    init(_ projection: any GridProjection) {
        forward = { $0.map { projection.project(Coordinate(latitude: $0.y, longitude: $0.x)) } }
        backward = {
            $0.map {
                let place = projection.unproject($0)
                return Point(place.longitude, place.latitude)
            }
        }
    }

    /// - Throws: what PROJ says when it is asked for the middle of the view.
    init(_ system: ReferenceSystem, near viewport: Viewport) throws(Diagnostic) {
        var probe = [Point(viewport.center.longitude, viewport.center.latitude)]
        try system.fromLongitudeLatitude(&probe)
        forward = { points in
            var points = points
            return (try? system.fromLongitudeLatitude(&points)) == nil ? [] : points
        }
        backward = { points in
            var points = points
            return (try? system.toLongitudeLatitude(&points)) == nil ? [] : points
        }
    }

    /// The box around a part of the Earth on the plane.
    func range(of part: CoordinateBox) -> Rect? {
        let steps = 12
        let degrees = (0...steps).flatMap { x in
            (0...steps).map { y in
                Point(
                    part.west + (part.east - part.west) * Double(x) / Double(steps),
                    part.south + (part.north - part.south) * Double(y) / Double(steps))
            }
        }
        let wrapped = degrees.map { Point(wrapLongitude($0.x), $0.y) }
        let points = forward(wrapped).filter { $0.x.isFinite && $0.y.isFinite }
        return points.isEmpty ? nil : Rect(around: points)
    }

    /// The edges of a square as degrees, on the copy of the world that a part of the Earth is on; nil where a projection ends in it.
    func degrees(around square: Rect, near part: CoordinateBox) -> [Point]? {
        let corners = square.corners
        let edges = zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { a, b in
            (0..<4).map { a.mix(b, Double($0) / 4) }
        }
        let degrees = backward([square.center] + edges)
        guard let center = degrees.first, degrees.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let middle = part.nearest(center.x)
        return degrees.dropFirst().map { Point(nearest($0.x, to: middle), $0.y) }
    }

    /// Runs of points as degrees, on the copy of the world that a part of the Earth is on; cut where a projection ends.
    func degrees(_ points: [Point], near part: CoordinateBox) -> [[Point]] {
        var runs: [[Point]] = [[]]
        for point in backward(points) {
            guard point.x.isFinite, point.y.isFinite else {
                if runs.last?.isEmpty == false { runs.append([]) }
                continue
            }
            let placed = Point(part.nearest(point.x), point.y)
            // Across the pole, or the antimeridian of the part.
            if let last = runs.last?.last, abs(last.x - placed.x) > 90 { runs.append([]) }
            runs[runs.count - 1].append(placed)
        }
        return runs.filter { $0.count > 1 }
    }
}

/// A longitude that is turned to less than half a turn from another one.
private func nearest(_ longitude: Double, to middle: Double) -> Double {
    longitude - ((longitude - middle) / 360).rounded() * 360
}

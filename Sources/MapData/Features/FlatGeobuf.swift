// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeometry
import MapProj

/// A FlatGeobuf file, version 3. With its index, which is a packed R-tree along a Hilbert curve, a query of a box reads only the features
/// in it; without, all features are read and those outside are passed over.
///
/// - SeeAlso: the FlatGeobuf specification, <https://flatgeobuf.org>.
package struct FlatGeobuf {
    /// A column of the properties.
    package struct Column {
        package let name: String
        let type: Int
        /// The name of the type in the specification; nil for an unknown one.
        package var typeName: String? { typeNames.indices.contains(type) ? typeNames[type] : nil }
    }

    private static let magic: [UInt8] = [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]
    fileprivate static let maxHeader = 16 << 20
    private static let nodeBytes = 40

    package let name: String
    package let columns: [Column]
    /// Nil for geometries of several types.
    package let geometryType: String?
    /// 0 when it is not known.
    package let featureCount: Int
    /// West, south, east and north in the system of the file; nil when it is not said.
    package let envelope: Rect?
    /// Nil when the file does not say it.
    package let system: String?
    package var hasIndex: Bool { nodeSize > 0 }
    private let nodeSize: Int
    private let indexStart: Int
    private let featuresStart: Int
    /// The nodes of each level of the index, the leaves first, as ranges of nodes.
    private let levels: [Range<Int>]
    private let source: ByteSource
    private let file: String

    /// Reads the header.
    ///
    /// - Throws: when it is no FlatGeobuf file.
    package init(_ source: ByteSource, file: String) throws(Diagnostic) {
        func damaged(_ found: String) -> Diagnostic {
            Diagnostic(code: .dataInvalid, file: file, expected: "a FlatGeobuf file", found: found)
        }
        guard let start = source.bytes(at: 0, count: 12) else {
            throw damaged(source.count == 0 ? "an empty file" : "other data")
        }
        guard start.starts(with: Self.magic) else {
            let isOther = start.starts(with: Self.magic.prefix(3))
            throw damaged(isOther ? "version \(start[start.startIndex + 3]) of the format" : "other data")
        }
        let size = Int(start.number(UInt32.self, at: 8) ?? 0)
        guard size >= 8, size <= Self.maxHeader, let bytes = source.bytes(at: 12, count: size) else {
            throw damaged("a header that is cut off")
        }
        do throws(GeometryError) {
            let header = try FlatTable(root: ArraySlice(Array(bytes)))
            name = try header.text(0) ?? ""
            geometryType = Self.typeName(try header.number(2, UInt8(0)))
            columns = try Self.columns(header, 7)
            let count = try header.number(8, UInt64(0))
            featureCount = Int(clamping: count)
            nodeSize = featureCount == 0 ? 0 : Int(try header.number(9, UInt16(16)))
            system = try header.table(10).flatMap { crs throws(GeometryError) in try Self.system(crs) }
            let box = try header.vector(1, stride: 8)
            envelope = box.flatMap { box in
                guard box.count >= 32, let x = box.double(at: 0), let y = box.double(at: 8),
                    let maxX = box.double(at: 16), let maxY = box.double(at: 24)
                else { return nil }
                return Rect(minX: x, minY: y, maxX: maxX, maxY: maxY)
            }
        } catch {
            throw damaged("a damaged header")
        }
        indexStart = 12 + size
        (self.source, self.file) = (source, file)
        guard nodeSize > 0 else {
            (levels, featuresStart) = ([], indexStart)
            return
        }
        guard nodeSize > 1, featureCount <= source.count / Self.nodeBytes else {
            throw damaged("an index that is larger than the file")
        }
        var sizes = [featureCount]
        // There is a root above even a single leaf.
        repeat { sizes.append(((sizes.last ?? 1) + nodeSize - 1) / nodeSize) } while sizes.last != 1
        let total = sizes.reduce(0, +)
        var end = total
        levels = sizes.map { size in
            end -= size
            return end..<end + size
        }
        featuresStart = indexStart + total * Self.nodeBytes
        guard featuresStart <= source.count else { throw damaged("an index that is cut off") }
    }

    private static func columns(_ table: FlatTable, _ field: Int) throws(GeometryError) -> [Column] {
        guard let tables = try table.tables(field) else { return [] }
        guard tables.count <= maxColumns else { throw .damaged }
        var columns: [Column] = []
        for index in 0..<tables.count {
            let column = try tables.table(index)
            columns.append(Column(name: try column.text(0) ?? "", type: Int(try column.number(1, UInt8(0)))))
        }
        return columns
    }

    private static let maxColumns = 10_000

    private static func system(_ crs: FlatTable) throws(GeometryError) -> String? {
        let code = try crs.number(1, Int32(0))
        if code != 0 { return "\(try crs.text(0) ?? "EPSG"):\(code)" }
        if let code = try crs.text(5), !code.isEmpty { return "\(try crs.text(0) ?? "EPSG"):\(code)" }
        return try crs.text(4).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func typeName(_ code: UInt8) -> String? {
        geometryNames.indices.contains(Int(code)) && code > 0 ? geometryNames[Int(code)] : nil
    }
}

/// The types of columns, in the order of their numbers.
private let typeNames = [
    "Byte", "UByte", "Bool", "Short", "UShort", "Int", "UInt", "Long", "ULong", "Float", "Double", "String", "Json",
    "DateTime", "Binary",
]

/// The types of geometries, in the order of their numbers.
private let geometryNames = [
    "Unknown", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection",
    "CircularString", "CompoundCurve", "CurvePolygon", "MultiCurve", "MultiSurface", "Curve", "Surface",
    "PolyhedralSurface", "TIN", "Triangle",
]

// MARK: - Features

extension FlatGeobuf {
    /// Reads the features of a query. Their ids count from 0, in the order of the file.
    ///
    /// - Throws: when the file is damaged as a whole, or holds more than the limit.
    package func features(_ query: FeatureQuery) throws(Diagnostic) -> FeatureCollector {
        var found = FeatureCollector(file: file, unit: "feature", limit: query.limit)
        try found.takeSystem(
            query.reading.crs ?? system, box: envelope, silence: "the file does not say its coordinate system",
            coordinates: "its coordinates")
        let rectangles = query.box.flatMap(found.system.rectangles(around:))
        if let rectangles, hasIndex {
            for hit in try hits(rectangles, limit: query.limit / FeatureCollector.featureCost) {
                try read(hit.index, at: featuresStart + hit.offset, rectangles, &found)
            }
        } else {
            var (offset, index) = (featuresStart, 0)
            while offset < source.count, featureCount == 0 || index < featureCount {
                guard let length = try read(index, at: offset, rectangles, &found) else { break }
                (offset, index) = (offset + length, index + 1)
            }
        }
        found.finish()
        return found
    }

    /// The features whose boxes touch one of the rectangles, in the order of the file.
    private func hits(_ rectangles: [Rect], limit: Int) throws(Diagnostic) -> [(index: Int, offset: Int)] {
        func damaged(_ node: Int) -> Diagnostic {
            Diagnostic(code: .dataInvalid, file: file, "node \(node) of the index is damaged")
        }
        var hits: [(index: Int, offset: Int)] = []
        var firsts = levels.last.map { [$0.lowerBound] } ?? []
        for level in levels.indices.reversed() {
            var next: [Int] = []
            for first in firsts {
                let end = min(first + nodeSize, levels[level].upperBound)
                let size = (end - first) * Self.nodeBytes
                guard !WorkContext.isCancelled,
                    let nodes = source.bytes(at: indexStart + first * Self.nodeBytes, count: size, ahead: 4096)
                else { throw damaged(first) }
                for node in first..<end {
                    let at = (node - first) * Self.nodeBytes
                    guard let minX = nodes.double(at: at), let minY = nodes.double(at: at + 8),
                        let maxX = nodes.double(at: at + 16), let maxY = nodes.double(at: at + 24),
                        let offset = nodes.number(UInt64.self, at: at + 32)
                    else { throw damaged(node) }
                    let box = Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
                    guard rectangles.contains(where: { box.reaches($0) }) else { continue }
                    let target = Int(clamping: offset)
                    if level == 0 {
                        guard target < source.count - featuresStart else { throw damaged(node) }
                        guard hits.count < limit else { throw FeatureCollector.tooMuch(file) }
                        hits.append((node - levels[0].lowerBound, target))
                    } else {
                        // Children of nodes follow one another: an index that repeats some is damaged.
                        guard levels[level - 1].contains(target), target > next.last ?? -1 else { throw damaged(node) }
                        next.append(target)
                    }
                }
            }
            firsts = next
        }
        return hits.sorted { $0.index < $1.index }
    }

    /// Reads a feature; one that cannot be read is noted.
    ///
    /// - Returns: its length with that of its size; nil when the file ends within it.
    @discardableResult
    private func read(
        _ index: Int, at offset: Int, _ rectangles: [Rect]?, _ found: inout FeatureCollector
    ) throws(Diagnostic) -> Int? {
        guard let size = source.bytes(at: offset, count: 4)?.number(UInt32.self, at: 0),
            let bytes = source.bytes(at: offset + 4, count: Int(size))
        else {
            found.leaveOut("\(index)", "is cut off by the end of the file")
            return nil
        }
        try found.spend(bytes.count)
        var decoded: (geometry: JSONNode, properties: JSONNode)?
        do throws(GeometryError) {
            let feature = try FlatTable(root: bytes)
            if let table = try feature.table(0), let geometry = try geometry(table, rectangles, found) {
                let own = try Self.columns(feature, 2)
                let values = try feature.vector(1, stride: 1)
                decoded = (geometry, try properties(values, own.isEmpty ? columns : own))
            }
        } catch {
            try found.leaveOut("\(index)", error)
        }
        if let decoded { try found.add(decoded.geometry, id: .count(index), properties: decoded.properties) }
        return Int(size) + 4
    }

    /// - Returns: nil for an empty one, and for one outside of the rectangles.
    private func geometry(
        _ table: FlatTable, _ rectangles: [Rect]?, _ found: FeatureCollector
    ) throws(GeometryError) -> JSONNode? {
        let code = try table.number(6, UInt8(0))
        let type = Self.typeName(code) ?? geometryType ?? "Unknown"
        if let rectangles, let xy = try table.vector(1, stride: 8) {
            var box = Rect.null
            for at in stride(from: 0, to: xy.count - 15, by: 16) {
                if let x = xy.double(at: at), let y = xy.double(at: at + 8) { box.extend(to: Point(x, y)) }
            }
            if !box.isNull, !rectangles.contains(where: { box.reaches($0) }) { return nil }
        }
        return try GeometryDecoder(collector: found).geometry(table, type, depth: 0)
    }

    private func properties(
        _ bytes: ArraySlice<UInt8>?, _ columns: [Column]
    ) throws(GeometryError) -> JSONNode {
        var properties = JSONObject()
        guard let bytes else { return JSONNode(.object(properties)) }
        var at = 0
        while at < bytes.count {
            guard let index = bytes.number(UInt16.self, at: at), columns.indices.contains(Int(index)) else {
                throw .damaged
            }
            let column = columns[Int(index)]
            at += 2
            func number<Number: FixedWidthInteger>(_: Number.Type) throws(GeometryError) -> Number {
                guard let number = bytes.number(Number.self, at: at) else { throw .damaged }
                at += MemoryLayout<Number>.size
                return number
            }
            let value: JSONNode?
            switch column.type {
            case 0: value = .number(Double(try number(Int8.self)))
            case 1: value = .number(Double(try number(UInt8.self)))
            case 2: value = .bool(try number(UInt8.self) != 0)
            case 3: value = .number(Double(try number(Int16.self)))
            case 4: value = .number(Double(try number(UInt16.self)))
            case 5: value = .number(Double(try number(Int32.self)))
            case 6: value = .number(Double(try number(UInt32.self)))
            case 7: value = .number(Double(try number(Int64.self)))
            case 8: value = .number(Double(try number(UInt64.self)))
            case 9: value = .finite(Double(Float(bitPattern: try number(UInt32.self))))
            case 10: value = .finite(Double(bitPattern: try number(UInt64.self)))
            case 11...14:
                let length = Int(try number(UInt32.self))
                guard let text = bytes.part(at, length) else { throw .damaged }
                at += length
                value = column.type == 14 ? nil : .text(String(decoding: text, as: UTF8.self))
            default: throw .damaged
            }
            if let value { properties.members.append(JSONObject.Member(column.name, value)) }
        }
        return JSONNode(.object(properties))
    }
}

extension JSONNode {
    /// A number; null for what JSON has none for.
    static func finite(_ number: Double) -> JSONNode { number.isFinite ? .number(number) : .null }
}

/// Decodes geometries; heights, measures and times are dropped.
private struct GeometryDecoder {
    let collector: FeatureCollector

    private static let maxDepth = 32

    func geometry(_ table: FlatTable, _ type: String, depth: Int) throws(GeometryError) -> JSONNode? {
        guard depth < Self.maxDepth else { throw .damaged }
        switch type {
        case "Point":
            // An empty point is written as not a number.
            guard let xy = try table.vector(1, stride: 8), let x = xy.double(at: 0), let y = xy.double(at: 8),
                x.isFinite, y.isFinite
            else { return nil }
            try collector.takes(positions: 1)
            return .geometry(type, .position(x, y))
        case "LineString", "MultiPoint":
            let positions = try positions(table)
            return positions.isEmpty ? nil : .geometry(type, .list(positions))
        case "Polygon", "MultiLineString":
            let parts = try parts(table)
            return parts.isEmpty ? nil : .geometry(type, .list(parts))
        case "Triangle": return .geometry("Polygon", .list(try parts(table)))
        case "MultiPolygon":
            let polygons = try members(table, "Polygon", depth).compactMap { $0["coordinates"] }
            return polygons.isEmpty ? nil : .geometry(type, .list(polygons))
        case "GeometryCollection": return .geometryCollection(try members(table, nil, depth))
        default: throw .unsupported(type)
        }
    }

    private func members(_ table: FlatTable, _ type: String?, _ depth: Int) throws(GeometryError) -> [JSONNode] {
        guard let tables = try table.tables(7) else {
            // A single polygon may be written without parts.
            guard type == "Polygon", try table.vector(1, stride: 8) != nil else { return [] }
            return [.geometry("Polygon", .list(try parts(table)))]
        }
        var members: [JSONNode] = []
        for index in 0..<tables.count {
            // Parts may be one and the same, so that each costs something.
            try collector.takes(positions: 1)
            let part = try tables.table(index)
            let code = Int(try part.number(6, UInt8(0)))
            let own = geometryNames.indices.contains(code) && code > 0 ? geometryNames[code] : nil
            guard let name = type ?? own else { throw .damaged }
            if let member = try geometry(part, name, depth: depth + 1) { members.append(member) }
        }
        return members
    }

    /// The positions, cut at the ends of the parts.
    private func parts(_ table: FlatTable) throws(GeometryError) -> [JSONNode] {
        let positions = try positions(table)
        guard let ends = try table.vector(0, stride: 4) else {
            return positions.isEmpty ? [] : [.list(positions)]
        }
        var parts: [JSONNode] = []
        var start = 0
        for at in stride(from: 0, to: ends.count - 3, by: 4) {
            let end = Int(ends.number(UInt32.self, at: at) ?? 0)
            guard end >= start, end <= positions.count else { throw .damaged }
            if end > start { parts.append(.list(Array(positions[start..<end]))) }
            start = end
        }
        return parts
    }

    private func positions(_ table: FlatTable) throws(GeometryError) -> [JSONNode] {
        guard let xy = try table.vector(1, stride: 8) else { return [] }
        try collector.takes(positions: xy.count / 16)
        var positions: [JSONNode] = []
        positions.reserveCapacity(xy.count / 16)
        for at in stride(from: 0, to: xy.count - 15, by: 16) {
            guard let x = xy.double(at: at), let y = xy.double(at: at + 8), x.isFinite, y.isFinite else {
                throw .damaged
            }
            positions.append(.position(x, y))
        }
        return positions
    }
}

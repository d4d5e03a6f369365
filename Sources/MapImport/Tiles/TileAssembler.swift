// SPDX-License-Identifier: MIT
import MapGeometry
import MapTiles

/// Makes a tile of its pieces: lines are joined, areas of equal attributes become one, and points that have no room go.
struct TileAssembler {
    let schema: ImportSchema
    let plan: ImportPlan

    /// A piece with its parts told apart.
    fileprivate struct Member {
        /// In the bytes of the tile's pieces; the byte behind them says the type.
        var attributes: Range<Int>
        var type: GeometryType
        var geometry: Range<Int>
        /// Its place in its cell, from 1 on.
        var gridRank: Int?
    }

    /// A layer that members are added to.
    private struct LayerTarget {
        let layer: ImportSchema.Layer
        /// Of the tile's pieces.
        let bytes: [UInt8]
        var encoder: LayerEncoder
        /// By the number of the field.
        private var keys: [UInt32?]
        private var tags: [UInt32] = []
        /// Room for a rank as tiles have it.
        private var rankValue: [UInt8] = []

        /// - Parameters:
        ///   - layer: of the members.
        ///   - bytes: of the tile's pieces.
        ///   - room: bytes that features are expected to take.
        init(_ layer: ImportSchema.Layer, _ bytes: [UInt8], room: Int) {
            (self.layer, self.bytes) = (layer, bytes)
            encoder = LayerEncoder(name: layer.name, room: room)
            keys = [UInt32?](repeating: nil, count: layer.fields.count)
        }

        /// Adds a feature with a member's attributes.
        mutating func add(_ member: Member, _ geometry: ArraySlice<UInt8>) {
            tags.removeAll(keepingCapacity: true)
            let bytes = bytes
            bytes.withUnsafeBufferPointer { buffer in
                var position = member.attributes.lowerBound
                while let (field, value) = takeAttribute(bytes, &position, member.attributes.upperBound) {
                    add(field, UnsafeBufferPointer(rebasing: buffer[value]))
                }
            }
            if let rank = member.gridRank, let field = layer.gridRank {
                var value: [UInt8] = []
                swap(&value, &rankValue)
                value.removeAll(keepingCapacity: true)
                PropertyValue.number(Double(rank + layer.gridRankStart)).appendTileBytes(to: &value)
                value.withUnsafeBufferPointer { add(field, $0) }
                swap(&value, &rankValue)
            }
            encoder.add(id: nil, type: member.type, tags: tags, geometry: geometry)
        }

        private mutating func add(_ field: Int, _ value: UnsafeBufferPointer<UInt8>) {
            let key = keys[field] ?? encoder.key(layer.fields[field])
            keys[field] = key
            tags.append(key)
            tags.append(encoder.value(encoded: value))
        }
    }

    /// The tile, not packed; nil when nothing is left.
    func tile(_ pieces: GatheredPieces, zoom: Int) -> [UInt8]? {
        var tile = TileEncoder()
        var start = 0
        while start < pieces.pieces.count {
            let number = pieces.pieces[start].layer
            var end = start
            while end < pieces.pieces.count, pieces.pieces[end].layer == number { end += 1 }
            let members = pieces.pieces[start..<end].map { member($0.range, pieces.bytes) }
            tile.add(encoded(members, pieces.bytes, schema.layers[number], zoom))
            start = end
        }
        return tile.isEmpty ? nil : tile.bytes
    }

    private func member(_ range: Range<Int>, _ bytes: [UInt8]) -> Member {
        var start = range.lowerBound
        let end = Int(takeVarint(bytes, &start)) + start
        return Member(
            attributes: start..<end, type: GeometryType(pieceByte: bytes[end]), geometry: end + 1..<range.upperBound)
    }

    private func encoded(
        _ members: [Member], _ bytes: [UInt8], _ layer: ImportSchema.Layer, _ zoom: Int
    ) -> LayerEncoder {
        // With a few bytes of each feature's head.
        let room = members.reduce(0) { $0 + $1.geometry.count + 16 }
        var target = LayerTarget(layer, bytes, room: room)
        let members = layer.gridSize > 0 ? ranked(members, bytes, layer, zoom) : members
        let joinsLines = zoom <= layer.joinLines
        let joinsAreas = zoom <= layer.joinAreas
        let joinsPoints = zoom <= layer.joinPoints
        guard joinsLines || joinsAreas || joinsPoints else {
            for member in members { target.add(member, bytes[member.geometry]) }
            return target.encoder
        }
        // The groups stand where their last members stood, so that what is drawn over others still is.
        var known = ByteTable()
        var groups: [Int] = []
        var sorted: [(first: Int, last: Int)] = []
        // The member of the same group that comes after each one.
        var next = [Int](repeating: .max, count: members.count)
        for (index, member) in members.enumerated() {
            let joins =
                switch member.type {
                case .lineString: joinsLines
                case .polygon: joinsAreas
                case .point, .unknown: joinsPoints
                }
            guard joins else {
                sorted.append((index, index))
                continue
            }
            // Of equal attributes and type.
            let key = bytes[member.attributes.lowerBound...member.attributes.upperBound]
            let number = Int(key.withUnsafeBufferPointer { known.index(of: $0) })
            if number < groups.count {
                next[sorted[groups[number]].last] = index
                sorted[groups[number]].last = index
            } else {
                groups.append(sorted.count)
                sorted.append((index, index))
            }
        }
        sorted.sort { $0.last < $1.last }
        let merges = layer.merge.value(at: zoom) > 0
        var group: [Member] = []
        var joiner = GroupJoiner(layer, bytes, zoom, plan)
        for (start, _) in sorted {
            group.removeAll(keepingCapacity: true)
            var index = start
            while index < members.count {
                group.append(members[index])
                index = next[index]
            }
            let first = members[start]
            switch first.type {
            case .lineString where joinsLines: target.add(first, joiner.lines(group))
            case .polygon where joinsAreas && (group.count > 1 || merges): target.add(first, joiner.areas(group))
            case .point where group.count > 1: target.add(first, joiner.points(group))
            default: for member in group { target.add(member, bytes[member.geometry]) }
            }
        }
        return target.encoder
    }

    // MARK: points

    /// Points that have room in their cells of the grid, in their order; those without a rank of their own get one.
    private func ranked(
        _ members: [Member], _ bytes: [UInt8], _ layer: ImportSchema.Layer, _ zoom: Int
    ) -> [Member] {
        struct Cell: Hashable {
            var column: Int
            var row: Int
        }
        let side = layer.gridSize * FeatureMapper.pixel
        let limit = layer.gridLimit.isEmpty ? Int.max : Int(layer.gridLimit.value(at: zoom))
        var counts: [Cell: Int] = [:]
        var kept: [Member] = []
        var parts = GeometryParts()
        for var member in members {
            guard member.type == .point else {
                kept.append(member)
                continue
            }
            parts.removeAll()
            parts.add(member.geometry, of: bytes)
            let place = parts.points.first ?? TilePoint(0, 0)
            let cell = Cell(
                column: Int((Double(place.x) / side).rounded(.down)), row: Int((Double(place.y) / side).rounded(.down)))
            let rank = (counts[cell] ?? 0) + 1
            counts[cell] = rank
            var hasOwn = false
            if let field = layer.gridRank {
                var position = member.attributes.lowerBound
                while let (own, _) = takeAttribute(bytes, &position, member.attributes.upperBound) {
                    hasOwn = hasOwn || own == field
                }
            }
            if rank > limit, !hasOwn { continue }
            if !hasOwn, layer.gridRank != nil { member.gridRank = rank }
            kept.append(member)
        }
        return kept
    }
}

/// Joins the geometries of members with equal attributes, one group after the other.
private struct GroupJoiner {
    private let layer: ImportSchema.Layer
    private let bytes: [UInt8]
    private let zoom: Int
    private var parts = GeometryParts()
    private var joiner: LineJoiner
    private var simplifier: LineSimplifier
    private var geometry = GeometryEncoder()

    /// - Parameters:
    ///   - layer: of the members.
    ///   - bytes: of the tile's pieces.
    ///   - zoom: of the tile.
    ///   - plan: of the import.
    init(_ layer: ImportSchema.Layer, _ bytes: [UInt8], _ zoom: Int, _ plan: ImportPlan) {
        (self.layer, self.bytes, self.zoom) = (layer, bytes, zoom)
        joiner = LineJoiner(isDirected: layer.isDirected)
        simplifier = LineSimplifier(
            tolerance: zoom < plan.zooms.upperBound ? plan.tolerance * FeatureMapper.pixel : 0)
    }

    /// The commands of lines that are joined end to end.
    mutating func lines(_ members: [TileAssembler.Member]) -> ArraySlice<UInt8> {
        read(members)
        let least = layer.minLength.value(at: zoom) * FeatureMapper.pixel
        geometry.removeAll()
        joiner.forEachJoined(parts.points, parts.ranges.filter { $0.count > 1 }) { line in
            if least > 0, Self.length(line) < least { return }
            simplifier.simplify(&line)
            geometry.add(line: line)
        }
        return geometry.bytes[...]
    }

    private static func length(_ line: [TilePoint]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { sum, pair in
            let (dx, dy) = (Double(pair.1.x - pair.0.x), Double(pair.1.y - pair.0.y))
            return sum + (dx * dx + dy * dy).squareRoot()
        }
    }

    /// The commands of all rings, merged where the layer says so.
    mutating func areas(_ members: [TileAssembler.Member]) -> ArraySlice<UInt8> {
        geometry.removeAll()
        let gap = layer.merge.value(at: zoom)
        guard gap > 0 else {
            read(members)
            for range in parts.ranges { geometry.add(ring: parts.points[range], isOuter: nil) }
            return geometry.bytes[...]
        }
        var merger = AreaMerger(margin: layer.buffer * FeatureMapper.pixel)
        for member in members {
            parts.removeAll()
            parts.add(member.geometry, of: bytes)
            for range in parts.ranges { merger.add(parts.points[range]) }
            merger.fill()
        }
        for ring in merger.merged(gap: gap, minArea: layer.minArea.value(at: zoom)) {
            geometry.add(ring: ring[...], isOuter: nil)
        }
        return geometry.bytes[...]
    }

    mutating func points(_ members: [TileAssembler.Member]) -> ArraySlice<UInt8> {
        geometry.removeAll()
        read(members)
        geometry.add(points: parts.points)
        return geometry.bytes[...]
    }

    private mutating func read(_ members: [TileAssembler.Member]) {
        parts.removeAll()
        for member in members { parts.add(member.geometry, of: bytes) }
    }
}

/// Points, lines or rings that are read from the commands that `GeometryEncoder` wrote.
private struct GeometryParts {
    private(set) var points: [TilePoint] = []
    /// Of the points: each line or ring.
    private(set) var ranges: [Range<Int>] = []

    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
    }

    mutating func add(_ commands: Range<Int>, of bytes: [UInt8]) {
        var position = commands.lowerBound
        var pen = TilePoint(0, 0)
        var start = points.count
        func zigzag(_ value: UInt64) -> Int32 {
            let value = UInt32(truncatingIfNeeded: value)
            return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
        }
        while position < commands.upperBound {
            let command = takeVarint(bytes, &position)
            guard command & 7 != 7 else { continue }
            if command & 7 == 1, start < points.count {
                ranges.append(start..<points.count)
                start = points.count
            }
            for _ in 0..<command >> 3 {
                pen.x &+= zigzag(takeVarint(bytes, &position))
                pen.y &+= zigzag(takeVarint(bytes, &position))
                points.append(pen)
            }
        }
        if start < points.count { ranges.append(start..<points.count) }
    }
}

/// Takes a field and where its value is, as `AttributeBytes` wrote them; nil at the end.
@inline(__always)
private func takeAttribute(_ bytes: [UInt8], _ position: inout Int, _ end: Int) -> (field: Int, value: Range<Int>)? {
    guard position < end else { return nil }
    let field = Int(bytes[position])
    position += 1
    let size = Int(takeVarint(bytes, &position))
    let value = position..<position + size
    position = value.upperBound
    return (field, value)
}

/// Takes a number as `appendVarint` wrote it.
@inline(__always)
private func takeVarint(_ bytes: [UInt8], _ position: inout Int) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count {
        let byte = bytes[position]
        position += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 || shift > 56 { break }
        shift += 7
    }
    return value
}

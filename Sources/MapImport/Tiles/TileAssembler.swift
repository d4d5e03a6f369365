// SPDX-License-Identifier: MIT
import MapGeometry
import MapTiles

/// Makes a tile of its pieces: lines are joined, areas of equal attributes become one, and points that have no room go.
struct TileAssembler {
    let schema: ImportSchema
    let plan: ImportPlan

    /// A piece with its parts told apart.
    private struct Member {
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

        init(_ layer: ImportSchema.Layer, _ bytes: [UInt8]) {
            (self.layer, self.bytes) = (layer, bytes)
            encoder = LayerEncoder(name: layer.name)
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
                PropertyValue.number(Double(rank + layer.gridRankStart)).tileBytes.withUnsafeBufferPointer {
                    add(field, $0)
                }
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
        var target = LayerTarget(layer, bytes)
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
        var part: [TilePoint] = []
        for (start, _) in sorted {
            group.removeAll(keepingCapacity: true)
            var index = start
            while index < members.count {
                group.append(members[index])
                index = next[index]
            }
            let first = members[start]
            switch first.type {
            case .lineString where joinsLines: target.add(first, joinedLines(group, bytes, layer, zoom)[...])
            case .polygon where joinsAreas && (group.count > 1 || merges):
                target.add(first, joinedAreas(group, bytes, layer, zoom)[...])
            case .point where group.count > 1:
                var points: [TilePoint] = []
                for member in group { forEachPart(member.geometry, bytes, &part) { points += $0 } }
                var geometry = GeometryEncoder()
                geometry.add(points: points)
                target.add(first, geometry.bytes[...])
            default: for member in group { target.add(member, bytes[member.geometry]) }
            }
        }
        return target.encoder
    }

    // MARK: joining

    private func joinedLines(
        _ members: [Member], _ bytes: [UInt8], _ layer: ImportSchema.Layer, _ zoom: Int
    ) -> [UInt8] {
        var joiner = LineJoiner(isDirected: layer.isDirected)
        var part: [TilePoint] = []
        for member in members { forEachPart(member.geometry, bytes, &part) { joiner.add($0) } }
        let pixel = TileBlock.side / 256
        let least = layer.minLength.value(at: zoom) * pixel
        let tolerance = zoom < plan.zooms.upperBound ? plan.tolerance * pixel : 0
        var geometry = GeometryEncoder()
        joiner.forEachJoined { line in
            if least > 0, length(line) < least { return }
            guard tolerance > 0 else {
                geometry.add(line: line)
                return
            }
            let points = simplified(line.map { Point(Double($0.x), Double($0.y)) }, tolerance: tolerance)
            geometry.add(line: points.map { TilePoint(Int32($0.x), Int32($0.y)) })
        }
        return geometry.bytes
    }

    private func length(_ line: [TilePoint]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { sum, pair in
            let (dx, dy) = (Double(pair.1.x - pair.0.x), Double(pair.1.y - pair.0.y))
            return sum + (dx * dx + dy * dy).squareRoot()
        }
    }

    private func joinedAreas(
        _ members: [Member], _ bytes: [UInt8], _ layer: ImportSchema.Layer, _ zoom: Int
    ) -> [UInt8] {
        var geometry = GeometryEncoder()
        var part: [TilePoint] = []
        let gap = layer.merge.value(at: zoom)
        guard gap > 0 else {
            for member in members {
                forEachPart(member.geometry, bytes, &part) { geometry.add(ring: $0, isOuter: nil) }
            }
            return geometry.bytes
        }
        var merger = AreaMerger(margin: layer.buffer * TileBlock.side / 256)
        for member in members {
            forEachPart(member.geometry, bytes, &part) { merger.add($0) }
            merger.fill()
        }
        for ring in merger.merged(gap: gap, minArea: layer.minArea.value(at: zoom)) {
            geometry.add(ring: ring, isOuter: nil)
        }
        return geometry.bytes
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
        let side = layer.gridSize * TileBlock.side / 256
        let limit = layer.gridLimit.isEmpty ? Int.max : Int(layer.gridLimit.value(at: zoom))
        var counts: [Cell: Int] = [:]
        var kept: [Member] = []
        var part: [TilePoint] = []
        for var member in members {
            guard member.type == .point else {
                kept.append(member)
                continue
            }
            var place = TilePoint(0, 0)
            forEachPart(member.geometry, bytes, &part) { if let first = $0.first { place = first } }
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

    // MARK: reading pieces

    /// The points, lines or rings of commands that `GeometryEncoder` wrote, each in the room that it is given.
    private func forEachPart(
        _ range: Range<Int>, _ bytes: [UInt8], _ part: inout [TilePoint], _ body: ([TilePoint]) -> Void
    ) {
        var position = range.lowerBound
        var pen = TilePoint(0, 0)
        part.removeAll(keepingCapacity: true)
        func zigzag(_ value: UInt64) -> Int32 {
            let value = UInt32(truncatingIfNeeded: value)
            return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
        }
        while position < range.upperBound {
            let command = takeVarint(bytes, &position)
            guard command & 7 != 7 else { continue }
            if command & 7 == 1, !part.isEmpty {
                body(part)
                part.removeAll(keepingCapacity: true)
            }
            for _ in 0..<command >> 3 {
                pen.x &+= zigzag(takeVarint(bytes, &position))
                pen.y &+= zigzag(takeVarint(bytes, &position))
                part.append(pen)
            }
        }
        if !part.isEmpty { body(part) }
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

// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapTiles

/// Makes the pieces of tiles from features, by the rows of a schema.
struct FeatureMapper {
    private let schema: ImportSchema
    private let plan: ImportPlan
    private let block: OSMBlock
    private let tags: FeatureTags
    private var found = PieceBlock()
    private var geometry = GeometryEncoder()
    /// What is known of the shape of the feature; it is computed when a row asks for it.
    private var outline = FeatureOutline()
    private var isOutlined = false
    /// Of the row that is looked at.
    private var attributes = AttributeBytes()
    /// Rows that the feature may fit, and the groups of those that it fits.
    private var candidates: [Int] = []
    private var groups: [Int] = []
    /// Of each zoom, the numbers of tiles that were asked for: those of other features are often the same.
    private var knownTiles = [(id: TileID, number: UInt64)?](repeating: nil, count: 64 * (TileID.maxZoom + 1))
    /// What of the feature is cut into tiles.
    private var shape = Shape()
    private var place = [TilePoint(0, 0)]

    init(_ block: OSMBlock, _ schema: ImportSchema, _ plan: ImportPlan) {
        (self.block, self.schema, self.plan) = (block, schema, plan)
        tags = FeatureTags(block, schema)
    }

    /// The pieces of all features of a block.
    static func pieces(_ block: OSMBlock, _ schema: ImportSchema, _ plan: ImportPlan) -> PieceBlock {
        var mapper = FeatureMapper(block, schema, plan)
        for (index, feature) in block.features.enumerated() {
            if index & 255 == 255, WorkContext.isCancelled { break }
            let count = mapper.found.pieces.count
            mapper.map(feature)
            guard plan.allowance.spend(mapper.found.pieces.count - count) else { break }
        }
        return mapper.found
    }

    private mutating func map(_ feature: OSMFeature) {
        candidates.removeAll(keepingCapacity: true)
        if !feature.memberships.isEmpty { candidates += schema.memberRows }
        schema.triggers.addRows(of: feature.tags, block, to: &candidates)
        guard !candidates.isEmpty else { return }
        candidates.sort()
        tags.set(feature)
        isOutlined = false
        groups.removeAll(keepingCapacity: true)
        let (heads, conditions, tags) = (schema.heads, schema.conditions, tags)
        var last = -1
        for index in candidates where index != last {
            last = index
            let head = heads[index]
            guard head.source.fits(feature), !groups.contains(head.group), conditions.holds(head.condition, tags)
            else { continue }
            if head.row._withUnsafeGuaranteedRef({ add(feature, $0) }) { groups.append(head.group) }
        }
    }

    /// Adds a feature as a row says; false where an attribute is missing that it needs.
    private mutating func add(_ feature: OSMFeature, _ row: ImportSchema.Row) -> Bool {
        attributes.removeAll()
        let (tags, list, values) = (tags, row.attributes, schema.values)
        for index in 0..<list.count {
            let attribute = list[index]
            let isAbsent = attribute.key.map { tags[$0] == nil } ?? false
            if isAbsent || !add(values.datum(attribute.value, tags), as: attribute.field, attribute.minZoom),
                attribute.isNeeded
            {
                return false
            }
        }
        // No zoom at all is a row's way to say that the feature is not wanted.
        guard let least = values.datum(row.minZoom, tags).number, least <= 24 else { return true }
        let low = max(plan.zooms.lowerBound, Int(max(0, least)))
        let high = min(plan.zooms.upperBound, row.maxZoom)
        guard low <= high else { return true }
        if let names = row.names { add(names) }
        let order = values.datum(row.order, tags).number.map { Int(max(-3e7, min(3e7, $0))) }
        if !isOutlined {
            outline.set(feature, block)
            isOutlined = true
        }
        for zoom in low...high {
            switch row.source {
            case .point: addPoint(feature.lines, row, zoom, order ?? 0)
            case .label:
                if feature.rings.isEmpty {
                    addPoint(feature.lines, row, zoom, order ?? 0)
                } else {
                    addLabel(row, zoom, order ?? 0)
                }
            case .line: addLines(row, zoom, order ?? 0)
            case .area: addArea(row, zoom, order)
            }
        }
        return true
    }

    // MARK: attributes

    /// Adds an attribute; false where there is none.
    private mutating func add(_ datum: Datum, as field: Int, _ minZoom: Int) -> Bool {
        switch datum {
        case .none: return false
        case .truth: attributes.add(field, .bool(true), minZoom)
        case .number(let number): attributes.add(field, .number(number), minZoom)
        case .text(var text): text.withUTF8 { attributes.add(field, text: $0, minZoom) }
        case .word(let word): return add(word, as: field, minZoom)
        }
        return true
    }

    @discardableResult
    private mutating func add(_ word: OSMWord, as field: Int, _ minZoom: Int) -> Bool {
        if Int(word) < schema.words.count {
            attributes.add(field, encoded: schema.words[Int(word)], minZoom)
            return true
        }
        return attributes.add(field, word, of: tags, minZoom)
    }

    private mutating func add(_ names: ImportSchema.NameFields) {
        let known = schema.known
        let name = tags[known.name]
        let english = tags[known.nameEnglish]
        let isLatin = name.map { block.isLatin($0, schema.vocabulary) } ?? false
        var latin = isLatin ? name : english ?? tags[known.nameInternational]
        for language in names.languages {
            guard let word = tags[language.key] else { continue }
            if latin == nil, block.isLatin(word, schema.vocabulary) { latin = word }
            add(word, as: language.field, names.minZoom)
        }
        if let name { add(name, as: names.name, 0) }
        if let latin { add(latin, as: names.latin, 0) }
        if !isLatin, let name { add(name, as: names.nonlatin, 0) }
        if let word = tags[known.nameInternational] ?? english ?? latin ?? name {
            add(word, as: names.international, 0)
        }
        if let word = english ?? name { add(word, as: names.english, 0) }
        if let word = tags[known.nameGerman] ?? name ?? english { add(word, as: names.german, 0) }
    }

    // MARK: geometry

    private func scale(_ zoom: Int) -> Double { TileBlock.side * Double(1 << zoom) }

    /// Units of a tile for a pixel, of which it has 256.
    static let pixel = TileBlock.side / 256

    private mutating func addPoint(
        _ parts: Range<Int>, _ row: ImportSchema.Row, _ zoom: Int, _ order: Int
    ) {
        for part in parts {
            for index in block.parts[part].points { add(block.points[index], row, zoom, order) }
        }
    }

    private mutating func addLabel(_ row: ImportSchema.Row, _ zoom: Int, _ order: Int) {
        guard outline.area * pixels(zoom) >= row.minArea.value(at: zoom),
            let point = outline.point ?? outline.label(block)
        else { return }
        add(point, row, zoom, order)
    }

    private mutating func add(_ point: Point, _ row: ImportSchema.Row, _ zoom: Int, _ order: Int) {
        let place = point * scale(zoom)
        let box = Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
        let margin = schema.layers[row.layer].buffer * Self.pixel
        guard let allowed = plan.tiles[zoom],
            let tiles = TileBlock(touching: box, margin: margin, within: allowed)
        else { return }
        for x in tiles.columns {
            for y in tiles.rows {
                geometry.removeAll()
                let corner = Point(Double(x) * TileBlock.side, Double(y) * TileBlock.side)
                self.place[0] = TilePoint(rounding: place - corner)
                geometry.add(points: self.place)
                emit(x, y, zoom, row, order, .point)
            }
        }
    }

    /// Square pixels of the whole world, for the areas in the unit square.
    private func pixels(_ zoom: Int) -> Double { Double(1 << zoom) * Double(1 << zoom) * 65_536 }

    private mutating func addLines(_ row: ImportSchema.Row, _ zoom: Int, _ order: Int) {
        setShape(tags.feature.lines, zoom, isArea: false, least: 0)
        cut(row, zoom, order, isArea: false)
    }

    private mutating func addArea(_ row: ImportSchema.Row, _ zoom: Int, _ order: Int?) {
        let area = outline.area
        // Of areas that are merged, the whole counts.
        let isMerged =
            zoom <= schema.layers[row.layer].joinAreas && schema.layers[row.layer].merge.value(at: zoom) > 0
        let least = isMerged ? 0 : row.minArea.value(at: zoom)
        guard area * pixels(zoom) >= least else { return }
        // Small areas lie on large ones.
        let own = order ?? Int(-64 * binaryLogarithm(max(area, 1e-30)))
        // Of the rings, those that nobody would see go too.
        let visible = !isMerged && zoom < plan.zooms.upperBound ? max(1, min(4, least)) / pixels(zoom) : 0
        setShape(tags.feature.rings, zoom, isArea: true, least: visible)
        cut(row, zoom, own, isArea: true)
    }

    /// Sets the shape to lines or rings in units of a zoom, without the points that nobody would see.
    private mutating func setShape(_ parts: Range<Int>, _ zoom: Int, isArea: Bool, least: Double) {
        shape.removeAll()
        let scale = scale(zoom)
        let isWhole = zoom >= plan.zooms.upperBound
        if !isWhole, outline.weights.isEmpty { outline.weigh(block, plan) }
        let limit = plan.tolerance / 256 / Double(1 << zoom)
        let squared = Float(limit * limit)
        var isOuterMissing = false
        var weightStart = isArea ? outline.ringWeights : 0
        for index in parts {
            let part = block.parts[index]
            // The last point of a ring is its first.
            let range = isArea ? part.points.dropLast() : part.points[...]
            defer { weightStart += range.count }
            if isArea {
                if part.isInner, isOuterMissing { continue }
                let isMissing = range.count < 3 || least > 0 && abs(signedArea(block.points[range])) < least
                if !part.isInner { isOuterMissing = isMissing }
                if isMissing { continue }
            }
            let start = shape.points.count
            if isWhole {
                for index in range { shape.points.append(block.points[index] * scale) }
            } else {
                let shift = weightStart - range.lowerBound
                for index in range where outline.weights[index + shift] > squared {
                    shape.points.append(block.points[index] * scale)
                }
            }
            if shape.points.count - start < (isArea ? 3 : 2) {
                shape.points.removeSubrange(start...)
                if isArea, !part.isInner { isOuterMissing = true }
                continue
            }
            shape.parts.append(Shape.Part(points: start..<shape.points.count, isInner: part.isInner))
        }
    }

    private mutating func cut(_ row: ImportSchema.Row, _ zoom: Int, _ order: Int, isArea: Bool) {
        guard !shape.parts.isEmpty, let allowed = plan.tiles[zoom] else { return }
        var cutter = ShapeCutter(isArea: isArea, margin: schema.layers[row.layer].buffer * Self.pixel)
        var shape = Shape()
        swap(&shape, &self.shape)
        defer { swap(&shape, &self.shape) }
        if let tile = cutter.onlyTile(of: shape, within: allowed) {
            let corner = Point(Double(tile.x) * TileBlock.side, Double(tile.y) * TileBlock.side)
            emit(shape, corner, tile.x, tile.y, row, zoom, order, isArea: isArea)
            return
        }
        cutter.cut(shape, within: allowed) { x, y, piece, corner in
            emit(piece, corner, x, y, row, zoom, order, isArea: isArea)
        }
    }

    private mutating func emit(
        _ piece: Shape, _ corner: Point, _ x: Int, _ y: Int, _ row: ImportSchema.Row, _ zoom: Int, _ order: Int,
        isArea: Bool
    ) {
        geometry.removeAll()
        var isOuterMissing = false
        piece.points.withUnsafeBufferPointer { all in
            for part in piece.parts {
                let points = UnsafeBufferPointer(rebasing: all[part.points])
                if !isArea {
                    geometry.add(line: points, from: corner)
                } else if !part.isInner {
                    isOuterMissing = !geometry.add(ring: points, from: corner, isOuter: true)
                } else if !isOuterMissing {
                    geometry.add(ring: points, from: corner, isOuter: false)
                }
            }
        }
        emit(x, y, zoom, row, order, isArea ? .polygon : .lineString)
    }

    private mutating func emit(
        _ x: Int, _ y: Int, _ zoom: Int, _ row: ImportSchema.Row, _ order: Int, _ type: GeometryType
    ) {
        guard !geometry.bytes.isEmpty else { return }
        let start = found.bytes.count
        attributes.append(atZoom: zoom, to: &found.bytes)
        found.bytes.append(type.pieceByte)
        geometry.bytes.withUnsafeBufferPointer { found.bytes.append(contentsOf: $0) }
        found.pieces.append(
            Piece(
                key: Piece.key(tile: number(of: TileID(z: zoom, x: x, y: y)), layer: row.layer, order: order),
                start: UInt32(start),
                count: UInt32(found.bytes.count - start)))
    }
}

extension FeatureMapper {
    private mutating func number(of tile: TileID) -> UInt64 {
        let place = 64 * tile.z + 8 * (tile.y & 7) + (tile.x & 7)
        if let known = knownTiles[place], known.id == tile { return known.number }
        let number = tile.hilbertNumber
        knownTiles[place] = (tile, number)
        return number
    }
}

extension ImportSchema.Source {
    fileprivate func fits(_ feature: OSMFeature) -> Bool {
        switch self {
        case .point: feature.origin == .node
        case .line: feature.origin != .node && !feature.lines.isEmpty
        case .area: !feature.rings.isEmpty
        case .label: feature.origin == .node || !feature.rings.isEmpty
        }
    }
}

/// What is computed once of a feature's shape, for all rows and zooms.
struct FeatureOutline {
    private var feature = OSMFeature(
        origin: .node, id: 0, lines: 0..<0, rings: 0..<0, tags: 0..<0, memberships: 0..<0, isClosed: false)
    /// In the unit square.
    private(set) var area = 0.0
    /// How much each point matters, of the lines, then of the rings; empty until they are asked for.
    private(set) var weights: [Float] = []
    /// Where those of the rings begin.
    private(set) var ringWeights = 0
    /// A point inside, once it was asked for.
    private(set) var point: Point?

    /// Goes on to another feature.
    mutating func set(_ feature: OSMFeature, _ block: OSMBlock) {
        self.feature = feature
        area = 0
        for index in feature.rings {
            let part = block.parts[index]
            let own = abs(signedArea(block.points[part.points]))
            area += part.isInner ? -own : own
        }
        weights.removeAll(keepingCapacity: true)
        ringWeights = 0
        point = nil
    }

    mutating func weigh(_ block: OSMBlock, _ plan: ImportPlan) {
        let least = plan.tolerance / 256 / Double(1 << plan.zooms.upperBound)
        func add(_ points: Range<Int>, closed: Bool, to weights: inout [Float]) {
            block.points.withUnsafeBufferPointer {
                appendSimplificationWeights(
                    of: UnsafeBufferPointer(rebasing: $0[points]), closed: closed, minTolerance: least, to: &weights)
            }
        }
        for part in block.parts[feature.lines] { add(part.points, closed: false, to: &weights) }
        ringWeights = weights.count
        for part in block.parts[feature.rings] { add(part.points.dropLast(), closed: true, to: &weights) }
    }

    /// A point inside of the largest of the areas.
    mutating func label(_ block: OSMBlock) -> Point? {
        point = center(block) ?? block.labelPoint(of: feature)
        return point
    }

    /// The centroid of an area of one ring, which is quickly found; nil where it lies outside, or there are more rings.
    private func center(_ block: OSMBlock) -> Point? {
        guard feature.rings.count == 1, let part = block.parts[feature.rings].first,
            let first = block.points[part.points].first
        else { return nil }
        // Relative to the first point, which preserves precision.
        var (twice, x, y) = (0.0, 0.0, 0.0)
        var a = Point.zero
        for point in block.points[part.points] {
            let b = point - first
            let cross = a.x * b.y - b.x * a.y
            twice += cross
            x += (a.x + b.x) * cross
            y += (a.y + b.y) * cross
            a = b
        }
        guard twice != 0 else { return nil }
        let center = Point(x / (3 * twice), y / (3 * twice))
        var isInside = false
        a = .zero
        for point in block.points[part.points] {
            let b = point - first
            if (a.y > center.y) != (b.y > center.y),
                center.x < a.x + (b.x - a.x) * ((center.y - a.y) / (b.y - a.y))
            {
                isInside.toggle()
            }
            a = b
        }
        return isInside ? center + first : nil
    }
}

extension OSMBlock {
    /// True for texts whose letters are Latin ones.
    func isLatin(_ word: OSMWord, _ vocabulary: OSMVocabulary) -> Bool {
        if withBytes(of: word, { $0.allSatisfy { $0 < 0x80 } }) { return true }
        return string(word, vocabulary).isLatin
    }
}

extension GeometryType {
    /// As pieces have it, before the geometry.
    var pieceByte: UInt8 {
        switch self {
        case .unknown, .point: 1
        case .lineString: 2
        case .polygon: 3
        }
    }

    init(pieceByte: UInt8) { self = pieceByte == 1 ? .point : pieceByte == 2 ? .lineString : .polygon }
}

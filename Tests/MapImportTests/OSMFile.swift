// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapImport
import TestSupport

/// A small file of OpenStreetMap, written in a test: nodes are on a grid of 0.001 degrees.
struct OSMFile {
    /// A point of the grid: its node has the number `100 * y + x + 1`.
    typealias Cell = (x: Int, y: Int)

    private var nodes: [Int: String] = [:]
    private var ways = ""
    private var relations = ""
    var header = ""

    static func id(_ cell: Cell) -> Int { 100 * cell.y + cell.x + 1 }

    private static func tags(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
    }

    mutating func node(_ cell: Cell, _ tags: [String: String] = [:]) {
        let (longitude, latitude) = (10 + 0.001 * Double(cell.x), 50 + 0.001 * Double(cell.y))
        nodes[Self.id(cell)] =
            "<node id='\(Self.id(cell))' version='1' lon='\(longitude)' lat='\(latitude)'>\(Self.tags(tags))</node>\n"
    }

    /// Makes the nodes that are not there yet.
    mutating func way(_ id: Int, _ cells: [Cell], _ tags: [String: String] = [:]) {
        for cell in cells where nodes[Self.id(cell)] == nil { node(cell) }
        let refs = cells.map { "<nd ref='\(Self.id($0))'/>" }.joined()
        ways += "<way id='\(id)' version='1'>\(refs)\(Self.tags(tags))</way>\n"
    }

    mutating func add(way text: String) { ways += text }

    mutating func relation(_ id: Int, _ members: [(way: Int, role: String)], _ tags: [String: String]) {
        let list = members.map { "<member type='way' ref='\($0.way)' role='\($0.role)'/>" }.joined()
        relations += "<relation id='\(id)' version='1'>\(list)\(Self.tags(tags))</relation>\n"
    }

    var text: String {
        let nodes = nodes.sorted { $0.key < $1.key }.map(\.value).joined()
        return
            "<?xml version='1.0'?>\n<osm version='0.6' generator='test'>\(header)\n\(nodes)\(ways)\(relations)</osm>\n"
    }
}

/// All that an import finds.
struct Imported {
    struct Feature {
        var origin: OSMFeature.Origin
        var id: Int64
        var tags: [String: String]
        /// Coordinates in thousandths of a degree east and north of 10° E, 50° N.
        var lines: [[Point]] = []
        /// Outer rings, each with its holes.
        var areas: [[[Point]]] = []
        /// The tags of relations, and roles.
        var parents: [(role: String, tags: [String: String])] = []
        var isClosed: Bool

        /// The area in cells of the grid, holes taken off.
        var cells: Double {
            let size = areas.flatMap { $0 }.reduce(0) { $0 - signedArea($1) }
            return (size * 1000).rounded() / 1000
        }
        /// The number of holes of each outer ring.
        var holes: [Int] { areas.map { $0.count - 1 }.sorted() }
    }

    var features: [Feature] = []
    var diagnostics: [Diagnostic] = []
    var bounds: CoordinateBox?

    init(path: String, threads: Int = 1, memoryLimit: Int = 1 << 30) throws {
        let sink = DiagnosticSink()
        let extract = try OSMExtract(
            path: path, vocabulary: OSMVocabulary(), memoryLimit: memoryLimit, diagnostics: sink)
        var all: [Feature] = []
        try extract.forEachBlock(threads: threads) { block in
            block
        } consume: { block in
            all += block.features.map { Feature($0, of: block, extract.vocabulary) }
        }
        features = all
        diagnostics = sink.all
        bounds = extract.bounds
    }

    init(_ file: OSMFile, name: String = "test.osm") throws {
        let folder = try ScratchFolder()
        self = try withExtendedLifetime(folder) { try Imported(path: folder.write(name, file.text)) }
    }

    func way(_ id: Int64) -> Feature? { features.first { $0.origin == .way && $0.id == id } }
    func relation(_ id: Int64) -> Feature? { features.first { $0.origin == .relation && $0.id == id } }
    /// What is said of an object, such as `way 3`.
    func problems(of object: String) -> [Diagnostic.Code] { diagnostics.filter { $0.path == object }.map(\.code) }
}

extension Imported.Feature {
    init(_ feature: OSMFeature, of block: OSMBlock, _ vocabulary: OSMVocabulary) {
        func tags(_ range: Range<Int>) -> [String: String] {
            Dictionary(
                block.tags[range].map { (block.string($0.key, vocabulary), block.string($0.value, vocabulary)) },
                uniquingKeysWith: { first, _ in first })
        }
        func places(_ part: OSMPart) -> [Point] {
            block.points(of: part).map { point in
                let place = WebMercator.unproject(point)
                return Point(
                    ((place.longitude - 10) * 1e6).rounded() / 1e3, ((place.latitude - 50) * 1e6).rounded() / 1e3)
            }
        }
        self.init(origin: feature.origin, id: feature.id, tags: tags(feature.tags), isClosed: feature.isClosed)
        lines = block.parts[feature.lines].map(places)
        for part in block.parts[feature.rings] {
            if part.isInner { areas[areas.count - 1].append(places(part)) } else { areas.append([places(part)]) }
        }
        parents = block.memberships[feature.memberships].map { member in
            (block.string(member.role, vocabulary), tags(block.relations[member.relation].tags))
        }
    }
}

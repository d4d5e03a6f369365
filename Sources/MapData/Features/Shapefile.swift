// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeometry
import MapProj

/// A Shapefile: geometries in `.shp`, and beside it attributes in `.dbf`, the coordinate system in `.prj`, the encoding of texts in `.cpg`
/// and the places of records in `.shx`, of which none is needed. A ZIP archive may hold several.
///
/// - SeeAlso: ESRI, *Shapefile Technical Description*, 1998.
package struct Shapefile {
    /// A set of files with one name.
    package struct Layer {
        package let name: String
        fileprivate let file: String
        fileprivate let shapes: ByteSource
        fileprivate let index: ByteSource?
        fileprivate let table: DBaseTable?
        fileprivate let encoding: TextEncoding?
        /// Well-known text; nil when the file does not say it.
        package let system: String?
        /// In the system of the file.
        package let box: Rect?
        /// `Polygon`, `PolyLineZ` and so on.
        package let typeName: String?
        /// The names of the attributes.
        package var columns: [String] { table?.fields.map(\.name) ?? [] }
        /// Nil without attributes and index, when it is not known.
        package var recordCount: Int? {
            table?.recordCount ?? index.map { max(0, $0.count - Shapefile.headerSize) / 8 }
        }
    }

    fileprivate static let headerSize = 100
    package let layers: [Layer]
    private let file: String

    /// Opens a `.shp` file with those beside it, or a ZIP archive.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: the most bytes that are unpacked or read whole.
    ///   - encoding: of names and texts, in place of the file's own.
    /// - Throws: when it cannot be read, or is no Shapefile.
    package init(path: String, limit: Int, encoding: String? = nil) throws(Diagnostic) {
        let stated = try encoding.map { label throws(Diagnostic) in try TextEncoding(label, in: path) }
        let source = try ByteSource(path: path, limit: limit)
        file = path
        if source.bytes(at: 0, count: 2)?.elementsEqual("PK".utf8) ?? false {
            layers = try Self.layers(zipped: readFile(path, limit: limit), file: path, limit: limit, stated)
            return
        }
        let stem = fileExtension(of: path) == "shp" ? String(path.dropLast(4)) : path
        func sibling(_ ending: String) throws(Diagnostic) -> ByteSource? {
            for name in [ending, ending.uppercased()] where fileExists("\(stem).\(name)") {
                return try ByteSource(path: "\(stem).\(name)", limit: limit)
            }
            return nil
        }
        layers = [try Self.layer(Self.name(of: stem), file: path, source, stated, sibling)]
    }

    /// Opens a ZIP archive, or the bytes of a `.shp` file alone.
    package init(_ bytes: [UInt8], file: String, limit: Int) throws(Diagnostic) {
        self.file = file
        if bytes.starts(with: "PK".utf8) {
            layers = try Self.layers(zipped: bytes, file: file, limit: limit, nil)
        } else {
            layers = [
                try Self.layer("shapes", file: file, ByteSource(bytes), nil) { _ throws(Diagnostic) in nil }
            ]
        }
    }

    private static func layers(
        zipped bytes: [UInt8], file: String, limit: Int, _ stated: TextEncoding?
    ) throws(Diagnostic) -> [Layer] {
        func opened<Value>(
            _ body: () throws(ZipArchive.ReadingError) -> Value
        ) throws(Diagnostic) -> Value {
            do throws(ZipArchive.ReadingError) { return try body() } catch {
                throw error.diagnostic(in: file, expected: "a ZIP archive with a Shapefile")
            }
        }
        let archive = try opened { () throws(ZipArchive.ReadingError) in try ZipArchive(bytes) }
        var entries: [String: ZipArchive.Entry] = [:]
        // What macOS adds has the same names.
        for entry in archive.entries where !entry.name.hasPrefix("__MACOSX/") {
            entries[entry.name.lowercased()] = entry
        }
        var rest = limit
        var layers: [Layer] = []
        for entry in archive.entries
        where entry.name.lowercased().hasSuffix(".shp") && entries[entry.name.lowercased()] == entry {
            let stem = String(entry.name.dropLast(4))
            func part(_ ending: String) throws(Diagnostic) -> ByteSource? {
                guard let entry = entries["\(stem.lowercased()).\(ending)"] else { return nil }
                let contents = try opened { () throws(ZipArchive.ReadingError) in
                    try archive.contents(of: entry, limit: rest)
                }
                rest -= contents.count
                return ByteSource(contents)
            }
            guard let shapes = try part("shp") else { continue }
            layers.append(
                try layer(Self.name(of: stem), file: "\(file)/\(entry.name)", shapes, stated) {
                    ending throws(Diagnostic) in try part(ending)
                })
        }
        guard !layers.isEmpty else {
            throw Diagnostic(
                code: .dataInvalid, file: file, expected: "a ZIP archive with a Shapefile",
                found: "an archive without a .shp file")
        }
        return layers
    }

    /// The name of a path without its folder.
    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    private static func layer(
        _ name: String, file: String, _ shapes: ByteSource, _ stated: TextEncoding?,
        _ part: (String) throws(Diagnostic) -> ByteSource?
    ) throws(Diagnostic) -> Layer {
        guard let head = shapes.bytes(at: 0, count: headerSize), head.bigEndian(at: 0) == 9994,
            let type = head.number(Int32.self, at: 32)
        else {
            throw Diagnostic(
                code: .dataInvalid, file: file, expected: "a Shapefile",
                found: shapes.count == 0 ? "an empty file" : "other data",
                hint: fileExtension(of: file) == "shp" ? nil : "name the .shp file, or a ZIP archive with it")
        }
        let page = try part("cpg").flatMap { $0.bytes(at: 0, count: min($0.count, 64)) }
        let label = page.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } }
        let encoding = stated ?? label.flatMap(TextEncoding.init(label:))
        let table = try part("dbf").flatMap { DBaseTable($0, encoding: encoding) }
        let system = try part("prj").flatMap { $0.bytes(at: 0, count: min($0.count, 1 << 16)) }
        let numbers = [36, 44, 52, 60].compactMap { head.double(at: $0) }
        let isBox =
            numbers.count == 4 && numbers.allSatisfy(\.isFinite) && numbers[0] <= numbers[2] && numbers[1] <= numbers[3]
        return Layer(
            name: name, file: file, shapes: shapes, index: try part("shx"), table: table,
            encoding: encoding ?? table?.encoding, system: system.map { String(decoding: $0, as: UTF8.self) },
            box: isBox ? Rect(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3]) : nil,
            typeName: ShapeRecord.typeName(Int(type)))
    }
}

extension ZipArchive.ReadingError {
    package func diagnostic(in file: String, expected: String) -> Diagnostic {
        let found =
            switch self {
            case .notZip: "a file that is not a ZIP archive, or is cut off"
            case .unsupported(let feature): feature
            case .damaged(let name): "a damaged \"\(name.prefix(60))\""
            case .tooLarge(let limit): "more than \(limit >> 20) MiB"
            }
        return Diagnostic(code: .dataInvalid, file: file, expected: expected, found: found)
    }
}

// MARK: - Features

extension Shapefile {
    /// Reads the features of the layers of a query. Their ids count the records of a layer from 0.
    ///
    /// - Throws: when a layer that is named is not there, or a file holds more than the limit.
    package func features(_ query: FeatureQuery) throws(Diagnostic) -> [FeatureCollector] {
        let names = layers.map(\.name)
        if let missing = query.layers.first(where: { !names.contains($0) }) {
            throw Diagnostic(
                code: .dataInvalid, file: file, "there is no Shapefile \"\(missing)\"",
                hint: didYouMean(missing, names) ?? "its names: \(listing(names.prefix(20)))")
        }
        var collectors: [FeatureCollector] = []
        for layer in layers where query.layers.isEmpty || query.layers.contains(layer.name) {
            collectors.append(try layer.features(query))
        }
        return collectors
    }
}

extension Shapefile.Layer {
    /// A record's header: its number and the length of its content, in words of two bytes.
    private static let recordHeader = 8

    fileprivate func features(_ query: FeatureQuery) throws(Diagnostic) -> FeatureCollector {
        var found = FeatureCollector(file: file, unit: "record", limit: query.limit)
        try found.takeSystem(
            query.reading.crs ?? system, box: box, silence: "no .prj file says the coordinate system",
            coordinates: "the coordinates")
        if table == nil { found.note("there is no table of attributes (.dbf) beside the shapes") }
        let rectangles = query.box.flatMap(found.system.rectangles(around:))
        var rings = RingAssembly()
        var (offset, index) = (Shapefile.headerSize, 0)
        while let place = place(of: index, after: offset) {
            offset = place
            guard let head = shapes.bytes(at: offset, count: Self.recordHeader), let words = head.bigEndian(at: 4)
            else {
                break
            }
            let length = Int(words) * 2
            // Records may share their bytes, and most of them may lie elsewhere.
            let start = shapes.bytes(at: offset + Self.recordHeader, count: max(0, min(length, Self.boxEnd)))
            if let start, let record = try? ShapeRecord(start), let rectangles, let box = record.box,
                !rectangles.contains(where: { box.reaches($0) })
            {
                // Nothing of it is needed.
            } else if let content = shapes.bytes(at: offset + Self.recordHeader, count: length), length >= 4 {
                try found.spend(length)
                try read(index, content, &rings, &found)
            } else {
                found.leaveOut("\(index)", "is cut off by the end of the file")
                break
            }
            (offset, index) = (offset + Self.recordHeader + length, index + 1)
            if index & 1023 == 0, WorkContext.isCancelled { break }
        }
        if rings.isCutShort {
            found.omit("polygons have so many rings that some holes were given to the ring before them")
        }
        found.finish()
        return found
    }

    /// The bytes of a record up to the end of its box.
    private static let boxEnd = 36

    private func read(
        _ index: Int, _ content: ArraySlice<UInt8>, _ rings: inout RingAssembly, _ found: inout FeatureCollector
    ) throws(Diagnostic) {
        var geometry: JSONNode?
        do throws(GeometryError) {
            geometry = try ShapeRecord(content).geometry(found, &rings)
        } catch {
            try found.leaveOut("\(index)", error)
        }
        guard let geometry else { return }
        guard let table else {
            return try found.add(geometry, id: .count(index), properties: JSONNode(.object(JSONObject())))
        }
        // Deleted ones have no attributes.
        guard let properties = table.properties(index, encoding: encoding ?? .guessed) else { return }
        try found.add(geometry, id: .count(index), properties: properties)
    }

    /// Where a record begins; nil after the last.
    private func place(of index: Int, after offset: Int) -> Int? {
        guard let places = self.index, places.count >= Shapefile.headerSize + 8 else {
            return offset < shapes.count ? offset : nil
        }
        let at = Shapefile.headerSize + 8 * index
        return places.bytes(at: at, count: 8)?.bigEndian(at: 0).map { Int($0) * 2 }
    }
}

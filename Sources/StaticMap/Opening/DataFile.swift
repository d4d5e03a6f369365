// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapScene
import MapTiles

/// Reads the formats of data overlays as GeoJSON, but for GPX.
struct DataFile {
    /// The most bytes of a file, packed or not.
    let limit: Int
    /// The names of the tables, objects or folders to read; empty for all.
    let layers: [String]
    let diagnostics: DiagnosticSink

    /// The features of a file; nil, and reported, when it is not of the format.
    func features(_ path: String, _ format: DataOverlay.Format) throws(Diagnostic) -> Field? {
        if format == .geopackage { return try geopackage(path) }
        let bytes = try bytes(path)
        switch format {
        case .geojson, .gpx, .topojson:
            let document = try JSONDocument(.geojson, file: path, text: bytes)
            return try features(Field(document, diagnostics: diagnostics), format)
        case .kml:
            let text = try kml(bytes, path)
            return field(try KMLReader.features(text, file: path, layers: layers, diagnostics: diagnostics), path)
        case .wkt: return field(try WellKnownText.features(bytes, file: path), path)
        case .geopackage: return nil
        }
    }

    /// The bytes of a file.
    func bytes(_ path: String) throws(Diagnostic) -> [UInt8] { try readDocument(path, limit: limit) }

    /// The features of the tables; what is left out is a warning.
    private func geopackage(_ path: String) throws(Diagnostic) -> Field {
        try WorkContext.current.files.check(path)
        guard fileExists(path) else {
            throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
        }
        do throws(Diagnostic) {
            // A coordinate takes 16 bytes in the file, and about ten times as much as JSON.
            let allowed = min(limit, RenderBudget.rest(of: .bytes)) / 4
            let package = try GeoPackage(path: path, layers: layers, limit: allowed)
            for omission in package.omissions {
                diagnostics.add(Diagnostic(.warning, code: .dataUnsupported, file: path, omission))
            }
            return field(package.features, path)
        } catch {
            throw Diagnostic(code: .dataInvalid, file: path, error.message, hint: error.hint)
        }
    }

    /// The features of a value: GeoJSON as it is, a topology or a text as GeoJSON.
    func features(_ value: Field, _ format: DataOverlay.Format) throws(Diagnostic) -> Field? {
        if format == .wkt {
            do throws(Diagnostic) {
                let text = Array((value.node.string ?? "").utf8)
                return field(try WellKnownText.features(text, file: value.document.file), value.document.file)
            } catch {
                let column = error.position.map { ", at character \($0.column) of line \($0.line)" } ?? ""
                value.report("\(error.message)\(column)")
                return nil
            }
        }
        guard format == .topojson || value.node["type"]?.string == "Topology" else {
            guard layers.isEmpty else {
                value.report(
                    "expected TopoJSON, whose objects \"layers\" names, found GeoJSON", code: .sceneConflictingKeys)
                return nil
            }
            return value
        }
        return TopoJSON.features(value, layers: layers).map { field($0, value.document.file) }
    }

    private func field(_ root: JSONNode, _ file: String) -> Field {
        Field(JSONDocument(.geojson, file: file, root: root), diagnostics: diagnostics)
    }

    /// The main document of a KMZ archive: the first KML file, as Google's specification has it. Other bytes stay as they are.
    private func kml(_ bytes: [UInt8], _ path: String) throws(Diagnostic) -> [UInt8] {
        guard bytes.starts(with: Array("PK".utf8)) else { return bytes }
        do throws(ZipArchive.ReadingError) {
            let archive = try ZipArchive(bytes)
            guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".kml") }) else {
                throw .unsupported("an archive without a .kml file")
            }
            let text = try archive.contents(of: entry, limit: min(limit, RenderBudget.rest(of: .bytes) / 4))
            RenderBudget.spend(4 * text.count, .bytes, at: path)
            return text
        } catch {
            throw Diagnostic(
                code: .dataInvalid, file: path, expected: "a KMZ archive", found: "\(error.finding)")
        }
    }
}

extension ZipArchive.ReadingError {
    /// What was found instead of an archive that can be read.
    fileprivate var finding: String {
        switch self {
        case .notZip: "a file that is not a ZIP archive, or is cut off"
        case .unsupported(let feature): feature
        case .damaged(let name): "a damaged \"\(name.prefix(60))\""
        case .tooLarge(let limit): "more than \(limit >> 20) MiB"
        }
    }
}

/// The data files of a scene: each is read once, however many overlays show it.
struct DataFiles {
    private struct Key: Hashable {
        var path: String
        var format: DataOverlay.Format
        var layers: [String]
    }

    private var read: [Key: Result<Field?, Diagnostic>] = [:]

    /// The features of a file; nil, and reported, when it is not of the format.
    mutating func features(
        _ path: String, _ format: DataOverlay.Format, _ file: DataFile
    ) throws(Diagnostic) -> Field? {
        let key = Key(path: path, format: format, layers: file.layers)
        if let known = read[key] { return try known.get() }
        let result = Result { () throws(Diagnostic) in try file.features(path, format) }
        read[key] = result
        return try result.get()
    }
}

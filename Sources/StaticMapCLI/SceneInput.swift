// SPDX-License-Identifier: MIT
import Libc
package import MapCore
import StaticMap
import Yams

/// Reads the scene that the command line names.
enum SceneInput {
    /// Scenes are written by people and programs for one image; 64 MiB holds a million points.
    static let limit = 64 << 20
    /// The world.
    private static let world = #"{"version": 1, "camera": {"bounds": [-180, -60, 180, 75]}}"#
    /// A scene that options fill; it finds its camera itself.
    private static let content = #"{"version": 1}"#

    /// What options edit of a scene.
    enum Edited {
        /// Its tree, which is decoded as it is: the text is parsed once, and messages name its lines.
        case tree
        /// Its text, for somebody who wants to read it.
        case text
    }

    /// The scene of a file, of standard input for "-", or of the options alone, with what the options say. A file of data
    /// is shown on a map.
    static func read(
        _ path: String?, _ options: SceneOptions?, editing edited: Edited = .tree
    ) throws(RenderError) -> SceneDocument {
        guard let path else {
            let text = (options?.namesFraming ?? false) ? content : world
            return try document(Array(text.utf8), nil, options, editing: edited)
        }
        if let format = DataOverlay.Format(extensionOf: path) {
            let text = scene(showing: path, as: format.rawValue, styledBy: options?.data)
            return try document(Array(text.utf8), nil, options, editing: edited)
        }
        if ["tif", "tiff"].contains(fileExtension(of: path)) {
            return try document(Array(scene(showing: path, as: "geotiff").utf8), nil, options, editing: edited)
        }
        return try document(sceneText(of: path), path, options, editing: edited)
    }

    /// The text of a scene that shows a file of data.
    private static func scene(showing file: String, as type: String, styledBy values: DataOptions? = nil) -> String {
        var overlay = JSONObject([
            JSONObject.Member("type", .text(type)), JSONObject.Member("data", .text(absolutePath(file))),
        ])
        overlay.members += values?.members ?? []
        return JSONNode.members(["version": 1, "overlays": [JSONNode(.object(overlay))]]).lines
    }

    /// The scene of a text that was read already; `keepsCamera` leaves out what options say of the camera.
    static func document(
        _ text: [UInt8], _ path: String?, _ options: SceneOptions?, keepsCamera: Bool = false,
        editing edited: Edited = .tree
    ) throws(RenderError) -> SceneDocument {
        let file = path.map(name(of:)) ?? "command line"
        func edit(_ json: inout some EditableJSON) throws {
            guard let options else { return try SizeOptions.addDefault(to: &json) }
            try options.edit(&json, keepsCamera: keepsCamera)
        }
        do {
            var tree = try parsed(text, file)
            guard edited == .text else {
                try edit(&tree)
                return try SceneDocument(tree.document, text: text)
            }
            var json = try JSONText(text, file: file)
            json.keepsLines = true
            try edit(&json)
            return try SceneDocument(text: json.bytes, file: file)
        } catch {
            throw RenderError(any: error, file: file)
        }
    }

    /// A scene as its file, or standard input, has it.
    static func document(_ path: String) throws(RenderError) -> SceneDocument {
        let text = try sceneText(of: path)
        do throws(SceneError) {
            return try SceneDocument(text: text, file: name(of: path))
        } catch {
            throw RenderError(error)
        }
    }

    /// Parses a text. What is no JSON is left to the decoder of scenes, which knows other kinds of documents.
    private static func parsed(_ text: [UInt8], _ file: String) throws(RenderError) -> JSONTree {
        do throws(Diagnostic) {
            return try JSONTree(.scene, text, file: file)
        } catch {
            do throws(SceneError) {
                _ = try SceneDocument(text: text, file: file)
            } catch {
                throw RenderError(error)
            }
            throw RenderError(.badData, [error])
        }
    }

    /// The text of a scene. A file that by its name is something else is refused, with what takes it.
    static func sceneText(of path: String) throws(RenderError) -> [UInt8] {
        guard let (kind, hint) = otherKind(path), fileExists(path) else { return try text(of: path) }
        throw RenderError(
            .badData, [Diagnostic(code: .sceneNotAScene, file: path, expected: "a scene", found: kind, hint: hint)])
    }

    private static func otherKind(_ path: String) -> (name: String, hint: String)? {
        switch fileExtension(of: path) {
        case "pmtiles", "mbtiles": return ("tiles", "draw a map of them: --tiles \(path)")
        case "pbf" where path.lowercased().hasSuffix(".osm.pbf"):
            return (
                "an extract of OpenStreetMap (.osm.pbf)",
                "make tiles of it: staticmap tiles import \(path) -o tiles.pmtiles"
            )
        case "zip": return ("a ZIP archive", "draw the Shapefile in it: --shapefile \(path)")
        case "xlsx", "xls", "ods": return ("a spreadsheet", "save its table as CSV: --csv table.csv")
        case "parquet", "geoparquet": return ("Parquet", "convert it first: ogr2ogr -f FlatGeobuf data.fgb \(path)")
        default: return nil
        }
    }

    /// A file's text, or that of standard input for "-".
    static func text(of path: String) throws(RenderError) -> [UInt8] {
        do {
            return try readFile(path == "-" ? standardInputPath : path, limit: limit)
        } catch {
            throw RenderError(.missingInput, [error.of(name(of: path))])
        }
    }

    /// How messages call a file.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}

/// Reads a table of tags and layers: YAML, of which JSON is a part, with the line and column of each value.
package func schemaDocument(_ path: String) throws(Diagnostic) -> JSONDocument {
    let text = try readFile(path, limit: 16 << 20)
    if path.hasSuffix(".json") { return try JSONDocument(.schema, file: path, text: text) }
    return try schemaDocument(yaml: text, file: path)
}

/// The same for a text.
package func schemaDocument(yaml text: [UInt8], file: String) throws(Diagnostic) -> JSONDocument {
    let root: Node?
    do {
        root = try Yams.compose(yaml: String(decoding: text, as: UTF8.self))
    } catch {
        var position: Position?
        var reason = "\(error)"
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            position = Position(line: mark.line, column: mark.column)
            reason = problem
        default: break
        }
        throw Diagnostic(code: "schema.syntax", file: file, position: position, "this is not YAML: \(reason)")
    }
    var starts = [0]
    for (index, byte) in text.enumerated() where byte == 0x0A { starts.append(index + 1) }
    let node = root.map { JSONNode(yaml: $0, lineStarts: starts, depth: 0) } ?? .null
    return JSONDocument(.schema, file: file, text: text, root: node)
}

/// Removes a file that nobody named, if it is there.
func removeFile(_ path: String) { unlink(path) }

extension JSONNode {
    /// Plain numbers are numbers; everything else is text: `yes` and `no` are values of tags.
    fileprivate init(yaml node: Node, lineStarts: [Int], depth: Int) {
        let offset = Self.offset(node, lineStarts)
        guard depth < 64 else {
            self.init(.null, offset: offset)
            return
        }
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, child) in mapping {
                var member = JSONObject.Member(
                    key.scalar?.string ?? "", JSONNode(yaml: child, lineStarts: lineStarts, depth: depth + 1))
                member.keyOffset = Self.offset(key, lineStarts)
                object.members.append(member)
            }
            self.init(.object(object), offset: offset)
        case .sequence(let sequence):
            self.init(
                .array(sequence.map { JSONNode(yaml: $0, lineStarts: lineStarts, depth: depth + 1) }), offset: offset)
        case .scalar(let scalar):
            let isNumber = scalar.style == .plain && scalar.string.allSatisfy { "0123456789.-".contains($0) }
            if isNumber, let number = Double(scalar.string) {
                self.init(.number(number), offset: offset)
            } else {
                self.init(.string(scalar.string), offset: offset)
            }
        default: self.init(.null, offset: offset)
        }
    }

    private static func offset(_ node: Node, _ lineStarts: [Int]) -> Int {
        guard let mark = node.mark, mark.line >= 1, mark.line <= lineStarts.count else { return 0 }
        return lineStarts[mark.line - 1] + mark.column - 1
    }
}

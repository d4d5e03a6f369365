// SPDX-License-Identifier: MIT
public import MapCore
import MapData

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A scene and its source: messages point into its text, and its relative paths begin in its folder.
///
/// ```swift
/// let document = try SceneDocument(contentsOf: URL(filePath: "maps/trip.json"))
/// let snapshot = try await MapRenderer().render(document)
/// ```
public struct SceneDocument: Sendable {
    /// The scene. You can change it after reading.
    public var scene: Scene
    /// The name of the source in diagnostics.
    public let file: String
    /// The folder of the scene's relative paths; "." is the working directory.
    package let folderPath: String
    /// What was found when the text was read or the scene was validated: warnings and notes, and errors of a scene that
    /// was built in Swift.
    public let diagnostics: [Diagnostic]
    /// Nil for a scene that was built in Swift.
    package private(set) var json: JSONDocument?
    /// The text that the scene was read from; empty for a scene that was built in Swift.
    public let text: String

    /// Reads a scene from JSON text. `MapRenderer.document(text:file:folder:)` does it within the limits of a renderer.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - file: the file that the text is from, or would be from: messages name it, with a relative path as it was given,
    ///     and relative paths begin in its folder.
    ///   - folder: where relative paths begin, if not in the file's folder, as for text read from a pipe.
    /// - Throws: a `SceneError` with all diagnostics if at least one of them is an error.
    public init(text: [UInt8], file: URL = defaultFile, folder: URL? = nil) throws(SceneError) {
        try self.init(text: text, file: file.givenPath, folder: folder?.givenPath)
    }

    /// The file of a scene that was read from no file: `scene.json` in the working directory.
    public static var defaultFile: URL { URL(filePath: "scene.json") }

    /// As the public initializer, for names that are no paths of files.
    package init(text: [UInt8], file: String, folder: String? = nil) throws(SceneError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(.scene, file: file, text: text)
        } catch {
            throw SceneError([Diagnostic(markup: text, file: file) ?? error])
        }
        try self.init(document, text: text, folder: folder)
    }

    /// Reads a scene that was parsed already, and may have been edited since.
    ///
    /// - Parameters:
    ///   - document: of kind `scene`.
    ///   - text: that it was parsed from.
    ///   - folder: where relative paths begin; nil for the file's folder.
    /// - Throws: as `init(text:file:folder:)`.
    package init(_ document: JSONDocument, text: [UInt8], folder: String? = nil) throws(SceneError) {
        let found = DiagnosticSink()
        if let other = Diagnostic(inPlaceOfScene: document) { throw SceneError([other]) }
        json = document
        let scene = json.flatMap { Scene.decode(Field($0, diagnostics: found)) }
        diagnostics = found.all.sorted(by: SceneDocument.isEarlier)
        guard let scene else { throw SceneError(diagnostics) }
        self.text = String(decoding: text, as: UTF8.self)
        self.scene = scene
        file = document.file
        folderPath = folder ?? baseFolder(of: document.file)
    }

    /// Reads a scene file.
    ///
    /// - Parameter file: a JSON file of at most 64 MiB; relative paths of the scene begin in its folder.
    /// - Throws: a `SceneError` if the file cannot be read, or with all diagnostics if the scene is not valid.
    public init(contentsOf file: URL) throws(SceneError) {
        let path = file.givenPath
        let text: [UInt8]
        do {
            text = try readFile(path, limit: 64 << 20)
        } catch {
            throw SceneError([error])
        }
        try self.init(text: text, file: path)
    }

    /// Takes a scene that was built in Swift, and validates it; `diagnostics` has the result.
    ///
    /// - Parameters:
    ///   - scene: what to draw.
    ///   - folder: where its relative paths begin; nil for the working directory.
    public init(scene: Scene, folder: URL? = nil) {
        self.scene = scene
        folderPath = folder?.givenPath ?? "."
        file = "scene"
        json = nil
        text = ""
        diagnostics = scene.validate()
    }

    /// The same scene, of which nothing is known of its text.
    package var withoutPositions: SceneDocument {
        var copy = self
        copy.json = nil
        return copy
    }

    /// The folder of the scene's relative paths.
    public var folder: URL { URL(filePath: folderPath, directoryHint: .isDirectory) }

    /// True when the scene says where to look, and not only how, such as with which bearing.
    package var namesFraming: Bool {
        guard scene.camera.framing == .fit(.all), let json else { return scene.camera != Camera() }
        return json.root["camera"]?["fit"] != nil
    }

    /// A path of the scene, relative to the working directory; absolute paths are unchanged.
    ///
    /// - Parameter path: as the scene has it.
    /// - Returns: the path to open.
    package func resolve(_ path: String) -> String {
        path.hasPrefix("/") || folderPath == "."
            ? path : folderPath.hasSuffix("/") ? folderPath + path : folderPath + "/" + path
    }

    /// Reports at positions in this document.
    package func reporter(_ diagnostics: DiagnosticSink) -> SceneReporter {
        SceneReporter(document: json, diagnostics: diagnostics)
    }

    /// By position in the text: the decoder visits keys in its own order.
    private static func isEarlier(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
        guard let a = a.position, let b = b.position else { return a.position != nil && b.position == nil }
        return (a.line, a.column) < (b.line, b.column)
    }
}

extension URL {
    /// The path of a file as it was given: a relative one stays relative to the working directory, so that messages name
    /// the file as the user did. The whole address where it is not that of a file.
    package var givenPath: String {
        guard isFileURL else { return absoluteString }
        let (relative, whole) = (relativePath, path)
        return relative == whole || URL(filePath: relative).path != whole ? whole : relative
    }
}

/// A JSON value in another format inside a scene, such as a MapLibre style or GeoJSON. It keeps its position in the
/// document, so that diagnostics can give the line.
public struct InlineJSON: Hashable, Sendable {
    package let node: JSONNode
    package let path: String
    package let document: JSONDocument

    /// Creates a value from JSON text. Its contents are checked when the scene is rendered.
    ///
    /// - Parameter json: one JSON value.
    /// - Throws: a `Diagnostic` with line and column if the text is not valid JSON.
    public init(json: String) throws(Diagnostic) {
        document = try JSONDocument(file: "json", text: Array(json.utf8))
        node = document.root
        path = ""
    }

    package init(_ field: Field) {
        node = field.node
        path = field.path
        document = field.document
    }

    /// The JSON value, for a decoder.
    package func field(_ diagnostics: DiagnosticSink) -> Field {
        Field(node: node, path: path, document: document, diagnostics: diagnostics)
    }

    /// Compares JSON values, regardless of their position in a document.
    ///
    /// - Parameters:
    ///   - a: a JSON value.
    ///   - b: another JSON value.
    /// - Returns: true if both are the same value.
    public static func == (a: InlineJSON, b: InlineJSON) -> Bool { a.node == b.node }
    /// Hashes the JSON value.
    ///
    /// - Parameter hasher: the hasher to use.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

/// A scene that cannot be read, with everything that is wrong with it.
public struct SceneError: Error, Hashable, Sendable {
    /// Errors and warnings, in document order; at least one is an error.
    public var diagnostics: [Diagnostic]

    /// Creates an error.
    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }
}

extension SceneError: CustomStringConvertible, LocalizedError {
    /// One line per diagnostic.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
    /// One line per diagnostic.
    public var errorDescription: String? { description }
}

/// Reports what is wrong with a scene after it was decoded, at the place in its document if it has one.
package struct SceneReporter: Sendable {
    /// Nil for a scene that was built in Swift.
    package let document: JSONDocument?
    package let diagnostics: DiagnosticSink

    package init(document: JSONDocument? = nil, diagnostics: DiagnosticSink) {
        self.document = document
        self.diagnostics = diagnostics
    }

    /// A path as diagnostics have it, such as `overlays[0].handles.image`.
    package static func path(of keys: [String]) -> String {
        keys.reduce("") { path, key in
            Int(key) != nil ? "\(path)[\(key)]" : path.isEmpty ? key : "\(path).\(key)"
        }
    }

    /// Reports at the value that these keys, or numbers of array elements, lead to, or at the innermost object on the
    /// way that the document has.
    package func report(
        _ keys: String..., severity: Diagnostic.Severity = .error, code: Diagnostic.Code, message: String,
        hint: String? = nil
    ) {
        report(at: keys, severity: severity, code: code, message: message, hint: hint)
    }

    /// As `report`, for a path that was put together.
    package func report(
        at keys: [String], severity: Diagnostic.Severity = .error, code: Diagnostic.Code, message: String,
        hint: String? = nil
    ) {
        guard let document else {
            diagnostics.add(severity, code: code, path: Self.path(of: keys), message, hint: hint)
            return
        }
        var field = Field(document, diagnostics: diagnostics)
        for key in keys {
            if let index = Int(key), let elements = field.node.array, elements.indices.contains(index) {
                field = field.element(index, elements[index])
            } else if let node = field.node[key] {
                field = field.member(key, node)
            } else {
                break
            }
        }
        field.report(message, severity: severity, code: code, hint: hint)
    }
}

/// What a document is that was given in place of a scene, and where it belongs.
extension Diagnostic {
    /// Nil for what may be a scene, if one with mistakes.
    init?(inPlaceOfScene document: JSONDocument) {
        let root = document.root
        guard root["version"]?.number != 1 else { return nil }
        guard let (found, hint) = Self.otherKind(root) else { return nil }
        self.init(
            code: .sceneNotAScene, file: document.file, position: document.position(of: root.offset),
            expected: "a scene", found: found, hint: hint)
    }

    private static func otherKind(_ root: JSONNode) -> (name: String, hint: String)? {
        switch root["type"]?.string {
        case "Topology": return ("TopoJSON", dataHint)
        case let type? where ["Feature", "FeatureCollection"].contains(type) || GeoJSONGeometry.types.contains(type):
            return ("GeoJSON", dataHint)
        case nil where root["layers"]?.array != nil && root["sources"]?.object != nil:
            return ("a MapLibre style", "draw with it with --style, or \"basemap\": {\"style\": …} in a scene")
        default: return nil
        }
    }

    private static let dataHint = "draw it on a map with --geojson, or in an overlay of type \"geojson\""

    /// Nil for a text that is no XML.
    init?(markup text: [UInt8], file: String) {
        let start = text.prefix(4096)
        guard start.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
        let words = String(decoding: start, as: UTF8.self)
        let (found, option) = words.contains("<gpx") ? ("GPX", "--gpx") : ("KML", "--kml")
        let isKnown = words.contains("<gpx") || words.contains("<kml")
        self.init(
            code: .sceneNotAScene, file: file, position: Position(line: 1, column: 1), expected: "a scene",
            found: isKnown ? found : "markup", hint: isKnown ? "draw it on a map with \(option), or in an overlay" : nil
        )
    }
}

// SPDX-License-Identifier: MIT
public import MapDiagnostics
import MapRuntime

/// A scene and its source: messages point into its text, and its relative paths begin in its folder.
///
/// ```swift
/// let document = try SceneDocument(contentsOf: "maps/trip.json")
/// let snapshot = try await MapRenderer().render(document)
/// ```
public struct SceneDocument: Sendable {
    /// The scene. You can change it after reading.
    public var scene: Scene
    /// The name of the source in diagnostics.
    public let file: String
    /// The folder of the scene's relative paths; "." is the working directory.
    public let folder: String
    /// What was found when the text was read or the scene was validated: warnings and notes, and errors of a scene that
    /// was built in Swift.
    public let diagnostics: [Diagnostic]
    /// Nil for a scene that was built in Swift.
    package let json: JSONDocument?
    /// The text that the scene was read from; empty for a scene that was built in Swift.
    public let text: String

    /// Reads a scene from JSON text.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - file: how messages name the text; relative paths begin in its folder.
    ///   - folder: where relative paths begin, if not in the file's folder, as for text read from a pipe.
    /// - Throws: a `SceneError` with all diagnostics if at least one of them is an error.
    public init(text: [UInt8], file: String, folder: String? = nil) throws(SceneError) {
        let found = DiagnosticSink()
        let document: JSONDocument
        do {
            document = try JSONDocument(.scene, file: file, text: text)
        } catch {
            throw SceneError([Diagnostic(markup: text, file: file) ?? error])
        }
        if let other = Diagnostic(inPlaceOfScene: document) { throw SceneError([other]) }
        json = document
        let scene = json.flatMap { Scene.decode(Field($0, diagnostics: found)) }
        diagnostics = found.all.sorted(by: SceneDocument.isEarlier)
        guard let scene else { throw SceneError(diagnostics) }
        self.text = String(decoding: text, as: UTF8.self)
        self.scene = scene
        self.file = file
        self.folder = folder ?? baseFolder(of: file)
    }

    /// Reads a scene file.
    ///
    /// - Parameter path: a JSON file of at most 64 MiB; relative paths of the scene begin in its folder.
    /// - Throws: a `SceneError` if the file cannot be read, or with all diagnostics if the scene is not valid.
    public init(contentsOf path: String) throws(SceneError) {
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
    ///   - folder: where its relative paths begin.
    public init(scene: Scene, folder: String = ".") {
        self.scene = scene
        self.folder = folder
        file = "scene"
        json = nil
        text = ""
        diagnostics = scene.validate()
    }

    /// True when the scene says where to look, and not only how, such as with which bearing.
    package var namesFraming: Bool {
        guard scene.camera.framing == .fit(.all), let json else { return scene.camera != Camera() }
        return json.root["camera"]?["fit"] != nil
    }

    /// A path of the scene, relative to the working directory; absolute paths are unchanged.
    ///
    /// - Parameter path: as the scene has it.
    /// - Returns: the path to open.
    public func resolve(_ path: String) -> String {
        path.hasPrefix("/") || folder == "." ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
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

// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap

/// Reads the scene that the command line names.
enum SceneInput {
    /// Scenes are written by people and programs for one picture; 64 MiB holds a million points.
    static let limit = 64 << 20
    /// The world.
    private static let world = #"{"version": 1, "camera": {"bounds": [-180, -60, 180, 75]}}"#
    /// A scene that options fill; it finds its camera itself.
    private static let content = #"{"version": 1}"#

    /// The scene of a file, of standard input for "-", or of the options alone, with what the options say. A file of data
    /// is shown on a map.
    static func read(_ path: String?, _ options: SceneOptions?) throws(RenderError) -> SceneDocument {
        guard let path else {
            return try document(Array(((options?.namesFraming ?? false) ? content : world).utf8), nil, options)
        }
        if let format = DataOverlay.Format(extensionOf: path) { return try document(showing: path, format, options) }
        return try document(text(of: path), path, options)
    }

    /// A scene that shows a file of data.
    private static func document(
        showing file: String, _ format: DataOverlay.Format, _ options: SceneOptions?
    ) throws(RenderError) -> SceneDocument {
        let overlay = JSONNode.members(["type": .text(format.rawValue), "data": .text(absolutePath(file))])
        let scene = JSONNode.members(["version": .count(1), "overlays": .list([overlay])])
        return try document(Array(scene.lines.utf8), nil, options)
    }

    /// The scene of a text that was read already; `keepsCamera` leaves out what options say of the camera.
    static func document(
        _ text: [UInt8], _ path: String?, _ options: SceneOptions?, keepsCamera: Bool = false
    ) throws(RenderError) -> SceneDocument {
        let file = path.map(name(of:)) ?? "command line"
        let edited: [UInt8]
        do {
            var json = try parsed(text, file)
            json.keepsLines = true
            if let options {
                try options.edit(&json, keepsCamera: keepsCamera)
            } else {
                try SizeOptions.addDefault(to: &json)
            }
            edited = json.bytes
        } catch {
            if let error = error as? RenderError { throw error }
            throw RenderError(
                .badData, [error as? Diagnostic ?? Diagnostic(code: CommandCode.usage, file: file, "\(error)")])
        }
        do throws(SceneError) {
            return try SceneDocument(text: edited, file: file, folder: path.map(baseFolder(of:)) ?? ".")
        } catch {
            throw RenderError(error)
        }
    }

    /// A scene as its file, or standard input, has it.
    static func document(_ path: String) throws(RenderError) -> SceneDocument {
        let text = try text(of: path)
        do throws(SceneError) {
            return try SceneDocument(
                text: text, file: path == "-" ? "standard input" : path, folder: path == "-" ? "." : nil)
        } catch {
            throw RenderError(error)
        }
    }

    /// Parses a text. What is no JSON is left to the decoder of scenes, which knows other kinds of documents.
    private static func parsed(_ text: [UInt8], _ file: String) throws(RenderError) -> JSONText {
        do throws(Diagnostic) {
            return try JSONText(text, file: file)
        } catch {
            do throws(SceneError) {
                _ = try SceneDocument(text: text, file: file)
            } catch {
                throw RenderError(error)
            }
            throw RenderError(.badData, [error])
        }
    }

    /// A file's text, or that of standard input for "-".
    static func text(of path: String) throws(RenderError) -> [UInt8] {
        do {
            return try readFile(path == "-" ? standardInputPath : path, limit: limit)
        } catch {
            var problem = error
            problem.file = name(of: path)
            throw RenderError(.missingInput, [problem])
        }
    }

    /// How messages call a file.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}

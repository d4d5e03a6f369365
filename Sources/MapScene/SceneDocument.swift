import MapCanvas
public import MapDiagnostics
import MapRuntime

// SPDX-License-Identifier: MIT

/// A scene and the text that it was read from: where its messages point to, and where its relative paths begin.
public struct SceneDocument: Sendable {
    /// What the text says. It may be changed, as command line options do.
    public var scene: Scene
    /// The file as the user named it.
    public let file: String
    /// The file's folder; "." for a bare file name.
    public let folder: String
    /// Warnings about the text.
    package let findings: [Diagnostic]
    /// Nil for a scene that was built in Swift.
    package let json: JSONDocument?
    /// The text that the scene was read from; empty for a scene that was built in Swift.
    public let text: String

    /// Reads a scene from JSON text; nil when there is an error.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - file: how messages name the text; relative paths begin in its folder.
    ///   - folder: where relative paths begin if not in the file's folder, as for a text that came through a pipe.
    ///   - diagnostics: takes everything that is wrong with the scene; warnings also when there is a result.
    public init?(text: [UInt8], file: String, folder: String? = nil, diagnostics: DiagnosticSink) {
        let json: JSONDocument
        do {
            json = try JSONDocument(.scene, file: file, text: text)
        } catch {
            diagnostics.add(error)
            return nil
        }
        self.json = json
        self.text = String(decoding: text, as: UTF8.self)
        let found = DiagnosticSink()
        let scene = Scene.decode(Field(json, diagnostics: found))
        for problem in found.all.sorted(by: SceneDocument.isEarlier) { diagnostics.add(problem) }
        findings = found.all
        guard let scene else { return nil }
        self.scene = scene
        self.file = file
        self.folder = folder ?? MapRuntime.folder(of: file)
    }

    /// Takes a scene that was built in Swift.
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
        let diagnostics = DiagnosticSink()
        let reporter = SceneReporter(diagnostics: diagnostics)
        for (index, annotation) in scene.annotations.enumerated() {
            guard let problem = annotation.selectionProblem else { continue }
            reporter.report(
                "annotations", String(index), severity: .warning, message: problem.message, hint: problem.hint)
        }
        for link in scene.links {
            guard let scheme = refusedScheme(of: link.address) else { continue }
            reporter.report(
                link.owner, String(link.index), "href", severity: .warning,
                message: "a link of the scheme \"\(scheme)\" is left out")
        }
        findings = diagnostics.all
    }

    /// True when the scene says where to look.
    package var namesCamera: Bool {
        scene.camera != Camera() || json?.root["camera"] != nil
    }

    /// A path of the scene as the program must open it; absolute paths stay.
    public func resolve(_ path: String) -> String {
        path.hasPrefix("/") || folder == "." ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    /// Reports at places in this document.
    package func reporter(_ diagnostics: DiagnosticSink) -> SceneReporter {
        SceneReporter(document: json, diagnostics: diagnostics)
    }

    /// In the order of the text; the decoder goes by meaning. Sorting is stable.
    private static func isEarlier(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
        guard let a = a.position, let b = b.position else { return a.position != nil && b.position == nil }
        return (a.line, a.column) < (b.line, b.column)
    }
}

extension Scene {
    /// All addresses, and whose they are.
    fileprivate var links: [(owner: String, index: Int, address: String)] {
        func all<Item>(
            _ owner: String, _ items: [Item], _ addresses: (Item) -> [String?]
        ) -> [(owner: String, index: Int, address: String)] {
            items.enumerated().flatMap { index, item in
                addresses(item).compactMap { address in address.map { (owner, index, $0) } }
            }
        }
        return all("annotations", annotations) { [$0.href, $0.callout?.left?.href, $0.callout?.right?.href] }
            + all("overlays", overlays) { [$0.href] } + all("decorations", decorations) { [$0.href] }
    }
}

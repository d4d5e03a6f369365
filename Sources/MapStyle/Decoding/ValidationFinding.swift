// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// What is wrong in a style, worded as MapLibre's own validator words it, so that both can be compared.
package struct ValidationFinding: Sendable, Hashable {
    /// Such as `layers[1].paint.fill-color`; empty for the style as a whole.
    package var path: String
    package var message: String
    /// Byte offset of the value that is meant.
    var offset: Int
    /// Where the value stands; nil when the style was not read from a text.
    package var position: Position?
    package var hint: String?
    /// True when nothing sensible can be drawn from the style.
    package var isFatal: Bool

    /// Path and message in one, as the reference validator prints them.
    package var text: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// Collects what is found while a style is decoded.
///
/// At most 1,000 are kept: a hostile style cannot fill the memory with complaints.
final class ValidationFindings {
    private(set) var all: [ValidationFinding] = []
    private let document: JSONDocument
    /// The path of the style within the document; empty for a style's own file.
    private let root: String
    private static let limit = 1000

    init(document: JSONDocument, root: String = "") {
        self.document = document
        self.root = root
    }

    var hasFatal: Bool { all.contains { $0.isFatal } }

    func add(_ place: Place, _ message: String, hint: @autoclosure () -> String? = nil, isFatal: Bool = false) {
        guard all.count < Self.limit || isFatal else { return }
        all.append(
            ValidationFinding(
                path: place.path, message: message, offset: place.node.offset,
                position: document.position(of: place.node.offset), hint: hint(), isFatal: isFatal))
    }

    /// The line of a value, nil when the style was not read from a text.
    func line(of node: JSONNode) -> Int? { document.position(of: node.offset)?.line }

    /// Where a value stands, to be told of later.
    func place(of place: Place) -> StyleLocation {
        StyleLocation(place.node, path: fullPath(place.path), in: document)
    }

    /// A finding's path within the document.
    func fullPath(_ path: String) -> String {
        root.isEmpty ? path : path.isEmpty ? root : "\(root).\(path)"
    }

    /// A collector for what is looked at twice and was reported the first time.
    func muted() -> ValidationFindings { ValidationFindings(document: document, root: root) }
}

/// A value of a style and its path as the reference validator writes it.
struct Place {
    let node: JSONNode
    let path: String

    func member(_ key: String, _ node: JSONNode) -> Place {
        Place(node: node, path: path.isEmpty ? key : "\(path).\(key)")
    }

    func element(_ index: Int, _ node: JSONNode) -> Place {
        Place(node: node, path: "\(path)[\(index)]")
    }

    /// The same path, pointing at another value: a fault of an object is shown where its member stands.
    func pointing(at node: JSONNode) -> Place { Place(node: node, path: path) }
}
